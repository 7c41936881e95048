#include "agent/dataplane/pipeline/bridge_firewall.h"

#include "agent/dataplane/parse/arp_message.h"

namespace agent::dataplane {

namespace {

enum FilterChain : std::size_t { kInput, kForward, kOutput };
enum NatChain : std::size_t { kDstNat, kSrcNat };

void setDestination(PacketBuf& p, MacKey mac) {
    storeMac(p.frame(), mac);
    const auto others = static_cast<std::uint8_t>(p.flags & ~kIsGroup);
    p.flags = (mac & kGroupBit) != 0 ? static_cast<std::uint8_t>(others | kIsGroup) : others;
}

// The request turned around: what it asked for is at `mac`. False: it asked for nothing.
bool answerArp(PacketBuf& p, MacKey mac) {
    const auto message = (p.flags & kIsArp) != 0 && !isTagged(p) ? readArp(p) : std::nullopt;
    if (!message || message->operation != ArpOperation::Request) {
        return false;
    }
    writeArp(p, message->senderMac, {ArpOperation::Reply, mac, message->targetAddress, message->senderMac, message->senderAddress});
    return true;
}

void addLabels(std::vector<LogRing::Label>& labels, const std::vector<BridgeRuleConfig>& rules) {
    for (const BridgeRuleConfig& rule : rules) {
        labels.push_back({rule.logPrefix, rule.chain});
    }
}

} // namespace

void BridgeFirewall::configure(const BridgeSettingsConfig& settings, const std::vector<std::string>& interfaceNames) {
    filter_.configure(settings.filter, {"input", "forward", "output"});
    nat_.configure(settings.nat, {"dstnat", "srcnat"});
    std::vector<LogRing::Label> labels;
    addLabels(labels, settings.filter);
    natLog_.firstLabel = static_cast<std::uint32_t>(labels.size());
    addLabels(labels, settings.nat);
    ring_.relabel(labels, interfaceNames);
    any_ = !filter_.empty() || !nat_.empty();
}

BridgeFirewall::Arrival BridgeFirewall::arrive(PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, MacKey own) {
    const BridgeFrame frame{from.interface, bridge.settings().interface, kNoInterface, kNoInterface, own};
    const BridgeVerdict verdict = nat_.run(kDstNat, frame, p, natLog_);
    looked_ += verdict.rulesLooked;
    if (verdict.kind != BridgeVerdict::Translate) {
        return verdict.kind == BridgeVerdict::Drop ? Arrival::Drop : Arrival::Pass;
    }
    switch (verdict.rule->action) {
    case BridgeRuleAction::DstNat:
        setDestination(p, keyOf(verdict.rule->toMac));
        return Arrival::Pass;
    case BridgeRuleAction::Redirect:
        setDestination(p, own);
        return Arrival::Pass;
    case BridgeRuleAction::ArpReply:
        return answerArp(p, keyOf(verdict.rule->toMac)) ? Arrival::Answered : Arrival::Pass;
    default:
        return Arrival::Pass; // src-nat belongs to the other chain
    }
}

bool BridgeFirewall::enter(PacketBuf& p, const Bridge& bridge, IfIndex from, MacKey own) {
    const BridgeFrame frame{from, bridge.settings().interface, kNoInterface, kNoInterface, own};
    const BridgeVerdict verdict = filter_.run(kInput, frame, p, filterLog_);
    looked_ += verdict.rulesLooked;
    return verdict.kind == BridgeVerdict::Accept;
}

bool BridgeFirewall::leave(PacketBuf& p, const Bridge& bridge, const Bridge::Member* from, const Bridge::Member& to) {
    const IfIndex own = bridge.settings().interface;
    const BridgeFrame frame{from == nullptr ? kNoInterface : from->interface, from == nullptr ? kNoInterface : own, to.interface, own, 0};
    const BridgeVerdict filtered = filter_.run(from == nullptr ? kOutput : kForward, frame, p, filterLog_);
    looked_ += filtered.rulesLooked;
    if (filtered.kind == BridgeVerdict::Drop) {
        return false;
    }
    const BridgeVerdict verdict = nat_.run(kSrcNat, frame, p, natLog_);
    looked_ += verdict.rulesLooked;
    if (verdict.kind == BridgeVerdict::Translate && verdict.rule->action == BridgeRuleAction::SrcNat) {
        storeMac(p.frame() + 6, keyOf(verdict.rule->toMac));
    }
    return verdict.kind != BridgeVerdict::Drop;
}

std::optional<BridgeRules::Count> BridgeFirewall::counters(std::uint32_t uid) const {
    const auto found = filter_.counters(uid);
    return found ? found : nat_.counters(uid);
}

void BridgeFirewall::resetCounters(std::uint32_t uid) {
    filter_.resetCounters(uid);
    nat_.resetCounters(uid);
}

} // namespace agent::dataplane
