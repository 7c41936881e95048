#include "tests/agreement/taken_path.h"

#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "core/devices/board.h"
#include "tests/agent/dataplane/support/engine_lab.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace agreement {

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

constexpr unsigned kLater = 24; // packets each way; FastTrack sends one in some hundred through the slow path

struct Ipv4Tuple {
    std::uint32_t source = 0, destination = 0;
    std::uint16_t sourcePort = 0, destinationPort = 0;
    std::uint16_t echo = 0; // identifier, where it is an echo (RFC 792)
};

// Of a frame with one tag at most.
std::optional<Ipv4Tuple> tupleOf(const Frame& f) {
    const std::size_t link = f.size() > 18 && core::base::loadBe16(&f[12]) == kEtherTypeVlan ? 18 : 14;
    if (f.size() < link + 28 || core::base::loadBe16(&f[link - 2]) != kEtherTypeIpv4) {
        return {};
    }
    const std::uint8_t* h = f.data() + link;
    return Ipv4Tuple{core::base::loadBe32(h + 12), core::base::loadBe32(h + 16), core::base::loadBe16(h + 20), core::base::loadBe16(h + 22), core::base::loadBe16(h + 24)};
}

// Of most of them.
std::optional<PathKind> mostOf(const std::vector<std::optional<PathKind>>& paths) {
    std::optional<PathKind> best;
    std::ptrdiff_t most = 0;
    for (const auto& path : paths) {
        const auto count = std::count(paths.begin(), paths.end(), path);
        if (count > most) {
            best = path;
            most = count;
        }
    }
    return best;
}

} // namespace

std::string hostOf(const Segment& segment, unsigned flow) {
    const std::string& network = !segment.remote.empty() ? segment.remote : !segment.network.empty() ? segment.network : "10.77.0";
    return network + "." + std::to_string(10 + flow % 100);
}

struct TakenPath::Bench {
    explicit Bench(const core::devices::Board& board)
        : live(board, false, [](EngineConfigPtr) {}) {}

    PortId port(const Segment& segment) const {
        const auto& ports = lab.config.ports;
        return static_cast<PortId>(std::find_if(ports.begin(), ports.end(), [&](const auto& p) { return p.name == segment.port; }) - ports.begin());
    }
    MacKey routerMac(const Segment& segment) const {
        const auto* item = live.tree().findInterface(segment.interface);
        return loadMac(lab.config.interfaces[live.compiled().interfaceOf(item->id)].mac.octets.data());
    }
    // The host that answers in the network of this segment.
    std::string neighbourOf(const Segment& segment, unsigned flow) const { return segment.remote.empty() ? hostOf(segment, flow) : segment.network + ".254"; }

