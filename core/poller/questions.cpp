#include "core/poller/questions.h"

#include <algorithm>
#include <charconv>

namespace core::poller {
namespace {

using core::link::Answer;
using core::model::Counter;
using core::model::CounterSample;
using core::model::InterfaceCounters;
using core::model::Request;
using core::model::Row;

constexpr int kSlowly = 5;

// Digits only; anything else, and absence, is absent. Values of several lanes come comma separated and are summed.
Counter counter(const Row& row, std::string_view name) {
    const auto text = row.get(name);
    if (!text || text->empty()) {
        return std::nullopt;
    }
    std::uint64_t sum = 0;
    const char* at = text->data();
    const char* const end = at + text->size();
    while (true) {
        std::uint64_t lane = 0;
        const auto [next, error] = std::from_chars(at, end, lane);
        if (error != std::errc()) {
            return std::nullopt;
        }
        sum += lane;
        if (next == end) {
            return sum;
        }
        if (*next != ',') {
            return std::nullopt;
        }
        at = next + 1;
    }
}

std::optional<bool> boolean(const Row& row, std::string_view name) {
    const auto text = row.get(name);
    if (!text) {
        return std::nullopt;
    }
    return *text == "true" || *text == "yes";
}

InterfaceCounters* find(CounterSample& sample, std::string_view name) {
    const auto it =
        std::find_if(sample.interfaces.begin(), sample.interfaces.end(), [name](const InterfaceCounters& i) { return i.name == name; });
    return it == sample.interfaces.end() ? nullptr : &*it;
}

void applyInterfaces(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        InterfaceCounters i;
        i.id = row.value(".id");
        i.name = row.value("name");
        i.type = row.value("type");
        i.running = boolean(row, "running").value_or(false);
        i.disabled = boolean(row, "disabled").value_or(false);
        i.slave = boolean(row, "slave").value_or(false);
        i.rxByte = counter(row, "rx-byte");
        i.txByte = counter(row, "tx-byte");
        i.rxPacket = counter(row, "rx-packet");
        i.txPacket = counter(row, "tx-packet");
        i.rxDrop = counter(row, "rx-drop");
        i.txDrop = counter(row, "tx-drop");
        i.txQueueDrop = counter(row, "tx-queue-drop");
        i.fpRxByte = counter(row, "fp-rx-byte");
        i.fpTxByte = counter(row, "fp-tx-byte");
        i.fpRxPacket = counter(row, "fp-rx-packet");
        i.fpTxPacket = counter(row, "fp-tx-packet");
        sample.interfaces.push_back(std::move(i));
    }
}

// Ports of some chips count packets only by kind of address.
Counter packets(const Row& row, const std::string& direction) {
    if (const Counter all = counter(row, direction + "-packet")) {
        return all;
    }
    Counter sum;
    for (const char* kind : {"-unicast", "-broadcast", "-multicast"}) {
        if (const Counter part = counter(row, direction + kind)) {
            sum = sum.value_or(0) + *part;
        }
    }
    return sum;
}

void applyEthernet(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        if (InterfaceCounters* i = find(sample, row.value("name"))) {
            i->wireRxByte = counter(row, "rx-bytes");
            i->wireTxByte = counter(row, "tx-bytes");
            i->wireRxPacket = packets(row, "rx");
            i->wireTxPacket = packets(row, "tx");
            i->wireRxDrop = counter(row, "rx-drop");
            i->driverRxByte = counter(row, "driver-rx-byte");
            i->driverTxByte = counter(row, "driver-tx-byte");
            i->driverRxPacket = counter(row, "driver-rx-packet");
            i->driverTxPacket = counter(row, "driver-tx-packet");
        }
    }
}

void applyIpSettings(const Answer& answer, CounterSample& sample) {
    if (answer.rows.empty()) {
        return;
    }
    const Row& row = answer.rows.front();
    sample.fastPathActive = boolean(row, "ipv4-fast-path-active");
    sample.fastTrackActive = boolean(row, "ipv4-fasttrack-active");
    sample.fastPathByte = counter(row, "ipv4-fast-path-bytes");
    sample.fastPathPacket = counter(row, "ipv4-fast-path-packets");
    sample.fastTrackByte = counter(row, "ipv4-fasttrack-bytes");
    sample.fastTrackPacket = counter(row, "ipv4-fasttrack-packets");
}

