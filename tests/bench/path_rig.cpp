#include "tests/bench/path_rig.h"

#include "agent/dataplane/parse/arp_message.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <algorithm>
#include <cstring>

namespace bench {

using namespace agent::dataplane;
using agent::dataplane::test::ip;
using agent::dataplane::test::PacketBuilder;

namespace {

constexpr std::uint64_t kRouter = PathRig::kRouter, kClient = PathRig::kClient, kServer = PathRig::kServer;
constexpr std::uint32_t kClients = 200, kClientsPerQueue = 8, kServers = 60'000;
constexpr core::base::Nanos kBatchTime = 64 * 67; // 64 octet frames at 10 Gb/s

IfIndex addEther(EngineConfig& c, bool chip) {
    PhysicalPortConfig port;
    port.name = "ether" + std::to_string(c.ports.size() + 1);
    port.speedBps = 10'000'000'000;
    if (chip) {
        port.chip = 0;
    }
    c.ports.push_back(port);
    InterfaceConfig i;
    i.uid = static_cast<std::uint32_t>(c.interfaces.size() + 1);
    i.name = port.name;
    i.port = static_cast<PortId>(c.ports.size() - 1);
    storeMac(i.mac.octets.data(), kRouter + i.port);
    c.interfaces.push_back(i);
    return static_cast<IfIndex>(c.interfaces.size() - 1);
}

void addBridge(EngineConfig& c) {
    InterfaceConfig i;
    i.uid = 50;
    i.name = "bridge1";
    i.type = InterfaceType::Bridge;
    c.interfaces.push_back(i);
    BridgeConfig bridge;
    bridge.interface = static_cast<IfIndex>(c.interfaces.size() - 1);
    bridge.fastForward = false;
    c.bridges.push_back(bridge);
    for (const IfIndex member : {IfIndex{0}, IfIndex{1}}) {
        BridgePortConfig port;
        port.uid = 60u + member;
        port.bridge = bridge.interface;
        port.interface = member;
        c.bridgePorts.push_back(port);
    }
}

RuleConfig ruleOf(std::uint32_t uid, const char* chain, RuleAction action) {
    RuleConfig r;
    r.uid = uid;
    r.chain = chain;
    r.action = action;
    return r;
}

void addFirewall(EngineConfig& c, Setup setup) {
    RuleConfig masquerade = ruleOf(100, "srcnat", RuleAction::Masquerade);
    masquerade.match.outInterface.value = {1};
    c.firewall.nat = {masquerade};
    if (setup == Setup::FastTrack || setup == Setup::FastTrackQueue) {
        RuleConfig track = ruleOf(101, "forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
        c.firewall.filter = {track};
    }
    if (setup >= Setup::Slow25) {
        const std::uint32_t rules = setup == Setup::Slow250 ? 250 : 25;
        for (std::uint32_t i = 0; i < rules; ++i) { // addresses and ports that never match
            RuleConfig r = ruleOf(1000 + i, "forward", RuleAction::Drop);
            r.match.srcAddress.value = Ipv4Range{ip("172.16.0.0") + i * 256, ip("172.16.0.0") + i * 256 + 255};
            r.match.protocol.value = kProtocolUdp;
            r.match.dstPort.value = {PortRange{static_cast<std::uint16_t>(5000 + i), static_cast<std::uint16_t>(5000 + i)}};
            c.firewall.filter.push_back(r);
        }
        c.firewall.filter.push_back(ruleOf(2000, "forward", RuleAction::Accept));
    }
}

void addQueues(EngineConfig& c, Setup setup) {
    QueueTypeConfig none, fq;
    none.kind = QueueKind::None;
    fq.name = "fq";
    fq.kind = QueueKind::FqCodel;
    c.queues.types = {none, fq};
    if (setup == Setup::Slow25Queues) {
        for (std::uint32_t i = 0; i < kClients / kClientsPerQueue; ++i) {
            SimpleQueueConfig row;
            row.uid = 500 + i;
            row.targets = {{ip("10.0.1.0") + i * kClientsPerQueue, 29}};
            row.upload.maxLimit = row.download.maxLimit = 20'000'000'000;
            row.upload.queueType = row.download.queueType = 1;
            c.queues.simple.push_back(row);
        }
        return;
    }
    TreeQueueConfig tree;
    tree.uid = 400;
    tree.interface = 1;
    tree.packetMarks = {0};
    tree.htb.maxLimit = 20'000'000'000; // never the bottleneck here
    tree.htb.queueType = 1;
    c.queues.tree = {tree};
}

constexpr std::uint32_t kRoutes = 500'000, kGateways = 200;

// Route i of the full table: as the Internet's, mostly 24 bits; the same at every call.
Ipv4Prefix scatteredPrefix(std::uint32_t i) {
    const std::uint32_t mixed = (i * 0x9e3779b1u) ^ ((i * 0x85ebca6bu) >> 15);
    const std::uint8_t length = i % 8 < 5 ? std::uint8_t{24} : static_cast<std::uint8_t>(16 + i / 8 % 8);
    const Ipv4Prefix prefix{0x20000000u + mixed % 0xa0000000u, length};
    return {prefix.address & prefix.mask(), length};
}

void addFullTable(EngineConfig& c) {
    for (std::uint32_t i = 0; i < kRoutes; ++i) {
        RouteConfig route;
        route.uid = 10'000 + i;
        route.destination = scatteredPrefix(i);
        route.gateway = ip("192.0.2.2") + i % kGateways;
        c.routes.push_back(route);
    }
}

} // namespace

PathRig::PathRig(Setup setup, std::size_t flows, bool warm) {
    const bool chip = setup == Setup::Switch || setup == Setup::L3Hw;
    if (chip) {
        ChipConfig c;
        c.name = "switch1";
        c.offloadsRouting = c.l3HwOffloading = true;
        c.routeLimit = 1000;
        config_.chips.push_back(c);
    }
    addEther(config_, chip);
    addEther(config_, chip);
    if (setup == Setup::Switch || setup == Setup::BridgeFastPath) {
        addBridge(config_);
    } else {
        config_.addresses = {{1, 0, ip("10.0.0.1"), 16}, {2, 1, ip("192.0.2.1"), 24}};
        RouteConfig route;
        route.uid = 3;
        route.gateway = ip("192.0.2.254");
        config_.routes = {route};
    }
    if (setup == Setup::FullTable) {
        addFullTable(config_);
    }
    if (setup == Setup::SlowConntrack) {
        config_.tracking.enabled = TrackingEnabled::Yes;
    } else if (setup >= Setup::FastTrack) {
        addFirewall(config_, setup);
    }
    if (setup == Setup::FastTrackQueue || setup == Setup::Slow25Queues) {
        addQueues(config_, setup);
    }
    engine_.apply(std::make_shared<const EngineConfig>(config_), now_);

    const std::uint64_t destination = setup == Setup::Switch || setup == Setup::BridgeFastPath ? kServer : kRouter;
    frames_.resize(flows);
    for (std::size_t i = 0; i < flows; ++i) {
        const auto n = static_cast<std::uint32_t>(i);
        const std::uint32_t server = setup == Setup::FullTable ? scatteredPrefix(n * 7919u % kRoutes).address + 1 : ip("203.0.0.0") + n % kServers;
        const auto f = PacketBuilder::udp()
                           .from(ip("10.0.1.0") + n % kClients, static_cast<std::uint16_t>(10'000 + n / kClients))
                           .to(server, 443)
                           .macs(kClient, destination)
                           .payload(18)
                           .build();
        std::copy(f.begin(), f.end(), frames_[i].octets.begin());
    }
    introduceNeighbours(setup);
    if (warm) {
        warmUp(setup);
    }
}

void PathRig::send(PortId port, const std::uint8_t* frame, std::size_t length) {
    PacketBuf* p = pool_.take();
    p->inPort = port;
    p->length = static_cast<std::uint16_t>(length);
    std::memcpy(p->frame(), frame, length);
    Batch batch;
    batch.push(p);
    engine_.switchStage(batch, now_);
    engine_.cpuStage(batch, now_);
}

void PathRig::introduce(PortId port, std::uint32_t address, std::uint64_t mac, std::uint32_t own) {
    PacketBuf p{};
    writeArp(p, kBroadcastMac, {ArpOperation::Reply, mac, address, kRouter + port, own});
    send(port, p.frame(), p.length);
}

std::vector<std::vector<std::uint8_t>> PathRig::flows() const {
    std::vector<std::vector<std::uint8_t>> all;
    for (const Frame& frame : frames_) {
        all.emplace_back(frame.octets.begin(), frame.octets.begin() + kLength);
    }
    return all;
}

std::vector<std::vector<std::uint8_t>> PathRig::introductions(PortId port) const {
    std::vector<std::vector<std::uint8_t>> all;
    const auto add = [&](std::uint32_t address, std::uint64_t mac, std::uint32_t own) {
        PacketBuf p{};
        writeArp(p, kBroadcastMac, {ArpOperation::Reply, mac, address, kRouter + port, own});
        all.emplace_back(p.frame(), p.frame() + p.length);
    };
    for (std::uint32_t i = 0; port == 0 && i < kClients; ++i) {
        add(ip("10.0.1.0") + i, kClient, ip("10.0.0.1"));
    }
    if (port == 1) {
        add(ip("192.0.2.254"), kServer, ip("192.0.2.1"));
    }
    return all;
}

void PathRig::introduceNeighbours(Setup setup) {
    introduce(0, ip("10.0.1.0"), kClient, ip("10.0.0.1"));
    introduce(1, ip("192.0.2.254"), kServer, ip("192.0.2.1"));
    for (std::uint32_t i = 0; setup == Setup::FullTable && i < kGateways; ++i) {
        introduce(1, ip("192.0.2.2") + i, kServer, ip("192.0.2.1"));
    }
    for (std::uint32_t i = 1; i < kClients; ++i) {
        introduce(0, ip("10.0.1.0") + i, kClient, ip("10.0.0.1"));
    }
    engine_.poll(now_);
}

void PathRig::warmUp(Setup setup) {
    for (std::size_t round = 0; round < 2 * frames_.size() / kBatchSize + 2; ++round) {
        runBatch();
    }
    if (setup < Setup::FastTrack) {
        return;
    }
    // The servers answer, so that every connection is established (and FastTracked where a rule says so).
    std::vector<ConnectionInfo> connections;
    engine_.forEachConnection([&](const ConnectionInfo& c) { connections.push_back(c); }, now_);
    for (int round = 0; round < 2; ++round) {
        for (const ConnectionInfo& c : connections) {
            const auto f = PacketBuilder::udp()
                               .from(c.replySrc, c.replySrcPort)
                               .to(c.replyDst, c.replyDstPort)
                               .macs(kServer, kRouter + 1)
                               .payload(18)
                               .build();
            send(1, f.data(), f.size());
        }
        for (std::size_t k = 0; k < frames_.size() / kBatchSize + 1; ++k) {
            runBatch();
        }
    }
    engine_.poll(now_);
}

void PathRig::fill(Batch& batch) {
    batch.count = pool_.take(batch.packets);
    for (PacketBuf* p : batch) {
        p->inPort = 0;
        p->length = kLength;
        std::memcpy(p->frame(), frames_[next_].octets.data(), sizeof frames_[next_].octets);
        next_ = next_ + 1 == frames_.size() ? 0 : next_ + 1;
    }
}

void PathRig::runBatch() {
    Batch batch;
    fill(batch);
    engine_.switchStage(batch, now_);
    engine_.cpuStage(batch, now_);
    now_ += kBatchTime;
}

void PathRig::runGeneratorOnly() {
    Batch batch;
    fill(batch);
    sink_.sendBatch(0, std::span(batch.packets.data(), batch.count), now_);
}

} // namespace bench
