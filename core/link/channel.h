// A pipe of bytes to a router, whatever it runs over. Never blocks. GUI thread, like everything in this room.
//
// open() is answered by exactly one of opened() and closed(). After opened(), bytes come by received() until closed() tells the end.
// close() ends it without a closed(). The owner may close() inside a slot of these signals, but not destroy the channel there.
#pragma once

#include "core/base/result.h"
#include "core/link/peer_identity.h"

#include <QByteArray>
#include <QObject>
#include <optional>
#include <string>
#include <string_view>

namespace core::link {

// How far the peer can be believed.
enum class Security {
    Plain,      // anyone on the way can read the password
    Unverified, // encrypted, but nobody vouches for the peer: seen for the first time, or without a certificate
    Pinned,     // encrypted, and the peer is the one seen before
    Verified,   // encrypted, and the certificate is valid for the host's name
};

class Channel : public QObject {
    Q_OBJECT
public:
    virtual void open() = 0;
    virtual void send(std::string_view bytes) = 0;
    virtual void close() = 0;
    [[nodiscard]] virtual Security security() const = 0;
    // "192.168.88.1:8728", for messages.
    [[nodiscard]] virtual std::string peer() const = 0;
    // Who the peer proved to be; kind None where nothing proves anything.
    [[nodiscard]] virtual PeerIdentity identity() const { return {}; }
    // Set when the channel refused to open because the peer is another one than before.
    [[nodiscard]] virtual std::optional<PeerChange> peerChange() const { return std::nullopt; }

Q_SIGNALS:
    void opened();
    void received(const QByteArray& bytes);
    void closed(const core::base::Error& error);
};

} // namespace core::link
