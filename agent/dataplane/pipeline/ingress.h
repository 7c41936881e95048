// First step on the CPU: from the port up through VLAN interfaces and bridges to where the frame belongs.
//
//   ingress.classify(*packet, ingress.entranceOf(ether), now, in);   // packet is parsed; its tags are popped on the way up
//   switch (in.fate) { case Fate::Route: … }
//
// Learns source addresses in software bridges. Counts nothing: what a handler or the slow path does with the frame decides that.
#pragma once

#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/pipeline/engine_state.h"

#include <array>
#include <bit>
#include <cstring>

namespace agent::dataplane {

enum class Fate : std::uint8_t {
    Route,  // for the router: IPv4 or ARP on interface `layer3`
    Bridge, // for another port of the bridge
    Group,  // broadcast or multicast in a bridge: to its ports and up
    Drop,   // for nobody here
};

// The part of Ingress that every frame has, and all of it that a frame has that came straight in for the router: two words.
struct Standing {
    Fate fate = Fate::Drop;
    DropReason refused = DropReason::NotForUs; // of Drop
    bool answered = false;    // Bridge: the frame has become an answer, back to the port it came in by
    bool sourceKnown = false; // bridge: the source was seen on this very port before
    bool fastCapable = true;  // no bridge on the way whose fast path is off
    std::uint8_t crossedCount = 0;
    std::uint8_t vlans = 0;
    std::uint16_t arrived = 0; // octets at the port, without FCS
    IfIndex ether = kNoInterface;
    IfIndex layer3 = kNoInterface;
    IfIndex member = kNoInterface; // Bridge, Group: port of the bridge it came in by
};
static_assert(sizeof(Standing) == 16);

struct Ingress : Standing {
    struct Crossed {
        IfIndex interface;
        std::uint16_t length; // of the frame as that interface sees it
    };
    IfIndex target = kNoInterface; // Bridge: port the destination was last seen on
    std::uint16_t bridge = kNoIndex;
    std::uint16_t vid = 0;
    std::array<Crossed, 4> crossed; // logical interfaces, bottom first; valid up to crossedCount

    void cross(IfIndex interface, std::uint16_t length) {
        if (crossedCount < crossed.size()) {
            crossed[crossedCount++] = {interface, length};
        }
    }
};

class IngressStage {
public:
    explicit IngressStage(EngineState& state)
        : s_(state) {}

    // What the frames of one port have in common, worked out once for a row of them.
    struct Entrance {
        IfIndex ether;
        bool routed; // nothing to climb: neither bridge nor bond nor service tags
        MacKey mac;
        std::uint64_t macWord; // the same as a frame begins with it, in the octets of kMacMask
        Standing standing;     // of a frame for the router, its octets left out
    };
    static constexpr std::uint64_t kMacMask = std::endian::native == std::endian::little ? 0x0000'ffff'ffff'ffff : 0xffff'ffff'ffff'0000;
    // `ether`: the interface of the port.
    [[nodiscard]] Entrance entranceOf(IfIndex ether) const {
        const StackedInterface& at = s_.stack[ether];
        std::array<std::uint8_t, 8> address{};
        storeMac(address.data(), at.mac);
        Standing standing;
        standing.fate = Fate::Route;
        standing.ether = standing.layer3 = ether;
        const bool routed = !at.climbs && at.serviceTable == kNoIndex && (at.mac & kGroupBit) == 0;
        return {ether, routed, at.mac, std::bit_cast<std::uint64_t>(address), standing};
    }
    // `at`: of packet.inPort. Sets packet.inInterface as far up as it gets.
    void classify(PacketBuf& p, const Entrance& at, core::base::Nanos now, Ingress& in) {
        if (at.routed && !isTagged(p)) [[likely]] {
            receiveStraight(p, at, in);
            return;
        }
        static_cast<Standing&>(in) = Standing{};
        in.arrived = p.length;
        in.ether = at.ether;
        climb(p, at.ether, now, in);
    }
    // The same for an untagged frame that comes in by a routed entrance. True: it is addressed to the router alone.
    [[gnu::always_inline]] static bool receiveStraight(PacketBuf& p, const Entrance& at, Ingress& in) {
        static_cast<Standing&>(in) = at.standing;
        in.arrived = p.length;
        p.inInterface = at.ether;
        std::uint64_t destination;
        std::memcpy(&destination, p.frame(), sizeof destination);
        const bool own = ((destination ^ at.macWord) & kMacMask) == 0;
        if (!own && (p.flags & kIsGroup) == 0) {
            in.fate = Fate::Drop;
        }
        return own;
    }
    // A group frame of a bridge goes on to the bridge's own interface: fills in what lies above.
    void riseAboveBridge(PacketBuf& p, core::base::Nanos now, Ingress& in);

private:
    void climb(PacketBuf& p, IfIndex from, core::base::Nanos now, Ingress& in);
    IfIndex enterBridge(PacketBuf& p, const Bridge& bridge, Ingress& in);
    bool snoop(const PacketBuf& p, Bridge& bridge, const Bridge::Member& from, core::base::Nanos now, Ingress& in);
    bool translate(PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, Ingress& in);
    void popInto(PacketBuf& p, IfIndex vlan, Ingress& in);
    void popServiceTag(PacketBuf& p, IfIndex vlan, Ingress& in);

    EngineState& s_;
};

} // namespace agent::dataplane
