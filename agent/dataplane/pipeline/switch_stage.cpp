#include "agent/dataplane/pipeline/switch_stage.h"

#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/pipeline/trace_notes.h"

#include <algorithm>

#include <cstring>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {

// The VID on the wire, for chips that forward by VLAN; 0 when untagged. Reads no more than the frame has.
std::uint16_t wireVid(const PacketBuf& p) {
    const bool tagged = p.length >= kEthernetHeader + kVlanTag && core::base::loadBe16(p.frame() + 12) == kEtherTypeVlan;
    return tagged ? static_cast<std::uint16_t>(core::base::loadBe16(p.frame() + 14) & 0x0fffu) : std::uint16_t{0};
}

// Both addresses of a frame, to tell whether two frames have the same.
struct Addresses {
    std::uint64_t first = 0;
    std::uint32_t rest = 0;

    Addresses() = default;
    explicit Addresses(const PacketBuf& p) {
        std::memcpy(&first, p.frame(), 8);
        std::memcpy(&rest, p.frame() + 8, 4);
    }
    bool operator==(const Addresses&) const = default;
};

} // namespace

// Frames of one port come in a row: what the port means is worked out once for all of them.
void SwitchStage::run(Batch& batch, Nanos now) {
    s_.ledger.received += batch.count;
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::arrived(s_, batch, now);
    }
    std::size_t left = 0;
    for (std::size_t first = 0, next = 0; first < batch.count; first = next) {
        const PortId port = batch.packets[first]->inPort;
        for (next = first + 1; next < batch.count && batch.packets[next]->inPort == port;) {
            ++next;
        }
        left = receive(batch, entranceOf(port), first, next, left, now);
    }
    batch.count = left;
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::leftToCpu(s_, batch);
    }
    s_.out.flush(now);
}

// Packets [first, next) of one port; those for the CPU move down to `left`. Returns the new `left`.
std::size_t SwitchStage::receive(Batch& batch, const Entrance& at, std::size_t first, std::size_t next, std::size_t left, Nanos now) {
    PacketBuf** packets = batch.packets.data();
    if (at.ether == kNoInterface) { // nothing listens on that port: its link is down
        std::for_each(packets + first, packets + next, [this](PacketBuf* p) { s_.drop(p, DropReason::NoInterface); });
        return left;
    }
    if (!at.chip && !s_.chipLinks.limited()) {
        return handUp(batch, at.ether, first, next, left);
    }
    std::uint64_t octets = 0, frames = 0;
    switched_ = {};
    train_ = nullptr;
    Addresses leader;
    constexpr std::size_t kAhead = 6;
    for (std::size_t i = first; i < next; ++i) {
        PacketBuf* p = packets[i];
        if (p->length < kEthernetHeader) [[unlikely]] {
            s_.stats[at.ether].rxError += 1;
            s_.drop(p, DropReason::TooShort);
            continue;
        }
        octets += p->wireLength();
        ++frames;
        if (at.chip) {
            if (i + kAhead < next) {
                __builtin_prefetch(packets[i + kAhead]->frame());
            }
            const Addresses addresses(*p);
            if (train_ != nullptr && addresses == leader) {
                add(switched_, p->length);
                p->path = PathKind::Switch;
                s_.out.push(*train_, p, now);
                continue;
            }
            leader = addresses;
            train_ = nullptr;
            if (switchFrame(p, at, now) == Outcome::Taken) {
                continue;
            }
        }
        if (s_.chipLinks.limited() && at.wired && !s_.chipLinks.toCpu(*at.wired, p->wireLength(), now)) [[unlikely]] {
            s_.stats[at.ether].rxDrop += 1;
            s_.drop(p, DropReason::ChipLink);
            continue;
        }
        packets[left++] = p;
    }
    s_.stats[at.ether].rxByte += octets;
    s_.stats[at.ether].rxPacket += frames;
    s_.countPath(PathKind::Switch, switched_);
    return left;
}