    void introduce(const Segment& segment, MacKey host, unsigned flow) {
        Frame f = arpFrame(ArpOperation::Reply, host, neighbourOf(segment, flow), routerMac(segment), segment.network + ".1", routerMac(segment));
        if (segment.vid) {
            f.insert(f.begin() + 12, {0x81, 0x00, static_cast<std::uint8_t>(*segment.vid >> 8), static_cast<std::uint8_t>(*segment.vid)});
        }
        if (f.size() < kMinFrame) {
            f.resize(kMinFrame, 0);
        }
        lab.push(port(segment), f);
    }
    // As two hosts that talk to each other for the first time do: both are known to bridges and chips afterwards.
    void greet(const Segment& segment, MacKey host, unsigned flow) {
        Frame f = arpFrame(ArpOperation::Request, host, "10.77.1." + std::to_string(1 + flow % 200), 0, "10.77.2.1", kBroadcastMac);
        if (segment.vid) {
            f.insert(f.begin() + 12, {0x81, 0x00, static_cast<std::uint8_t>(*segment.vid >> 8), static_cast<std::uint8_t>(*segment.vid)});
        }
        through(segment, segment, f, kBroadcastMac);
    }
    // Names of queues that have seen packets, by how many.
    std::map<std::string, std::uint64_t> queued() const {
        std::map<std::string, std::uint64_t> out;
        for (const auto* item : live.tree().items("/queue/tree")) {
            out["/queue/tree " + std::string(item->value("name"))] = lab.engine.treeStats(item->id).packets;
        }
        for (const auto* item : live.tree().items("/queue/simple")) {
            const SimpleQueueStats stats = lab.engine.simpleStats(item->id);
            out["/queue/simple " + std::string(item->value("name"))] = stats.upload.packets + stats.download.packets;
        }
        return out;
    }
    // What reached the one it was meant for (an error about it, sent back by the same port, does not count); `path` is how. A frame that a chip floods goes to the CPU as well: the faster one counts.
    std::optional<Frame> through(const Segment& from, const Segment& to, const Frame& frame, MacKey receiver) {
        const PortId out = port(to);
        const PathCounters before = lab.engine.pathCounters();
        const PacketLedger ledger = lab.engine.ledger();
        const auto left = pushed(port(from), out, frame, receiver);
        path.reset();
        for (std::size_t k = 0; !left && k < kDropReasonCount; ++k) {
            if (lab.engine.ledger().drops[k] != ledger.drops[k]) {
                lost = dropReasonName(static_cast<DropReason>(k));
            }
        }
        for (const PathKind kind : core::model::kAllPaths) {
            const auto k = static_cast<std::size_t>(kind);
            if (!path && lab.engine.pathCounters().packets[k] != before.packets[k]) {
                path = kind;
            }
        }
        return left;
    }

    agent::control::LiveConfig live;
    EngineLab lab{512};
    std::optional<PathKind> path;
    std::string lost; // why the last packet that was lost was lost

private:
    std::optional<Frame> pushed(PortId in, PortId out, const Frame& frame, MacKey receiver) {
        for (int wait = 0; wait < 20; ++wait) {
            const auto sent = wait == 0 ? lab.push(in, frame) : lab.advance(core::base::kMillisecond);
            for (const auto& each : sent) {
                if (each.port == out && loadMac(each.octets.data()) == receiver && tupleOf(each.octets)) {
                    return each.octets;
                }
            }
        }
        return {};
    }
};

TakenPath::TakenPath(const GeneratedRouter& router) {
    const auto board = core::devices::loadBoard(router.model);
    if (!board) {
        fault_ = board.error().text;
        return;
    }
    bench_ = std::make_unique<Bench>(*board);
    if (const auto done = agent::control::loadScript(bench_->live, router.text, "generated.rsc"); !done) {
        fault_ = done.error().text;
        return;
    }
    for (const auto& [menu, table] : bench_->live.tree().tables()) {
        for (const auto* item : bench_->live.tree().items(menu)) {
            for (const auto& what : agent::control::unmodelledIn(menu, *item)) {
                if (!what.inForce) {
                    fault_ = "not in force: " + menu + " " + what.property + "=" + what.value;
                }
            }
        }
    }
    bench_->lab.config = *bench_->live.compiled().config;
    bench_->lab.apply();
    bench_->lab.advance(core::base::kMillisecond);
}

TakenPath::~TakenPath() = default;

