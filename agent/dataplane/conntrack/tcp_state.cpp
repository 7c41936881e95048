#include "agent/dataplane/conntrack/tcp_state.h"

#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

std::optional<TcpEvent> tcpEventOf(std::uint8_t tcpFlags) {
    switch (tcpFlags & (tcp::kFin | tcp::kSyn | tcp::kRst | tcp::kAck)) {
    case tcp::kSyn: return TcpEvent::Syn;
    case tcp::kSyn | tcp::kAck: return TcpEvent::SynAck;
    case tcp::kAck: return TcpEvent::Ack;
    case tcp::kFin | tcp::kAck: return TcpEvent::Fin;
    case tcp::kRst:
    case tcp::kRst | tcp::kAck: return TcpEvent::Rst;
    default: return std::nullopt;
    }
}

namespace {

TcpOutcome firstSegment(TcpState& state, TcpEvent event, bool loose) {
    if (event == TcpEvent::Syn) {
        state = TcpState::SynSent;
        return TcpOutcome::Accept;
    }
    if (event == TcpEvent::Ack && loose) {
        state = TcpState::Established;
        return TcpOutcome::Accept;
    }
    return TcpOutcome::Invalid;
}

TcpOutcome whileOpening(TcpState& state, std::uint8_t& firstFin, TcpEvent event, std::uint8_t direction) {
    const bool reply = direction == 1;
    switch (event) {
    case TcpEvent::Syn: // again, or from both ends at once (RFC 9293 figure 7)
        if (reply) {
            state = TcpState::SynReceived;
        }
        return TcpOutcome::Accept;
    case TcpEvent::SynAck:
        if (reply) {
            state = TcpState::SynReceived;
            return TcpOutcome::Accept;
        }
        return state == TcpState::SynReceived ? TcpOutcome::Accept : TcpOutcome::Invalid;
    case TcpEvent::Ack:
        if (state == TcpState::SynSent) { // from the far end: it still holds an older connection (RFC 9293 section 3.5.1)
            return reply ? TcpOutcome::Accept : TcpOutcome::Invalid;
        }
        if (!reply) {
            state = TcpState::Established;
        }
        return TcpOutcome::Accept;
    case TcpEvent::Fin:
        if (state == TcpState::SynSent) {
            return TcpOutcome::Invalid;
        }
        state = TcpState::FinWait;
        firstFin = static_cast<std::uint8_t>(direction + 1);
        return TcpOutcome::Accept;
    case TcpEvent::Rst:
        state = TcpState::Close;
        return TcpOutcome::Accept;
    }
    return TcpOutcome::Invalid;
}

// FIN of one end: FinWait; acknowledged: CloseWait; FIN of the other end: LastAck; acknowledged: TimeWait.
void whileClosing(TcpState& state, std::uint8_t firstFin, TcpEvent event, std::uint8_t direction) {
    const bool fromFirst = direction + 1 == firstFin;
    if (event == TcpEvent::Fin && !fromFirst) {
        if (state == TcpState::FinWait || state == TcpState::CloseWait) {
            state = TcpState::LastAck;
        }
    } else if (event == TcpEvent::Ack) {
        if (state == TcpState::FinWait && !fromFirst) {
            state = TcpState::CloseWait;
        } else if (state == TcpState::LastAck && fromFirst) {
            state = TcpState::TimeWait;
        }
    }
}

} // namespace

TcpOutcome tcpStep(TcpState& state, std::uint8_t& firstFin, TcpEvent event, std::uint8_t direction, bool loose) {
    switch (state) {
    case TcpState::None:
        return firstSegment(state, event, loose);
    case TcpState::SynSent:
    case TcpState::SynReceived:
        return whileOpening(state, firstFin, event, direction);
    case TcpState::TimeWait:
    case TcpState::Close:
        return event == TcpEvent::Syn ? TcpOutcome::Reopen : TcpOutcome::Accept;
    case TcpState::Established:
    case TcpState::FinWait:
    case TcpState::CloseWait:
    case TcpState::LastAck:
        break;
    }
    if (event == TcpEvent::Rst) {
        state = TcpState::Close;
    } else if (state != TcpState::Established) {
        whileClosing(state, firstFin, event, direction);
    } else if (event == TcpEvent::Fin) {
        state = TcpState::FinWait;
        firstFin = static_cast<std::uint8_t>(direction + 1);
    }
    return TcpOutcome::Accept; // a SYN in an open connection is answered by the far end (RFC 5961 section 4), not by us
}

} // namespace agent::dataplane
