// /ip/firewall raw, mangle, nat, filter: rules compiled to a compact program and run over packets.
//
//   Classifier classifier(conntrack);
//   if (auto ok = classifier.configure(config->firewall, config->interfaces); !ok) report(ok.error());   // former rules stay in force
//   RuleContext context{now};
//   Verdict v = classifier.run(Table::Filter, HookChain::Forward, packet, context);
//
// Actions done here: counters, log lines, address lists, packet-mark (PacketBuf::packetMark), connection-mark (ConnectionEntry::mark),
// routing-mark (RuleContext), notrack (PacketBuf::connectionState = untracked; ends the raw table like accept), fasttrack-connection
// (Conntrack::setFastTrack when the packet is TCP or UDP of an established or related connection in chain forward; the packet goes on
// to the next rule), change-mss, change-dscp, change-ttl, strip-ipv4-options, clear-df, route (RuleContext::gateway).
// Left to the caller: drop, reject, tarpit and the translations of a Verdict. A chain that ends accepts.
// Matchers on ports, tcp-flags and icmp-type never match a packet that has no such field (a later fragment), negated or not.
// mark-*, change-*, route with passthrough=no, all translations, accept, drop, reject, tarpit end the table; all others go on to the next
// rule.
//
// Counters go by uid and survive configure(), as do dynamic address-list entries by the list's name. Octets are of the IPv4 packet.
// One thread. run() does not allocate, except when a dynamic address list doubles.
#pragma once

#include "agent/dataplane/classifier/address_list.h"
#include "agent/dataplane/classifier/log_ring.h"
#include "agent/dataplane/classifier/match_watch.h"
#include "agent/dataplane/classifier/packet_fields.h"
#include "agent/dataplane/classifier/prepared_rules.h"
#include "agent/dataplane/classifier/program.h"
#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/classifier/verdict.h"
#include "agent/dataplane/classifier/walk_record.h"
#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace agent::dataplane {

struct DynamicAddress {
    std::uint32_t list = 0; // index into FirewallConfig::addressLists
    std::uint32_t address = 0;
    core::base::Nanos timeoutLeft = 0; // 0: stays
};

class Classifier {
public:
    explicit Classifier(Conntrack& conntrack) : conntrack_(&conntrack) {}
    Classifier(const Classifier&) = delete;
    Classifier& operator=(const Classifier&) = delete;

    // InvalidInput, and nothing changes, when jumps form a cycle or nest deeper than kMaxJumps; the text names table and chains.
    // A jump to a chain without rules returns at once. Rules of chains nobody jumps to are kept but never run.
    core::base::Result<void> configure(const FirewallConfig& config, std::span<const InterfaceConfig> interfaces);
    // The same in two steps: what takes long, on any thread, and what is done between two batches (about ten nanoseconds a rule, no
    // allocation). After adopt() `next` holds what was in force before, for the caller to free.
    [[nodiscard]] static core::base::Result<PreparedRules> prepare(const FirewallConfig& config, std::span<const InterfaceConfig> interfaces);
    void adopt(PreparedRules& next);

    // Engine time `now` is `seconds` since 1970 by the router's clock.
    void setWallClock(std::int64_t seconds, core::base::Nanos now) { environment_.wallAtZero = seconds * core::base::kSecond - now; }
    // Must outlive this.
    void setAddressTypes(const AddressTypes& types) { environment_.addresses = &types; }

    // True when the chain has no rule: run() would accept without looking at anything.
    [[nodiscard]] bool empty(Table table, HookChain chain) const { return program_.hook(table, chain).count == 0; }
    // False: a verdict may be remembered for a connection's direction, see Dependence. Matching rules must still be counted.
    [[nodiscard]] bool dependsOnPacket(Table table, HookChain chain) const { return program_.dependsOnPacket(table, chain); }
    Verdict run(Table table, HookChain chain, PacketBuf* packet, RuleContext& context) {
        const Chain& rules = program_.hook(table, chain);
        return rules.count == 0 ? Verdict{} : runRules(rules, chain, packet, context);
    }

    // Rules a WalkRecord of this configuration names match once more each, `packets` times, with so many octets together.
    void countMatches(std::span<const std::uint32_t> counters, std::uint64_t packets, std::uint64_t bytes) {
        for (const std::uint32_t counter : counters) {
            counts_[counter].packets += packets;
            counts_[counter].bytes += bytes;
        }
    }

    // Nothing when no rule has this uid.
    [[nodiscard]] std::optional<RuleCount> counters(std::uint32_t uid) const;
    void resetCounters(std::uint32_t uid);
    // Every match is noted there from now on; nullptr: no more.
    void watch(MatchWatch* watch) { watch_ = watch; }
    // The rule a match was noted for. Looks through all of them.
    [[nodiscard]] std::uint32_t uidOf(std::uint32_t counter) const;

    // Dynamic address-list entries alive at `now`, by list.
    [[nodiscard]] std::vector<DynamicAddress> dynamicAddresses(core::base::Nanos now) const;
    bool removeDynamicAddress(std::uint32_t list, std::uint32_t address);

    // Log lines since the last call, oldest first, at most LogRing::kLines; the count of lost ones is a last line.
    [[nodiscard]] std::vector<LogLine> takeLog() { return log_.take(interfaceNames_); }

private:
    Verdict runRules(const Chain& chain, HookChain hook, PacketBuf* packet, RuleContext& context);
    bool moreHolds(const RuleDetail& detail, const PacketBuf& packet, const ConnectionEntry* connection, const RuleContext& context);
    void change(const RuleDetail& detail, PacketBuf& packet, RuleContext& context) const;
    [[nodiscard]] std::uint16_t mssThatFits(const PacketBuf& packet) const;
    void adoptMatchers(PreparedRules& next);
    bool conditionsHold(const RuleDetail& detail, const PacketFields& fields, core::base::Nanos now) const;
    bool isInSet(const Condition& condition, const PacketFields& fields, core::base::Nanos now) const;
    void note(const RuleDetail& detail, HookChain hook, const PacketBuf& packet, WalkRecord& record) const;
    bool requestFastTrack(HookChain hook, const PacketBuf& packet, bool hardware);
    void mark(const RuleDetail& detail, PacketBuf& packet, RuleContext& context, PacketFields& fields);
    void addToList(const RuleDetail& detail, std::uint32_t address, core::base::Nanos now);
    [[nodiscard]] std::optional<std::uint32_t> counterOf(std::uint32_t uid) const; // position in counts_

    Conntrack* conntrack_;
    Program program_;
    std::vector<std::unique_ptr<RuleMatcher>> matchers_; // same positions as Program::more; null: never holds
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> matcherOf_; // as PreparedRules::matcherOf
    MatchEnvironment environment_;
    std::vector<std::uint16_t> mtus_; // by interface
    std::vector<RuleCount> counts_; // by RuleDetail::counter
    std::vector<std::pair<std::uint32_t, std::uint32_t>> counterOf_; // (uid, position in counts_), sorted by uid
    std::vector<AddressList> lists_;
    std::vector<std::pair<std::string, std::uint32_t>> listOf_; // (name, position in lists_), sorted by name
    std::vector<std::string> interfaceNames_;
    LogRing log_;
    MatchWatch* watch_ = nullptr;
};

} // namespace agent::dataplane
