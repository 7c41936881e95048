// What a packet costs a core of the modelled board, from what was done to it (see CostProfile for each figure's meaning).
// The engine adds these up per batch; the runtime keeps the cores busy for that long.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "core/model/path_kind.h"

#include <cstdint>

namespace agent::dataplane {

// What the pipeline notes down while it handles one packet.
struct PacketWork {
    core::model::PathKind path = core::model::PathKind::Slow;
    bool bridged = false; // forwarded by a bridge, never routed
    bool newConnection = false;
    bool tracked = false; // connection tracking looked its connection up, on the slow path
    std::uint16_t rules = 0;        // looked at, all tables together
    std::uint16_t vlans = 0;        // VLAN interfaces crossed
    std::uint16_t simpleQueues = 0; // looked at
    std::uint16_t tunnels = 0;      // headers of tunnels put on or taken off
    std::uint16_t encrypted = 0;    // packets encrypted or decrypted …
    std::uint32_t encryptedOctets = 0; // … and their octets
    std::uint16_t queued = 0;       // passes through a software queue or HTB
};

// Nanoseconds on the core the flow hashes to. 0 for hardware paths and for a native profile.
[[nodiscard]] double flowCost(const CostProfile& profile, const PacketWork& work);
// Nanoseconds on the core that owns the egress queue.
[[nodiscard]] double queueingCost(const CostProfile& profile, const PacketWork& work);

} // namespace agent::dataplane
