// The TCP state of a connection as a router in the middle sees it (RFC 9293 section 3.3.2, both ends at once). Sequence numbers are
// TcpWindow's business.
#pragma once

#include "agent/dataplane/conntrack/connection_entry.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

enum class TcpEvent : std::uint8_t { Syn, SynAck, Ack, Fin, Rst };

// What the flags mean. Nothing for combinations no TCP sends: none at all, SYN with FIN or RST, FIN without ACK, FIN with RST.
[[nodiscard]] std::optional<TcpEvent> tcpEventOf(std::uint8_t tcpFlags);

enum class TcpOutcome : std::uint8_t {
    Accept,  // part of the connection; the state may have changed
    Invalid, // cannot belong to it
    Reopen,  // a SYN on the addresses of a closed connection: forget that one, this is the first packet of another
};

// One segment from `direction` (0: who opened). `state` and `firstFin` are those of ConnectionEntry; state None is the first segment,
// accepted when it is a SYN, or with `loose` also in the middle of a stream (RouterOS loose-tcp-tracking).
TcpOutcome tcpStep(TcpState& state, std::uint8_t& firstFin, TcpEvent event, std::uint8_t direction, bool loose);

} // namespace agent::dataplane