// A port without a chip, or one whose chip only hands frames up: they are counted, no more.
std::size_t SwitchStage::handUp(Batch& batch, IfIndex ether, std::size_t first, std::size_t next, std::size_t left) {
    PacketBuf** packets = batch.packets.data();
    const std::size_t before = left;
    std::uint64_t octets = 0;
    for (std::size_t i = first; i < next; ++i) {
        PacketBuf* p = packets[i];
        if (p->length < kEthernetHeader) [[unlikely]] {
            s_.stats[ether].rxError += 1;
            s_.drop(p, DropReason::TooShort);
            continue;
        }
        octets += p->wireLength();
        packets[left++] = p;
    }
    s_.stats[ether].rxByte += octets;
    s_.stats[ether].rxPacket += left - before;
    return left;
}

SwitchStage::Entrance SwitchStage::entranceOf(PortId port) const {
    Entrance at;
    at.port = port;
    at.ether = s_.stack.etherOf(port);
    if (at.ether == kNoInterface || !s_.config->ports[port].chip) {
        return at;
    }
    at.wired = at.chip = s_.config->ports[port].chip;
    at.routes = routesInHardware(port, *at.chip);
    const ChipConfig& c = s_.config->chips[*at.chip];
    at.tracks = c.offloadsFastTrack && c.l3HwOffloading && c.fastTrackLimit != 0 && s_.config->fastTrackHw && s_.switches.fastTrack &&
                s_.config->ip.ipForward && s_.conntrack.fastTrackedCount() != 0;
    const IfIndex bond = s_.stack[at.ether].bond;
    if (bond != kNoInterface && !s_.bonds[s_.stack[at.ether].bondSlot].receivesOn(at.ether)) {
        at.chip.reset();
        return at;
    }
    const IfIndex entry = bond != kNoInterface ? bond : at.ether; // a slave stands for its bond
    const StackedInterface& in = s_.stack[entry];
    if (bond != kNoInterface && in.bridge == kNoInterface) {
        at.chip.reset(); // a bond with an address is the CPU's
    }
    if (in.bridge != kNoInterface) {
        at.bridge = s_.bridges[in.bridgeSlot].get();
        at.member = at.bridge->member(entry);
        if (at.member == nullptr || !at.member->chip) {
            at.chip.reset(); // a bridge port without flag H: the chip only hands frames up
        }
    }
    return at;
}

SwitchStage::Outcome SwitchStage::switchFrame(PacketBuf* p, const Entrance& at, Nanos now) {
    if (at.bridge != nullptr) {
        Bridge& bridge = *at.bridge;
        const Bridge::Member& from = *at.member;
        const bool filtering = bridge.settings().vlanFiltering;
        const std::uint16_t vid = filtering ? from.vlans->enter(wireVid(*p)) : std::uint16_t{0};
        if (vid == kNoVlan) [[unlikely]] {
            return refuse(p, at.ether);
        }
        bridge.learn(*p, from, vid, now, true);
        if (bridge.snooping().on()) [[unlikely]] {
            parse(*p);
            if (bridge.snooping().traps(*p)) {
                return Outcome::ToCpu;
            }
        }
        const MacKey destination = destinationMac(*p);
        if ((destination & kGroupBit) != 0) {
            floodInChip(*p, bridge, from, vid, now);
            return Outcome::ToCpu;
        }
        const Fdb::Host* host = bridge.hosts().find(destination, vid);
        if (host == nullptr && vid != 0) {
            host = bridge.hosts().find(destination, 0); // the router's own addresses belong to every VLAN
        }
        if (host == nullptr) {
            floodInChip(*p, bridge, from, vid, now);
            return Outcome::ToCpu;
        }
        if (!host->local) {
            const Bridge::Member* to = bridge.member(host->port);
            if (to == nullptr || to->chip != at.chip) {
                return Outcome::ToCpu; // learned behind the CPU port
            }
            add(switched_, p->length);
            if (to == &from) {
                s_.drop(p, DropReason::SamePort); // it is where it has to be
                return Outcome::Taken;
            }
            if (filtering) {
                if (!to->vlans->carries(vid)) [[unlikely]] {
                    s_.stats[to->interface].txDrop += 1;
                    s_.drop(p, DropReason::VlanFiltering);
                    return Outcome::Taken;
                }
                parse(*p);
                bridge.tagFor(*p, vid, *to->vlans);
            }
            p->path = PathKind::Switch;
            if (to->port == kNoPort) [[unlikely]] {
                sendByChip(p, to->interface, now); // a bond
                return Outcome::Taken;
            }
            PortBatches::Lane& lane = s_.out.lane(s_.stack[to->interface].port, to->interface, PortBatches::Sender::Chip);
            train_ = filtering || s_.trace.on() ? nullptr : &lane; // a trace looks at every frame
            if (s_.trace.on()) [[unlikely]] {
                trace_notes::leftByChip(s_, *p, to->interface);
            }
            s_.out.push(lane, p, now);
            return Outcome::Taken;
        }
    }
    if (at.routes && routeFrame(p, *at.chip, now) == Outcome::Taken) {
        return Outcome::Taken;
    }
    return at.tracks ? trackFrame(p, *at.chip, now) : Outcome::ToCpu;
}

