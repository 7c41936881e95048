#include "agent/dataplane/l2/bonding.h"

#include "agent/dataplane/parse/ethernet.h"

#include <algorithm>
#include <iterator>

namespace agent::dataplane {

std::uint32_t bondHash(const PacketBuf& p, BondHash policy) {
    const std::uint8_t* frame = p.frame();
    const std::uint32_t layer2 = frame[5] ^ frame[11] ^ core::base::loadBe16(frame + 12);
    if (policy == BondHash::Layer2 || (p.flags & (kIsIpv4 | kMalformed)) != kIsIpv4) {
        return layer2;
    }
    const bool ports = (p.flags & (kHasPorts | kIsFragment)) == kHasPorts;
    std::uint32_t hash = policy == BondHash::Layer2And3 ? layer2 : ports ? static_cast<std::uint32_t>(p.sport) << 16 | p.dport : 0u;
    hash ^= p.src ^ p.dst;
    hash ^= hash >> 16;
    hash ^= hash >> 8;
    return policy == BondHash::Layer3And4 ? hash >> 1 : hash;
}

void Bond::configure(const BondConfig& bond, const InterfaceStack& stack) {
    settings_ = bond;
    active_.clear();
    const auto isUp = [&](IfIndex slave) { return slave < stack.size() && stack[slave].enabled && stack[slave].port != kNoPort; };
    std::copy_if(bond.slaves.begin(), bond.slaves.end(), std::back_inserter(active_), isUp);
    if (bond.mode == BondMode::Lacp && active_.size() < bond.minLinks) {
        active_.clear();
    }
    if (bond.mode == BondMode::ActiveBackup && !active_.empty()) {
        const auto primary = std::find(active_.begin(), active_.end(), bond.primary);
        active_ = {primary == active_.end() ? active_.front() : *primary};
    }
}

bool Bond::receivesOn(IfIndex slave) const {
    return std::find(active_.begin(), active_.end(), slave) != active_.end();
}

IfIndex Bond::pick(const PacketBuf& p) {
    if (active_.empty()) {
        return kNoInterface;
    }
    const auto count = static_cast<std::uint32_t>(active_.size());
    switch (settings_.mode) {
    case BondMode::BalanceRr:
        return active_[turn_++ % count];
    case BondMode::BalanceXor:
    case BondMode::Lacp:
        return active_[bondHash(p, settings_.hash) % count];
    case BondMode::ActiveBackup:
    case BondMode::Broadcast:
        break;
    }
    return active_.front();
}

} // namespace agent::dataplane
