#include "agent/traffic/sockets.h"

#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/random.h"

namespace agent::traffic {
namespace {

constexpr std::uint16_t kFirstPort = 32768, kLastPort = 60999; // the range Linux uses

template <class Table> auto find(const Table& table, typename Table::key_type key) {
    const auto found = table.find(key);
    return found == table.end() ? nullptr : found->second;
}

} // namespace

std::uint16_t Sockets::newPort(Random& random) {
    if (usedPorts_.size() > (kLastPort - kFirstPort) / 2u) {
        usedPorts_.clear(); // the oldest are long forgotten by everybody
    }
    while (true) {
        const auto port = static_cast<std::uint16_t>(random.between(kFirstPort, kLastPort));
        if (usedPorts_.insert(port).second) {
            return port;
        }
    }
}

TcpSocket* Sockets::connection(std::uint64_t key) const {
    Recent& recent = recent_[Mix{}(key) % recent_.size()];
    if (recent.socket == nullptr || recent.key != key) {
        recent = {key, find(connections_, key)};
    }
    return recent.socket;
}

void Sockets::receiveTcp(const dataplane::PacketBuf& packet, core::base::Nanos at) const {
    const std::optional<TcpSegment> segment = readTcp(packet);
    if (!segment) {
        return;
    }
    if (TcpSocket* socket = connection(keyOf({packet.src, segment->sourcePort, segment->destinationPort}))) {
        socket->receive(*segment, at);
    } else if ((segment->flags & ~(kEce | kCwr)) == dataplane::tcp::kSyn) {
        if (TcpListener* listener = find(listeners_, segment->destinationPort)) {
            listener->accept(packet.src, *segment, at);
        }
    }
}

void Sockets::receiveUdp(const dataplane::PacketBuf& packet, core::base::Nanos at) const {
    if (UdpSocket* socket = find(datagrams_, packet.dport)) {
        socket->receive(packet, at);
    }
}

void Sockets::receiveEcho(const dataplane::PacketBuf& packet, core::base::Nanos at) const {
    if (EchoSocket* socket = find(echoes_, packet.sport)) {
        socket->receive(packet, at);
    }
}

} // namespace agent::traffic