// A VLAN the port is no member of, or a frame type it does not take.
SwitchStage::Outcome SwitchStage::refuse(PacketBuf* p, IfIndex port) {
    add(switched_, p->length);
    s_.stats[port].rxDrop += 1;
    s_.drop(p, DropReason::VlanFiltering);
    return Outcome::Taken;
}

bool SwitchStage::routesInHardware(PortId port, std::uint16_t chip) const {
    const ChipConfig& c = s_.config->chips[chip];
    return c.offloadsRouting && c.l3HwOffloading && s_.config->ports[port].l3HwOffloading && s_.config->ip.ipForward;
}

IfIndex SwitchStage::hardwareInterface(const PacketBuf& p, IfIndex ether) const {
    const StackedInterface& in = s_.stack[ether];
    if (in.bridge == kNoInterface) {
        const bool mine = !isTagged(p) && destinationMac(p) == in.mac; // a VLAN interface on a port is the CPU's work
        return mine ? ether : kNoInterface;
    }
    const Bridge& bridge = *s_.bridges[in.bridgeSlot];
    if (!bridge.settings().vlanFiltering) {
        return isTagged(p) ? kNoInterface : in.bridge;
    }
    const std::uint16_t vid = bridge.enter(p, *bridge.member(ether)->vlans);
    if (vid == kNoVlan || !bridge.own().carries(vid)) {
        return kNoInterface;
    }
    return bridge.own().untags(vid) ? in.bridge : s_.stack.vlanOn(in.bridge, vid);
}

// What the chip cannot do itself goes to the CPU: options, TTL, MTU, unresolved neighbours, ports of another chip.
SwitchStage::Outcome SwitchStage::routeFrame(PacketBuf* p, std::uint16_t chip, Nanos now) {
    parse(*p);
    if ((p->flags & (kIsIpv4 | kMalformed | kHasIpOptions | kIsGroup)) != kIsIpv4 || p->ttl <= 1 || isMulticast(p->dst)) {
        return Outcome::ToCpu;
    }
    const IfIndex ether = s_.stack.etherOf(p->inPort);
    const IfIndex in = hardwareInterface(*p, ether);
    if (in == kNoInterface || !s_.config->interfaces[in].l3HwOffloading || s_.routes.vrfOf(in) != 0) {
        return Outcome::ToCpu;
    }
    const NextHop* hop = s_.hwRoutes[chip].lookup(p->dst, flowHashOf(*p));
    if (hop == nullptr) {
        return Outcome::ToCpu;
    }
    if (hop->kind == NextHopKind::Blackhole) {
        s_.countPath(PathKind::L3Hw, p->length);
        s_.drop(p, DropReason::Blackhole);
        return Outcome::Taken;
    }
    const NeighbourTable::Index neighbour = s_.neighbours.lookup(hop->interface, hop->neighbour(p->dst));
    if (neighbour == NeighbourTable::kNone) {
        return Outcome::ToCpu;
    }
    const Adjacency& a = s_.adjacencies.of(neighbour);
    const std::uint32_t octets = totalLength(*p);
    const bool sameChip =
        a.direct && s_.config->ports[a.port].chip == chip && s_.config->ports[a.port].l3HwOffloading && (a.chip == chip || a.viaCount == 0);
    if (!sameChip || octets > a.mtu || !s_.config->interfaces[hop->interface].l3HwOffloading) {
        return Outcome::ToCpu;
    }
    s_.countPath(PathKind::L3Hw, p->length);
    s_.neighbours.used(neighbour, now);
    p->path = PathKind::L3Hw;
    trimPadding(*p);
    decrementTtl(*p);
    writeLinkHeader(*p, a, true);
    sendByChip(p, a.ether, now);
    return Outcome::Taken;
}

