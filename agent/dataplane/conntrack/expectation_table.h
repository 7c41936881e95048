// Connections that helpers have read about in others and that are to come: FTP's data connections, SIP's streams.
//
//   table.add({.protocol = 6, .source = server, .destination = public_, .port = 40001, .by = Helper::Ftp, .until = now + …});
//   if (auto expected = table.take(key, now)) …    // the first packet of a new connection
//
// A fixed number of places; when all are taken the one that ends first makes room. Asked once per new connection, and only while it is
// not empty. One thread.
#pragma once

#include "agent/dataplane/config/rule_matchers.h"
#include "agent/dataplane/conntrack/flow_key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace agent::dataplane {

struct Expectation {
    std::uint8_t protocol = 0;
    std::uint32_t source = 0;      // 0: anybody
    std::uint32_t destination = 0; // as the first packet has it
    std::uint16_t port = 0;
    Helper by = Helper::None;
    std::uint32_t parent = 0;      // Conntrack::id()
    MarkId mark = 0;               // of the parent: children carry it on
    // Where it really goes, when the announcement was rewritten (destination translation); 0: where it says.
    std::uint32_t toAddress = 0;
    std::uint16_t toPort = 0;
    core::base::Nanos until = 0;
};

class ExpectationTable {
public:
    static constexpr std::size_t kPlaces = 256;

    [[nodiscard]] bool empty() const { return count_ == 0; }
    // An expectation of the same packets is replaced.
    void add(const Expectation& expectation);
    // Finds, and removes, what expects this first packet.
    std::optional<Expectation> take(const FlowKey& key, core::base::Nanos now);
    // Whether another end than the one `own` goes to expects packets to this place already.
    [[nodiscard]] bool isWantedByOthers(std::uint8_t protocol, std::uint32_t destination, std::uint16_t port, const Expectation& own,
                                        core::base::Nanos now) const;

private:
    std::array<Expectation, kPlaces> places_{}; // until == 0: free
    std::size_t count_ = 0;                     // places that are not
};

} // namespace agent::dataplane
