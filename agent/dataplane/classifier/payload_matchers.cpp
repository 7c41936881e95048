// content, tls-host, layer7-protocol: matchers that read what a packet carries.
#include "agent/dataplane/classifier/packet_payload.h"
#include "agent/dataplane/classifier/regular_expression.h"
#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/classifier/tls_host.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

bool contains(const PacketBuf& p, std::string_view text) {
    const std::uint8_t* begin = p.frame() + std::min<std::uint32_t>(p.l4Offset, p.length);
    const std::uint8_t* end = p.frame() + p.length;
    return std::search(begin, end, text.begin(), text.end(),
                       [](std::uint8_t octet, char c) { return octet == static_cast<std::uint8_t>(c); }) != end;
}

std::unique_ptr<RuleMatcher> makeLayer7(const match::Layer7& m, MatchEnvironment& environment) {
    auto expression = RegularExpression::compile(m.regexp);
    const auto number = environment.streams.patternOf(m.regexp);
    if (!expression || !number) {
        return nullptr;
    }
    return asking([expression = std::move(*expression), bit = std::uint64_t{1} << *number](const MatchInput& in) {
        if (in.connection == nullptr) {
            return false;
        }
        Layer7Streams::Stream& stream = in.environment.streams.with(in.packet, in.conntrack);
        if (((stream.found | stream.refuted) & bit) == 0) {
            if (expression.isIn(stream.collected())) {
                stream.found |= bit;
            } else if (stream.complete()) {
                stream.refuted |= bit;
            }
        }
        return (stream.found & bit) != 0;
    });
}

} // namespace

std::unique_ptr<RuleMatcher> makePayloadMatcher(const match::Any& what, MatchEnvironment& environment) {
    if (const auto* m = std::get_if<match::Content>(&what)) {
        return asking([text = m->text](const MatchInput& in) { return contains(in.packet, text); });
    }
    if (const auto* m = std::get_if<match::TlsHost>(&what)) {
        return asking([pattern = m->pattern](const MatchInput& in) {
            if (in.packet.protocol != kProtocolTcp) {
                return false;
            }
            const std::string_view name = tlsServerName(payloadOf(in.packet));
            return !name.empty() && globMatches(pattern, name);
        });
    }
    if (const auto* m = std::get_if<match::Layer7>(&what)) {
        return makeLayer7(*m, environment);
    }
    return nullptr;
}

} // namespace agent::dataplane
