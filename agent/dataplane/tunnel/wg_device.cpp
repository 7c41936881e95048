// Configuration, handshakes and timers. What a packet goes through is in wg_transport.cpp.
#include "agent/dataplane/tunnel/wg_device.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane::wireguard {

namespace {

constexpr std::uint32_t kPeerBits = 12;
constexpr Nanos kBetweenInitiations = core::base::kSecond / 50; // of one peer; more often is an attack

// TAI64N: seconds since 1970 TAI with 2^62 added, and nanoseconds, both big-endian.
Timestamp timestampOf(Nanos wall) {
    const std::uint64_t seconds = 0x4000'0000'0000'000aull + static_cast<std::uint64_t>(wall / kSecond);
    const auto nanos = static_cast<std::uint32_t>(wall % kSecond);
    Timestamp out{};
    for (std::size_t i = 0; i < 8; ++i) {
        out[i] = static_cast<std::uint8_t>(seconds >> (56 - 8 * i));
    }
    for (std::size_t i = 0; i < 4; ++i) {
        out[8 + i] = static_cast<std::uint8_t>(nanos >> (24 - 8 * i));
    }
    return out;
}

} // namespace

Device::~Device() {
    for (const std::unique_ptr<Peer>& peer : peers_) {
        dropHeld(*peer);
    }
}

void Device::configure(const WireGuardConfig& config, std::uint16_t mtu) {
    const bool sameSelf = config.privateKey == config_.privateKey;
    config_ = config;
    mtu_ = mtu;
    self_ = {config.privateKey, publicKeyOf(config.privateKey)};
    std::vector<std::unique_ptr<Peer>> before = std::move(peers_);
    peers_.clear();
    routes_.clear();
    for (const WireGuardPeerConfig& wanted : config.peers) {
        std::unique_ptr<Peer> peer;
        const std::size_t position = peers_.size(); // part of the indices of its sessions
        if (sameSelf && position < before.size() && before[position]->config.publicKey == wanted.publicKey &&
            before[position]->config.presharedKey == wanted.presharedKey) {
            peer = std::move(before[position]);
        }
        if (peer == nullptr) {
            peer = std::make_unique<Peer>();
        }
        const bool moved = peer->config.endpoint != wanted.endpoint || peer->config.endpointPort != wanted.endpointPort;
        peer->config = wanted;
        peer->identity = {wanted.publicKey, wanted.presharedKey};
        if (moved && wanted.endpoint) {
            peer->endpoint = Endpoint{*wanted.endpoint, wanted.endpointPort};
        }
        for (const Ipv4Prefix& prefix : wanted.allowed) {
            routes_.push_back({prefix, peers_.size()});
        }
        peers_.push_back(std::move(peer));
    }
    for (const std::unique_ptr<Peer>& gone : before) {
        if (gone != nullptr) {
            dropHeld(*gone);
        }
    }
    std::stable_sort(routes_.begin(), routes_.end(), [](const Route& a, const Route& b) { return a.prefix.length > b.prefix.length; });
}

Device::Peer* Device::peerFor(std::uint32_t address) {
    for (const Route& route : routes_) {
        if (route.prefix.contains(address)) {
            return peers_[route.peer].get();
        }
    }
    return nullptr;
}

Device::Peer* Device::peerOf(std::uint32_t index) {
    const std::size_t position = index & ((1u << kPeerBits) - 1);
    return position < peers_.size() ? peers_[position].get() : nullptr;
}

std::uint32_t Device::newIndex(const Peer& peer) {
    const auto at = std::find_if(peers_.begin(), peers_.end(), [&](const std::unique_ptr<Peer>& p) { return p.get() == &peer; });
    return loadLe32(randomKey().data()) << kPeerBits | static_cast<std::uint32_t>(at - peers_.begin());
}

// --- handshakes -------------------------------------------------------------------------------------------

void Device::begin(Peer& peer, Nanos now) {
    if (peer.handshake || !peer.endpoint || peer.config.responder) {
        return;
    }
    peer.handshakeSince = now;
    sendInitiation(peer, now);
}

void Device::sendInitiation(Peer& peer, Nanos now) {
    peer.handshake.emplace();
    peer.handshakeSentAt = now;
    const auto message = peer.handshake->initiate(self_, peer.identity, newIndex(peer), randomKey(), timestampOf(wallClockAtZero_ + now));
    if (message) {
        peer.sentAt = now;
        outlet_.transmit(*this, Octets(*message), *peer.endpoint, now);
    }
}

