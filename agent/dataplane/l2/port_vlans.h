// What one port of a VLAN-filtering bridge does with VLANs: which it carries, which of them without a tag, and what it lets in.
// The bridge's own interface has one too: it is the port towards the router.
//
//   const std::uint16_t vid = from.enter(packet.vlan);            // kNoVlan: refused
//   if (vid != kNoVlan && to.carries(vid)) … to.untags(vid) …
//
// Decision by bits, the same for the chip, the fast handlers and the slow path. Derived from configuration, constant between changes.
// IEEE 802.1Q clauses 6.9 (acceptable frames, ingress filtering) and 8.8.10 (untagged set).
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <bitset>
#include <cstdint>

namespace agent::dataplane {

constexpr std::uint16_t kNoVlan = 0xffff;

struct PortVlans {
    std::uint16_t pvid = 1;
    FrameTypes frameTypes = FrameTypes::AdmitAll;
    bool ingressFiltering = true;
    std::bitset<4096> member, untagged;

    // VLAN of a frame that comes in with this VID (0: untagged or priority-tagged).
    [[nodiscard]] std::uint16_t enter(std::uint16_t tag) const {
        if (tag == 0 ? frameTypes == FrameTypes::OnlyVlanTagged : frameTypes == FrameTypes::OnlyUntaggedAndPriorityTagged) {
            return kNoVlan;
        }
        const std::uint16_t vid = tag == 0 ? pvid : tag;
        return ingressFiltering && !carries(vid) ? kNoVlan : vid;
    }
    [[nodiscard]] bool carries(std::uint16_t vid) const { return member[vid & 0x0fffu]; }
    [[nodiscard]] bool untags(std::uint16_t vid) const { return untagged[vid & 0x0fffu]; }
};

// The rows of /interface/bridge/vlan for one port, and what RouterOS adds to them: a port that lets untagged frames in is an
// untagged member of its pvid, unless a row has it tagged there.
PortVlans portVlans(const EngineConfig& config, IfIndex bridge, IfIndex port, std::uint16_t pvid, FrameTypes types, bool filtering);

} // namespace agent::dataplane
