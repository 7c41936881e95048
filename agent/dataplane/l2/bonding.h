// Several Ethernet interfaces as one: which of them may receive and send, and which one a frame leaves by.
//
//   bond.configure(config.bonds[i], stack);
//   if (!bond.receivesOn(ether)) drop(frame);
//   const IfIndex out = bond.pick(frame);        // kNoInterface: no slave is up
//
// LACP is not spoken: with 802.3ad a slave counts as bundled with its partner while its interface is up, and MII link monitoring is
// the state of the interface. Hashes are those of the Linux bonding documentation (xmit_hash_policy), which RouterOS's policies name.
// One thread.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/l2/interface_stack.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

// layer-2: addresses and EtherType; layer-2-and-3: and IPv4 addresses; layer-3-and-4: IPv4 addresses and ports. What is no IPv4 goes by
// layer 2; fragments by addresses only, so that all of a packet stay together.
[[nodiscard]] std::uint32_t bondHash(const PacketBuf& p, BondHash policy);

class Bond {
public:
    void configure(const BondConfig& bond, const InterfaceStack& stack);

    [[nodiscard]] const BondConfig& settings() const { return settings_; }
    [[nodiscard]] bool up() const { return !active_.empty(); }
    // active-backup listens on its active slave only, every other mode on all that are up.
    [[nodiscard]] bool receivesOn(IfIndex slave) const;
    // The slave for this frame; kNoInterface when none is up. balance-rr takes turns.
    [[nodiscard]] IfIndex pick(const PacketBuf& p);
    // Slaves that carry traffic now: one with active-backup. broadcast sends by all of them.
    [[nodiscard]] const std::vector<IfIndex>& active() const { return active_; }

private:
    BondConfig settings_;
    std::vector<IfIndex> active_;
    std::uint32_t turn_ = 0;
};

} // namespace agent::dataplane