void Device::receiveInitiation(PacketBuf* p, Endpoint from, Nanos now) {
    InitiationMessage message;
    std::memcpy(message.data(), p->frame(), message.size());
    outlet_.consume(p);
    const auto read = mac1IsRight(self_.publicKey, message) ? readInitiation(self_, message) : std::nullopt;
    if (!read) {
        return;
    }
    const auto found =
        std::find_if(peers_.begin(), peers_.end(), [&](const auto& peer) { return peer->identity.publicKey == read->publicKey; });
    if (found == peers_.end()) {
        return;
    }
    Peer& peer = **found;
    if (read->timestamp <= peer.newest || now - peer.answeredAt < kBetweenInitiations) { // replayed
        return;
    }
    const std::uint32_t index = newIndex(peer);
    const auto answer = respond(peer.identity, *read, index, randomKey());
    if (!answer) {
        return;
    }
    peer.newest = read->timestamp;
    peer.answeredAt = peer.sentAt = now;
    peer.endpoint = from;
    peer.next = std::make_unique<Session>(answer->keys, index, now, false);
    outlet_.transmit(*this, Octets(answer->message), from, now);
}

void Device::receiveResponse(PacketBuf* p, Endpoint from, Nanos now) {
    ResponseMessage message;
    std::memcpy(message.data(), p->frame(), message.size());
    outlet_.consume(p);
    Peer* peer = peerOf(loadLe32(&message[8]));
    if (peer == nullptr || !peer->handshake || !mac1IsRight(self_.publicKey, message)) {
        return;
    }
    const auto keys = peer->handshake->finish(self_, peer->identity, message);
    if (!keys) {
        return;
    }
    peer->endpoint = from;
    const std::uint32_t index = peer->handshake->index();
    peer->handshake.reset();
    keep(*peer, std::make_unique<Session>(*keys, index, now, true), now);
    if (peer->heldCount == 0) {
        sendKeepalive(*peer, now); // the responder must not send before it has heard from us under the new keys
    } else {
        release(*peer, now);
    }
}

void Device::keep(Peer& peer, std::unique_ptr<Session> session, Nanos now) {
    peer.previous = std::move(peer.current);
    peer.current = std::move(session);
    peer.lastHandshake = now;
    peer.unansweredSince = 0;
}

// --- timers -------------------------------------------------------------------------------------------------

Nanos Device::poll(Nanos now) {
    Nanos next = now + kSecond;
    for (const std::unique_ptr<Peer>& peer : peers_) {
        next = std::min(next, pollPeer(*peer, now));
    }
    return next;
}

Nanos Device::pollPeer(Peer& peer, Nanos now) {
    if (peer.handshake && now - peer.handshakeSentAt >= kRekeyTimeout) {
        if (now - peer.handshakeSince >= kRekeyAttempts) { // section 6.4: until there is a packet to send again
            peer.handshake.reset();
            dropHeld(peer);
        } else {
            sendInitiation(peer, now);
        }
    }
    if (peer.unansweredSince != 0 && now - peer.unansweredSince >= kKeepalive + kRekeyTimeout) { // section 6.5
        peer.unansweredSince = 0;
        begin(peer, now);
    }
    if (peer.keepaliveAt != 0 && now >= peer.keepaliveAt) {
        peer.keepaliveAt = 0;
        sendKeepalive(peer, now);
    }
    const Nanos persistent = peer.config.persistentKeepalive;
    if (persistent != 0 && peer.endpoint && (peer.sentAt == 0 || now - peer.sentAt >= persistent)) {
        if (peer.current != nullptr && peer.current->usable(now)) {
            sendKeepalive(peer, now);
        } else {
            begin(peer, now);
        }
    }
    for (std::unique_ptr<Session>* session : {&peer.current, &peer.previous, &peer.next}) {
        if (*session != nullptr && now - (*session)->createdAt >= 3 * kRejectAfter) {
            session->reset(); // section 6.3: keys are forgotten
        }
    }
    return peer.keepaliveAt != 0 ? peer.keepaliveAt : now + kSecond;
}

void Device::dropHeld(Peer& peer) {
    for (std::size_t i = 0; i < peer.heldCount; ++i) {
        outlet_.drop(peer.held[i]);
    }
    peer.heldCount = 0;
}

std::vector<PeerState> Device::peers() const {
    std::vector<PeerState> out;
    for (const std::unique_ptr<Peer>& peer : peers_) {
        out.push_back({peer->config.uid, peer->endpoint, peer->rxOctets, peer->txOctets, peer->lastHandshake});
    }
    return out;
}

} // namespace agent::dataplane::wireguard
