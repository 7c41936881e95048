// /interface/ethernet/switch and its ports.
#include "agent/control/commands/rows.h"

#include <string>

namespace agent::control {

using core::model::Row;
using dataplane::InterfaceStats;

namespace {

// What went between the chip's ports and the CPU; the CPU port's own counters include the FCS of each frame.
InterfaceStats cpuPortStats(Context& context, std::string_view chip, const std::vector<InterfaceStats>& stats) {
    InterfaceStats sum;
    for (const Item* port : context.tree().items("/interface/ethernet")) {
        const dataplane::IfIndex index = context.config.compiled().interfaceOf(port->id);
        if (port->value("switch") != chip || index >= stats.size()) {
            continue;
        }
        sum.driverRxByte += stats[index].driverRxByte;
        sum.driverRxPacket += stats[index].driverRxPacket;
        sum.driverTxByte += stats[index].driverTxByte;
        sum.driverTxPacket += stats[index].driverTxPacket;
    }
    return sum;
}

void appendWire(Row& row, std::string_view bytes, std::string_view packets, std::uint64_t byteCount, std::uint64_t packetCount) {
    row.set(bytes, std::to_string(byteCount));
    row.set(packets, std::to_string(packetCount));
}

void appendDriver(Row& row, const InterfaceStats& stats) {
    appendWire(row, "driver-rx-byte", "driver-rx-packet", stats.driverRxByte, stats.driverRxPacket);
    appendWire(row, "driver-tx-byte", "driver-tx-packet", stats.driverTxByte, stats.driverTxPacket);
}

} // namespace

Rows switchRows(Context& context) {
    constexpr std::uint64_t fcs = 4;
    const std::vector<InterfaceStats> stats = context.engine.interfaceStats();
    Rows rows;
    for (const Item* chip : context.tree().items("/interface/ethernet/switch")) {
        Row row = configRow("/interface/ethernet/switch", *chip);
        const InterfaceStats cpu = cpuPortStats(context, chip->value("name"), stats);
        appendDriver(row, cpu);
        appendWire(row, "rx-bytes", "rx-packet", cpu.driverRxByte + fcs * cpu.driverRxPacket, cpu.driverRxPacket);
        appendWire(row, "tx-bytes", "tx-packet", cpu.driverTxByte + fcs * cpu.driverTxPacket, cpu.driverTxPacket);
        row.set("invalid", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows switchPortRows(Context& context) {
    const std::vector<InterfaceStats> stats = context.engine.interfaceStats();
    Rows rows;
    for (const Item* port : context.tree().items("/interface/ethernet/switch/port")) {
        Row row = configRow("/interface/ethernet/switch/port", *port);
        const Item* interface = context.tree().findInterface(port->value("name"));
        const dataplane::IfIndex index = interface ? context.config.compiled().interfaceOf(interface->id) : dataplane::kNoInterface;
        if (index < stats.size()) {
            appendDriver(row, stats[index]);
            appendWire(row, "rx-bytes", "rx-packet", stats[index].rxByte, stats[index].rxPacket);
            appendWire(row, "tx-bytes", "tx-packet", stats[index].txByte, stats[index].txPacket);
        }
        row.set("running", boolText(interface && interface->enabled()));
        row.set("invalid", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace agent::control
