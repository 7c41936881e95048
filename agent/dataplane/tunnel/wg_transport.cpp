// What a packet goes through in a WireGuard device, both ways.
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/tunnel/outer_header.h"
#include "agent/dataplane/tunnel/wg_device.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane::wireguard {

namespace {
constexpr std::size_t kTag = 16, kPadding = 16;
}

bool Device::send(PacketBuf* packet, std::uint32_t destination, Nanos now) {
    Peer* peer = peerFor(destination);
    if (peer == nullptr || (!peer->endpoint && peer->current == nullptr)) {
        return false;
    }
    const bool ready = peer->current != nullptr && peer->current->usable(now);
    if (!ready) {
        hold(*peer, packet);
        begin(*peer, now);
        return true;
    }
    if (peer->current->initiator && now - peer->current->createdAt >= kRekeyAfter) {
        begin(*peer, now);
    }
    if (peer->unansweredSince == 0) {
        peer->unansweredSince = now;
    }
    seal(*peer, packet, now);
    return true;
}

void Device::hold(Peer& peer, PacketBuf* packet) {
    if (peer.heldCount == peer.held.size()) {
        outlet_.drop(peer.held[0]);
        std::move(peer.held.begin() + 1, peer.held.end(), peer.held.begin());
        --peer.heldCount;
    }
    peer.held[peer.heldCount++] = packet;
}

void Device::release(Peer& peer, Nanos now) {
    const auto waiting = peer.held;
    const std::size_t count = std::exchange(peer.heldCount, std::size_t{0});
    for (std::size_t i = 0; i < count; ++i) {
        seal(peer, waiting[i], now);
    }
    if (count != 0 && peer.unansweredSince == 0) {
        peer.unansweredSince = now;
    }
}

// Type, receiver, counter; then the packet, padded, and its tag.
void Device::seal(Peer& peer, PacketBuf* p, Nanos now) {
    Session& session = *peer.current;
    const std::size_t length = p->length;
    std::size_t padded = (length + kPadding - 1) / kPadding * kPadding;
    if (padded > mtu_) {
        padded = std::max<std::size_t>(length, mtu_);
    }
    if (!prepend(*p, kTransportHeader) || p->offset + kTransportHeader + padded + kTag > p->data.size()) {
        outlet_.drop(p);
        return;
    }
    std::uint8_t* message = p->frame();
    std::memset(message + kTransportHeader + length, 0, padded - length);
    const std::uint64_t counter = session.sent++;
    storeLe32(message, kTransport);
    storeLe32(message + 4, session.remoteIndex);
    storeLe64(message + 8, counter);
    session.send.seal(counter, std::span(message + kTransportHeader, padded), message + kTransportHeader + padded);
    p->length = static_cast<std::uint16_t>(kTransportHeader + padded + kTag);
    peer.txOctets += p->length;
    peer.sentAt = now;
    peer.keepaliveAt = 0;
    outlet_.transmit(*this, p, *peer.endpoint, now);
}

void Device::sendKeepalive(Peer& peer, Nanos now) {
    if (peer.current == nullptr || !peer.current->usable(now) || !peer.endpoint) {
        return;
    }
    if (PacketBuf* p = outlet_.take()) {
        p->length = 0;
        seal(peer, p, now);
    }
}

void Device::receive(PacketBuf* message, Endpoint from, Nanos now) {
    const std::uint8_t* octets = message->frame();
    const std::uint32_t type = message->length >= 4 ? loadLe32(octets) : 0;
    if (type == kTransport && message->length >= kTransportHeader + kTag) {
        receiveTransport(message, from, now);
    } else if (type == kInitiation && message->length == InitiationMessage{}.size()) {
        receiveInitiation(message, from, now);
    } else if (type == kResponse && message->length == ResponseMessage{}.size()) {
        receiveResponse(message, from, now);
    } else {
        outlet_.drop(message);
    }
}

void Device::receiveTransport(PacketBuf* p, Endpoint from, Nanos now) {
    std::uint8_t* message = p->frame();
    const std::uint32_t index = loadLe32(message + 4);
    const std::uint64_t counter = loadLe64(message + 8);
    Peer* peer = peerOf(index);
    Session* session = nullptr;
    if (peer != nullptr) {
        for (Session* candidate : {peer->current.get(), peer->next.get(), peer->previous.get()}) {
            if (candidate != nullptr && candidate->localIndex == index && candidate->usable(now)) {
                session = candidate;
                break;
            }
        }
    }
    const std::size_t length = p->length - kTransportHeader - kTag;
    const std::span text(message + kTransportHeader, length);
    if (session == nullptr || !session->receive.open(counter, text, text.data() + length) || !session->seen.accept(counter)) {
        outlet_.drop(p);
        return;
    }
    peer->endpoint = from; // roaming: the peer is where its last authentic message came from (section 2.1)
    peer->rxOctets += p->length;
    peer->unansweredSince = 0;
    if (session == peer->next.get()) { // the first message under these keys shows that the initiator has them
        keep(*peer, std::move(peer->next), now);
        release(*peer, now);
    }
    if (session->initiator && now - session->createdAt >= kRejectAfter - kKeepalive - kRekeyTimeout) {
        begin(*peer, now);
    }
    if (length == 0) { // a keepalive
        outlet_.consume(p);
        return;
    }
    if (peer->keepaliveAt == 0) {
        peer->keepaliveAt = now + kKeepalive; // unless something is sent before
    }
    const bool ip = length >= kIpv4Header && text[0] >> 4 == 4;
    const std::size_t total = ip ? core::base::loadBe16(text.data() + ipv4::kTotalLength) : 0;
    if (total < kIpv4Header || total > length || peerFor(core::base::loadBe32(text.data() + ipv4::kSource)) != peer) {
        outlet_.drop(p); // cryptokey routing: this peer may not speak for that address
        return;
    }
    strip(*p, kTransportHeader);
    p->length = static_cast<std::uint16_t>(total);
    outlet_.deliver(*this, p, now);
}

} // namespace agent::dataplane::wireguard