void applyBridgeSettings(const Answer& answer, CounterSample& sample) {
    if (answer.rows.empty()) {
        return;
    }
    const Row& row = answer.rows.front();
    sample.bridgeFastPathActive = boolean(row, "bridge-fast-path-active");
    sample.bridgeFastPathByte = counter(row, "bridge-fast-path-bytes");
    sample.bridgeFastPathPacket = counter(row, "bridge-fast-path-packets");
    sample.bridgeFastForwardByte = counter(row, "bridge-fast-forward-bytes");
    sample.bridgeFastForwardPacket = counter(row, "bridge-fast-forward-packets");
}

void applyBridgePorts(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        InterfaceCounters* i = find(sample, row.value("interface"));
        if (i != nullptr && !boolean(row, "disabled").value_or(false)) {
            i->bridge = row.value("bridge");
            i->hwOffload = boolean(row, "hw-offload");
        }
    }
}

void applySwitch(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        sample.l3HwOffloading = sample.l3HwOffloading.value_or(false) || boolean(row, "l3-hw-offloading").value_or(false);
    }
}

void applySwitchPorts(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        if (InterfaceCounters* i = find(sample, row.value("name"))) {
            i->l3HwOffload = boolean(row, "l3-hw-offloading");
        }
    }
}

void applyCpu(const Answer& answer, CounterSample& sample) {
    for (const Row& row : answer.rows) {
        std::string_view text = row.value("load");
        double load = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), load).ec == std::errc()) {
            sample.cpuPercent.push_back(load);
        }
    }
}

void applyConnections(const Answer& answer, CounterSample& sample) {
    sample.connections = counter(answer.done, "ret");
}

void applyFastTracked(const Answer& answer, CounterSample& sample) {
    sample.fastTrackedConnections = counter(answer.done, "ret");
}

Request print(std::string menu, std::string properties) {
    return {std::move(menu), "print", {{".proplist", std::move(properties)}}, {}, {}};
}

Request countConnections(std::vector<std::string> queries) {
    return {"/ip/firewall/connection", "print", {{"count-only", ""}}, std::move(queries), {}};
}

} // namespace

std::vector<Question> questions() {
    return {
        {print("/interface",
               ".id,name,type,running,disabled,slave,rx-byte,tx-byte,rx-packet,tx-packet,rx-drop,tx-drop,tx-queue-drop,fp-rx-byte,"
               "fp-tx-byte,fp-rx-packet,fp-tx-packet"),
         1, true, applyInterfaces},
        {print("/interface/ethernet",
               "name,rx-bytes,tx-bytes,rx-packet,tx-packet,rx-unicast,rx-broadcast,rx-multicast,tx-unicast,tx-broadcast,"
               "tx-multicast,rx-drop,driver-rx-byte,driver-tx-byte,driver-rx-packet,driver-tx-packet"),
         1, false, applyEthernet},
        {print("/ip/settings",
               "ipv4-fast-path-active,ipv4-fast-path-bytes,ipv4-fast-path-packets,ipv4-fasttrack-active,ipv4-fasttrack-bytes,"
               "ipv4-fasttrack-packets"),
         1, false, applyIpSettings},
        {print("/interface/bridge/settings",
               "bridge-fast-path-active,bridge-fast-path-bytes,bridge-fast-path-packets,bridge-fast-forward-bytes,"
               "bridge-fast-forward-packets"),
         1, false, applyBridgeSettings},
        {print("/interface/bridge/port", "interface,bridge,hw-offload,disabled"), 1, false, applyBridgePorts},
        {print("/system/resource/cpu", "cpu,load"), 1, false, applyCpu},
        {print("/interface/ethernet/switch", "name,l3-hw-offloading"), kSlowly, false, applySwitch},
        {print("/interface/ethernet/switch/port", "name,l3-hw-offloading"), kSlowly, false, applySwitchPorts},
        {countConnections({}), kSlowly, false, applyConnections},
        {countConnections({"fasttrack=true"}), kSlowly, false, applyFastTracked},
    };
}

} // namespace core::poller
