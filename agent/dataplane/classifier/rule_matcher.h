// The rarer matchers at work: one object per matcher of a rule, asked only when the compare line and the conditions of the rule agree.
//
//   std::unique_ptr<RuleMatcher> m = makeMatcher(match::Nth{3, 1}, environment);
//   m->matches({packet, connection, conntrack, context, environment});
//
// What a matcher remembers (counters, rates) lives in it; the classifier hands it on when its rule survives a change of configuration.
// One thread. None allocates per packet except to double a table of its own.
#pragma once

#include "agent/dataplane/classifier/layer7_streams.h"
#include "agent/dataplane/classifier/verdict.h"
#include "agent/dataplane/config/rule_matchers.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <memory>

namespace agent::dataplane {

// What kind of address something is to this router; the routing table knows.
class AddressTypes {
public:
    virtual ~AddressTypes() = default;
    // One bit of AddressTypeBit.
    [[nodiscard]] virtual std::uint8_t typeOf(std::uint32_t address) const = 0;
};

// Shared by all matchers of a classifier.
struct MatchEnvironment {
    core::base::Nanos wallAtZero = 0;         // the router's clock (since 1970) when engine time was 0
    const AddressTypes* addresses = nullptr;  // null: every address is unicast or multicast
    Layer7Streams streams;
};

struct MatchInput {
    const PacketBuf& packet;
    const ConnectionEntry* connection; // null: the packet has none
    const Conntrack& conntrack;
    const RuleContext& context;
    MatchEnvironment& environment;
};

class RuleMatcher {
public:
    virtual ~RuleMatcher() = default;
    // Before negation.
    virtual bool matches(const MatchInput& input) = 0;
};

// Null: it can never be answered (a regular expression that is none); the rule then matches nothing, negated or not.
[[nodiscard]] std::unique_ptr<RuleMatcher> makeMatcher(const match::Any& what, MatchEnvironment& environment);

// Bits of Dependence (program.h).
[[nodiscard]] std::uint8_t dependenceOf(const match::Any& what);

// --- for the files that make them; null: not theirs -------------------------------------------------------------------------------
[[nodiscard]] std::unique_ptr<RuleMatcher> makeHeaderMatcher(const match::Any& what);
[[nodiscard]] std::unique_ptr<RuleMatcher> makePayloadMatcher(const match::Any& what, MatchEnvironment& environment);
[[nodiscard]] std::unique_ptr<RuleMatcher> makeConnectionMatcher(const match::Any& what);
[[nodiscard]] std::unique_ptr<RuleMatcher> makeRateMatcher(const match::Any& what);
[[nodiscard]] std::unique_ptr<RuleMatcher> makeChanceMatcher(const match::Any& what);

// A matcher from a function object.
template <class Ask> class AskMatcher final : public RuleMatcher {
public:
    explicit AskMatcher(Ask ask) : ask_(std::move(ask)) {}
    bool matches(const MatchInput& input) override { return ask_(input); }

private:
    Ask ask_;
};
template <class Ask> std::unique_ptr<RuleMatcher> asking(Ask ask) { return std::make_unique<AskMatcher<Ask>>(std::move(ask)); }

} // namespace agent::dataplane