Taken TakenPath::follow(const Segment& from, const Segment& to, const Traffic& traffic) {
    EngineLab& lab = bench_->lab;
    const unsigned flow = flows_++;
    const MacKey a = 0x02'aa'00'00'00'00 + flow, b = 0x02'bb'00'00'00'00 + flow;
    const bool routed = !from.network.empty();
    Taken taken;
    if (routed) {
        bench_->introduce(from, a, flow);
        bench_->introduce(to, b, flow + 1);
        lab.advance(10 * core::base::kMillisecond);
    } else {
        bench_->greet(from, a, flow);
        taken.greeting = bench_->path;
        bench_->greet(to, b, flow + 1);
    }
    const MacKey nextOfA = routed ? bench_->routerMac(from) : b, nextOfB = routed ? bench_->routerMac(to) : a;
    const auto sourcePort = static_cast<std::uint16_t>(traffic.protocol == "icmp" ? 0 : 20000 + flow);
    const std::uint32_t hostA = ip(hostOf(from, flow)), hostB = ip(hostOf(to, flow + 1));

    std::uint16_t echo = static_cast<std::uint16_t>(flow + 1);
    const auto builder = [&](std::uint8_t flags, bool answers) {
        return traffic.protocol == "tcp"   ? PacketBuilder::tcp(flags)
               : traffic.protocol == "udp" ? PacketBuilder::udp()
                                           : PacketBuilder::protocol(kProtocolIcmp).icmp(answers ? icmp::kEchoReply : icmp::kEchoRequest, echo);
    };
    const auto finish = [](PacketBuilder packet, const Segment& at) { return at.vid ? packet.vlan(*at.vid).build() : packet.build(); };
    std::uint32_t sequenceA = 1000, sequenceB = 0;
    const auto there = [&](std::uint8_t flags, std::size_t payload) {
        PacketBuilder packet = builder(flags, false).from(hostA, sourcePort).to(hostB, traffic.destinationPort).macs(a, nextOfA).sequence(sequenceA, sequenceB).payload(payload);
        sequenceA += static_cast<std::uint32_t>(payload) + ((flags & tcp::kSyn) != 0 ? 1 : 0);
        return finish(packet, from);
    };
    const auto back = [&](const Ipv4Tuple& seen, std::uint8_t flags, std::size_t payload) {
        const std::uint16_t asked = std::exchange(echo, seen.echo); // translation may give it another one
        PacketBuilder packet = builder(flags, true).from(seen.destination, seen.destinationPort).to(seen.source, seen.sourcePort).macs(b, nextOfB)
                                   .sequence(sequenceB, sequenceA).payload(payload);
        echo = asked;
        sequenceB += static_cast<std::uint32_t>(payload) + ((flags & tcp::kSyn) != 0 ? 1 : 0);
        return finish(packet, to);
    };

    const auto opened = bench_->through(from, to, there(tcp::kSyn, 0), b);
    taken.first = bench_->path;
    if (!opened) {
        taken.firstLost = true;
        taken.lostBecause = bench_->lost;
        return taken;
    }
    const Ipv4Tuple seen = *tupleOf(*opened); // as the other end sees it, after address translation
    sequenceB = 5000;
    taken.replyLost = !bench_->through(to, from, back(seen, tcp::kSyn | tcp::kAck, 0), a);
    std::map<std::string, std::uint64_t> queued;
    std::vector<std::optional<PathKind>> thereOn, backOn;
    for (unsigned n = 0; n < kLater && !taken.laterLost && !taken.replyLost && !taken.laterReplyLost; ++n) {
        lab.advance(core::base::kMillisecond);
        const auto before = bench_->queued();
        taken.laterLost = !bench_->through(from, to, there(tcp::kAck, n == 0 ? 0 : 100), b);
        thereOn.push_back(bench_->path);
        for (const auto& [name, packets] : bench_->queued()) {
            queued[name] += n < kLater / 2 ? 0 : packets - before.at(name); // until then FastTrack has not begun
        }
        if (!taken.laterLost) {
            taken.laterReplyLost = !bench_->through(to, from, back(seen, tcp::kAck, 100), a);
            backOn.push_back(bench_->path);
        }
    }
    for (const auto& [name, packets] : queued) {
        if (packets > 0) {
            taken.queues.push_back(name);
        }
    }
    const auto last = [](std::vector<std::optional<PathKind>>& paths) {
        paths.erase(paths.begin(), paths.size() > kLater / 2 ? paths.end() - kLater / 2 : paths.begin());
        return mostOf(paths);
    };
    taken.lostBecause = taken.laterLost || taken.replyLost || taken.laterReplyLost ? bench_->lost : std::string();
    taken.steady = last(thereOn);
    taken.back = last(backOn);
    return taken;
}

} // namespace agreement
