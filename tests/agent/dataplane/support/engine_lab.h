// An engine on a bench: a configuration put together by name, frames in, frames and the path they took out. Time stands still
// until advance().
//
//   EngineLab lab;
//   const IfIndex a = lab.ether("ether1"), b = lab.ether("ether2");
//   lab.address(a, "10.0.0.1", 24);
//   lab.apply();
//   lab.knows(b, "192.0.2.2", kServer);
//   auto out = lab.push(0, frame);     // frames the ports sent because of it
//   QCOMPARE(lab.lastPath(), PathKind::Slow);
#pragma once

#include "agent/dataplane/pipeline/engine.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane::test {

constexpr MacKey kRouterMac = 0x02'00'00'00'01'00; // ether n has the last octet n + 1
constexpr MacKey kHostA = 0x02'aa'00'00'00'01;
constexpr MacKey kHostB = 0x02'bb'00'00'00'02;

class EngineLab : public PortSink {
public:
    struct Sent {
        PortId port;
        Frame octets;
    };

    explicit EngineLab(std::size_t buffers = 4096)
        : pool(buffers)
        , engine(pool, *this) {}

    // --- configuration; in force after apply() -------------------------------------------------------
    IfIndex ether(std::string name, std::optional<std::uint16_t> chip = {}) {
        PhysicalPortConfig port;
        port.name = name;
        port.chip = chip;
        config.ports.push_back(port);
        InterfaceConfig c = interface(std::move(name), InterfaceType::Ether);
        c.port = static_cast<PortId>(config.ports.size() - 1);
        storeMac(c.mac.octets.data(), etherMac(c.port));
        return add(c);
    }
    IfIndex bridge(std::string name) {
        const IfIndex i = add(interface(std::move(name), InterfaceType::Bridge));
        BridgeConfig b;
        b.interface = i;
        config.bridges.push_back(b);
        return i;
    }
    IfIndex vlan(std::string name, IfIndex parent, std::uint16_t vid) {
        InterfaceConfig c = interface(std::move(name), InterfaceType::Vlan);
        c.parent = parent;
        c.vlanId = vid;
        return add(c);
    }
    BridgePortConfig& port(IfIndex bridge, IfIndex member) {
        BridgePortConfig p;
        p.uid = ++uid_;
        p.bridge = bridge;
        p.interface = member;
        config.bridgePorts.push_back(p);
        return config.bridgePorts.back();
    }
    // One row of /interface/bridge/vlan.
    void vlanRow(IfIndex bridge, std::uint16_t vid, std::vector<IfIndex> tagged, std::vector<IfIndex> untagged = {}) {
        config.bridgeVlans.push_back({++uid_, bridge, {{vid, vid}}, std::move(tagged), std::move(untagged)});
    }
    std::uint16_t chip(std::string type = "test") {
        ChipConfig c;
        c.name = "switch" + std::to_string(config.chips.size() + 1);
        c.type = std::move(type);
        config.chips.push_back(c);
        return static_cast<std::uint16_t>(config.chips.size() - 1);
    }
    void address(IfIndex interface, std::string_view own, std::uint8_t length = 24) {
        config.addresses.push_back({++uid_, interface, ip(own), length});
    }
    RouteConfig& route(std::string_view destination, std::uint8_t length, std::optional<std::string_view> gateway) {
        RouteConfig r;
        r.uid = ++uid_;
        r.destination = {ip(destination), length};
        if (gateway) {
            r.gateway = ip(*gateway);
        }
        config.routes.push_back(r);
        return config.routes.back();
    }
    RuleConfig rule(std::string chain, RuleAction action) {
        RuleConfig r;
        r.uid = ++uid_;
        r.chain = std::move(chain);
        r.action = action;
        return r;
    }
    void apply() {
        config.version += 1;
        engine.apply(std::make_shared<const EngineConfig>(config), now);
    }

    // --- traffic ---------------------------------------------------------------------------------
    // Runs one frame through hardware, CPU and timers; returns what left the ports.
    std::vector<Sent> push(PortId port, const Frame& frame) {
        sent.clear();
        const PathCounters before = engine.pathCounters();
        Batch batch;
        if (PacketBuf* p = packet(port, frame)) {
            batch.push(p);
        }
        engine.switchStage(batch, now);
        cost = engine.cpuStage(batch, now);
        engine.poll(now);
        lastPath_.reset();
        for (std::size_t k = 0; k < core::model::kPathCount; ++k) {
            if (engine.pathCounters().packets[k] != before.packets[k]) {
                lastPath_ = static_cast<core::model::PathKind>(k);
            }
        }
        return std::exchange(sent, {});
    }
    PacketBuf* packet(PortId port, const Frame& frame) {
        PacketBuf* p = pool.take();
        if (p != nullptr) {
            p->inPort = port;
            p->length = static_cast<std::uint16_t>(frame.size());
            std::copy(frame.begin(), frame.end(), p->frame());
        }
        return p;
    }
    // Path the last pushed frame was counted on; nothing: it was not counted.
    [[nodiscard]] std::optional<core::model::PathKind> lastPath() const { return lastPath_; }
    // Moves time and runs timers; returns what left the ports meanwhile.
    std::vector<Sent> advance(core::base::Nanos span) {
        sent.clear();
        const core::base::Nanos end = now + span;
        for (int guard = 0; now < end && guard < 1'000'000; ++guard) {
            const core::base::Nanos next = engine.poll(now);
            now = std::clamp(next, now + 1, end);
        }
        engine.poll(now);
        return std::exchange(sent, {});
    }
    // The neighbour introduces itself to the router's address on that network.
    void knows(PortId port, std::string_view neighbour, MacKey mac, std::string_view routersAddress,
               std::optional<std::uint16_t> vid = {}) {
        Frame f = arpFrame(ArpOperation::Reply, mac, neighbour, etherMac(port), routersAddress, kBroadcastMac);
        if (vid) {
            f.insert(f.begin() + 12, {0x81, 0x00, static_cast<std::uint8_t>(*vid >> 8), static_cast<std::uint8_t>(*vid)});
        }
        push(port, f);
    }
    static MacKey etherMac(PortId port) { return kRouterMac + port + 1; }
    [[nodiscard]] const InterfaceStats& stats(IfIndex i) const { return engine.interfaceStats(i); }

    // --- PortSink --------------------------------------------------------------------------------
    [[nodiscard]] std::size_t room(PortId) const override { return ringRoom; }
    bool send(PortId port, PacketBuf* p, core::base::Nanos) override {
        const bool taken = ringRoom > 0;
        if (taken) {
            sent.push_back({port, Frame(p->frame(), p->frame() + p->length)});
        }
        pool.give(p);
        return taken;
    }

    EngineConfig config;
    core::base::Nanos now = core::base::kSecond;
    CpuCost cost;
    std::size_t ringRoom = 1000; // packets every port's ring has room for
    std::vector<Sent> sent;
    PacketPool pool;
    Engine engine;

private:
    InterfaceConfig interface(std::string name, InterfaceType type) {
        InterfaceConfig c;
        c.uid = ++uid_;
        c.name = std::move(name);
        c.type = type;
        return c;
    }
    IfIndex add(const InterfaceConfig& c) {
        config.interfaces.push_back(c);
        return static_cast<IfIndex>(config.interfaces.size() - 1);
    }

    std::uint32_t uid_ = 0;
    std::optional<core::model::PathKind> lastPath_;
};

} // namespace agent::dataplane::test
