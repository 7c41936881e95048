#include "agent/dataplane/conntrack/connection_entry.h"

namespace agent::dataplane {

std::string_view tcpStateName(TcpState state) {
    switch (state) {
    case TcpState::None: return "";
    case TcpState::SynSent: return "syn-sent";
    case TcpState::SynReceived: return "syn-received";
    case TcpState::Established: return "established";
    case TcpState::FinWait: return "fin-wait";
    case TcpState::CloseWait: return "close-wait";
    case TcpState::LastAck: return "last-ack";
    case TcpState::TimeWait: return "time-wait";
    case TcpState::Close: return "close";
    }
    return "";
}

} // namespace agent::dataplane
