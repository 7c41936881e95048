#include "agent/dataplane/pipeline/steering.h"

#include "agent/dataplane/conntrack/quoted_packet.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

// Actions that leave the destination alone.
bool keepsDestination(const RuleConfig& rule) {
    switch (rule.action) {
    case RuleAction::Accept:
    case RuleAction::Drop:
    case RuleAction::Jump:
    case RuleAction::Return:
    case RuleAction::Passthrough:
    case RuleAction::Log:
    case RuleAction::Masquerade:
    case RuleAction::SrcNat:
        return true;
    default:
        return false;
    }
}

// Rules that count or list over all flows, which workers could only do each for itself.
bool spansFlows(const RuleConfig& rule) {
    const bool lists = rule.action == RuleAction::AddSrcToAddressList || rule.action == RuleAction::AddDstToAddressList;
    return lists || std::any_of(rule.match.more.begin(), rule.match.more.end(), [](const MoreMatch& m) {
               return std::holds_alternative<match::Limit>(m.what) || std::holds_alternative<match::DstLimit>(m.what) ||
                      std::holds_alternative<match::Nth>(m.what) || std::holds_alternative<match::ConnectionLimit>(m.what) ||
                      std::holds_alternative<match::PortScan>(m.what);
           });
}

std::string_view obstacle(const EngineConfig& c) {
    const auto isPlain = [](const InterfaceConfig& i) {
        return i.type == InterfaceType::Ether || i.type == InterfaceType::Vlan || i.type == InterfaceType::Loopback;
    };
    if (!c.bridges.empty() || !std::all_of(c.interfaces.begin(), c.interfaces.end(), isPlain)) {
        return "there are bridges or tunnels";
    }
    if (!c.queues.simple.empty() || !c.queues.tree.empty()) {
        return "there are queues with one rate for all flows";
    }
    if (!std::all_of(c.firewall.nat.begin(), c.firewall.nat.end(), keepsDestination)) {
        return "there are NAT rules for destinations";
    }
    for (const std::vector<RuleConfig>* table : {&c.firewall.raw, &c.firewall.filter, &c.firewall.mangle, &c.firewall.nat}) {
        if (std::any_of(table->begin(), table->end(), spansFlows)) {
            return "there are rules that count or list over all flows";
        }
    }
    return {};
}

} // namespace

Steering::Steering(const EngineConfig& config, std::uint16_t workers) : workers_(workers) {
    if (workers_ > 1) {
        reason_ = obstacle(config);
        workers_ = reason_.empty() ? workers_ : std::uint16_t{1};
    }
    for (const AddressConfig& a : config.addresses) {
        ours_.push_back({a.address, a.address});
    }
    for (const RuleConfig& rule : config.firewall.nat) {
        if (rule.toAddresses) {
            ours_.push_back(*rule.toAddresses);
        }
    }
}

bool Steering::isOurs(std::uint32_t address) const {
    return std::any_of(ours_.begin(), ours_.end(), [address](const Ipv4Range& r) { return r.contains(address); });
}

std::uint16_t Steering::byHash(std::uint32_t a, std::uint32_t b, std::uint16_t p, std::uint16_t q) const {
    const std::uint64_t addresses = static_cast<std::uint64_t>(a ^ b) << 32 | (a + b); // the same either way round
    const std::uint32_t ports = static_cast<std::uint32_t>(p ^ q) << 16 | static_cast<std::uint16_t>(p + q);
    const std::uint64_t mixed = (addresses * 0x9e3779b97f4a7c15ull ^ ports) * 0xff51afd7ed558ccdull;
    return static_cast<std::uint16_t>((mixed >> 40) % workers_);
}

std::uint16_t Steering::workerOf(const PacketBuf& p) const {
    if (workers_ == 1) {
        return 0;
    }
    if ((p.flags & kIsArp) != 0) {
        return kEveryone;
    }
    if ((p.flags & kIsIpv4) == 0) {
        return 0;
    }
    if ((p.flags & (kHasPorts | kIsFragment)) == kHasPorts) {
        return isOurs(p.dst) ? static_cast<std::uint16_t>(p.dport % workers_) : byHash(p.src, p.dst, p.sport, p.dport);
    }
    if (const auto quoted = quotedPacket(p)) { // seen from where it arose: its source is the translated one
        const FlowKey& key = quoted->key;
        return isOurs(key.src) ? static_cast<std::uint16_t>(key.sport % workers_) : byHash(key.src, key.dst, key.sport, key.dport);
    }
    if (!isOurs(p.dst)) {
        return byHash(p.src, p.dst, 0, 0);
    }
    const auto key = portlessKeyOf(p);
    return key && p.protocol == kProtocolIcmp ? static_cast<std::uint16_t>(key->sport % workers_) : std::uint16_t{0};
}

} // namespace agent::dataplane
