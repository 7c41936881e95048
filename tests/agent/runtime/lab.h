// A board with two ports wired to the CPU, a configuration that routes between them, and traffic across: what the tests run.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "core/devices/board.h"

#include <memory>
#include <string>

namespace lab {

inline core::devices::Board board(std::uint32_t cores = 2, std::uint32_t receiveCores = 1) {
    core::devices::Board board;
    board.boardName = board.model = "test-board";
    board.cores = cores;
    board.cost.receiveCores = receiveCores;
    board.ports = {{"ether1", 1'000'000'000, std::nullopt}, {"ether2", 1'000'000'000, std::nullopt}};
    return board;
}

// 10.0.1.1/24 on ether1, 10.0.2.1/24 on ether2, no firewall: IP fast path.
inline std::shared_ptr<agent::dataplane::EngineConfig> config(const agent::dataplane::CostProfile& cost = {}) {
    using namespace agent::dataplane;
    auto config = std::make_shared<EngineConfig>();
    config->version = 1;
    for (std::uint16_t i = 0; i < 2; ++i) {
        const std::string name = "ether" + std::to_string(i + 1);
        PhysicalPortConfig port;
        port.name = name;
        config->ports.push_back(port);
        InterfaceConfig interface;
        interface.uid = 1u + i;
        interface.name = name;
        interface.port = i;
        interface.mac = Mac{{0x02, 0, 0, 0, 1, static_cast<std::uint8_t>(i + 1)}};
        config->interfaces.push_back(interface);
        AddressConfig address;
        address.uid = 10u + i;
        address.interface = i;
        address.address = 0x0a000101u + (static_cast<std::uint32_t>(i) << 8);
        config->addresses.push_back(address);
    }
    QueueTypeConfig none;
    none.name = "only-hardware-queue";
    none.kind = QueueKind::None;
    config->queues.types.push_back(none);
    config->cost = cost;
    return config;
}

// Members of "flows" between pc (10.0.1.10) and server (10.0.2.10).
inline std::string scenario(const std::string& flows, const std::string& delay = "0.2ms") {
    return R"({"name": "test", "hosts": [
      {"name": "pc", "port": "ether1", "address": "10.0.1.10/24", "gateway": "10.0.1.1", "delay": ")" + delay + R"("},
      {"name": "server", "port": "ether2", "address": "10.0.2.10/24", "gateway": "10.0.2.1", "delay": ")" + delay + R"("}],
      "flows": [)" + flows + "]}";
}

} // namespace lab