const Adjacency* SwitchStage::ownWay(const NextHop& hop, std::uint32_t destination, std::uint16_t chip, std::uint32_t octets, Nanos now) {
    const NeighbourTable::Index neighbour =
        hop.forwards() ? s_.neighbours.lookup(hop.interface, hop.neighbour(destination)) : NeighbourTable::kNone;
    if (neighbour == NeighbourTable::kNone) {
        return nullptr;
    }
    const Adjacency& a = s_.adjacencies.of(neighbour);
    const bool sameChip = a.direct && s_.config->ports[a.port].chip == chip && (a.chip == chip || a.viaCount == 0);
    if (!sameChip || octets > a.mtu) {
        return nullptr;
    }
    s_.neighbours.used(neighbour, now);
    return &a;
}

// The connection's periodic sample, SYN, FIN and RST still go to the CPU: they keep its state. So does everything when FastTrack is
// stopped there. Ports need no l3-hw-offloading for this (vendor manual, firewall per port).
SwitchStage::Outcome SwitchStage::trackFrame(PacketBuf* p, std::uint16_t chip, Nanos now) {
    parse(*p);
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kMalformed | kHasIpOptions | kIsGroup | kHasPorts | kIsFragment;
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    if ((p->flags & kLookedAt) != (kIsIpv4 | kHasPorts) || p->ttl <= 1 || (p->tcpFlags & kUnusual) != 0 ||
        hardwareInterface(*p, s_.stack.etherOf(p->inPort)) == kNoInterface || !s_.conntrack.lookupFastTracked(p, now)) {
        return Outcome::ToCpu;
    }
    FlowEntry& flow = s_.conntrack.flow(p->connection, p->direction);
    const std::uint32_t octets = totalLength(*p);
    const Adjacency* way = ownWay(decide_.routeOf(flow), flow.newDst, chip, octets, now);
    if (way == nullptr || !s_.conntrack.offload(p->connection, s_.config->chips[chip].fastTrackLimit)) {
        return Outcome::ToCpu; // parsed once more there
    }
    s_.countPath(PathKind::L3Hw, p->length);
    flow.countFastTracked(octets, now);
    p->path = PathKind::L3Hw;
    trimPadding(*p);
    forwardFlow(*p, flow);
    writeLinkHeader(*p, *way, true);
    sendByChip(p, way->ether, now);
    return Outcome::Taken;
}

void SwitchStage::floodInChip(const PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, std::uint16_t vid, Nanos now) {
    const MacKey destination = destinationMac(p);
    const Snooping::Scope scope = bridge.snooping().on() ? bridge.snooping().scopeOf(p, now) : Snooping::Scope{};
    for (const Bridge::Member& to : bridge.members()) {
        if (to.chip != from.chip || !bridge.mayPass(from, to, vid) || !bridge.reaches(scope, to, destination, vid, now)) {
            continue;
        }
        PacketBuf* copy = s_.clone(p);
        if (copy == nullptr) {
            return;
        }
        if (bridge.settings().vlanFiltering) {
            parse(*copy);
            bridge.tagFor(*copy, vid, *to.vlans);
        }
        copy->path = PathKind::Switch;
        sendByChip(copy, to.interface, now);
    }
}

void SwitchStage::sendByChip(PacketBuf* p, IfIndex interface, Nanos now) {
    IfIndex ether = interface;
    if (s_.stack[interface].type == InterfaceType::Bond) [[unlikely]] {
        parse(*p);
        ether = s_.bonds[s_.stack[interface].bondSlot].pick(*p);
        if (ether == kNoInterface) {
            s_.drop(p, DropReason::BondInactive);
            return;
        }
    }
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::leftByChip(s_, *p, ether);
    }
    s_.out.push(s_.stack[ether].port, ether, PortBatches::Sender::Chip, p, now);
}

} // namespace agent::dataplane
