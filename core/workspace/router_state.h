// What is known of one router right now: an immutable picture the console and pathscopectl draw from.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/path_share.h"
#include "core/model/plan.h"

#include <QString>
#include <optional>
#include <vector>

namespace core::workspace {

enum class LinkState {
    Connecting,   // first attempt
    Online,       // logged in, polling
    Reconnecting, // was online or failed to connect; trying again at retryInMs
    Failed,       // will not try by itself: wrong password, not a RouterOS API, user closed it
};

// How far the peer can be believed; known once a connection stands.
enum class LinkSecurity {
    Plain,      // anyone on the way can read along, the password included
    Unverified, // encrypted, but nobody vouches for the peer: seen for the first time, or without a certificate
    Pinned,     // encrypted, and the peer shows the certificate or host key it showed before
    Verified,   // encrypted, and the certificate is valid for the host's name
};

// What the router is spoken to with, best first. There is no falling back from one to another.
enum class Via {
    ApiSsl, // RouterOS API over TLS
    Ssh,    // console commands over SSH
    Api,    // RouterOS API in plain text: only ever by the user's choice
};

// 8729, 22, 8728.
constexpr quint16 usualPort(Via via) {
    return via == Via::ApiSsl ? 8729 : via == Via::Ssh ? 22 : 8728;
}

// Where to connect. The password is never part of it.
struct Endpoint {
    QString host;
    quint16 port = usualPort(Via::ApiSsl);
    QString user;
    Via via = Via::ApiSsl;

    // API-SSL: also a router without a certificate, which nobody can tell from an impostor.
    bool allowAnonymous = false;
    // SSH: also algorithms given up as weak, which RouterOS 6 needs.
    bool legacySsh = false;
    QString keyFile{}; // SSH: private key; empty: agent and password only
    // The peer has to show this: SHA-256 of the certificate (hex) or of the host key ("SHA256:…"). Empty: what was seen first is trusted; a
    // certificate is then kept here, a host key in knownHosts.
    QString fingerprint{};
    QString knownHosts{}; // SSH: file of host keys; empty: the one of this application
    QString label{};      // what the user calls it; empty: nothing

    bool operator==(const Endpoint&) const = default;
};

// The same door of the same router for the same user, whatever its settings.
inline bool isSameDoor(const Endpoint& a, const Endpoint& b) {
    return a.host == b.host && a.port == b.port && a.user == b.user && a.via == b.via;
}

// The router shows another certificate or host key than the one known. Nothing was sent to it.
struct PeerAlarm {
    QString known, seen; // fingerprints
    QString detail;      // of the seen one: "CN=router, valid until …", "ssh-ed25519"
    bool operator==(const PeerAlarm&) const = default;
};

// Read once per session.
struct RouterIdentity {
    QString identity; // /system/identity
    QString board;    // board-name, or the agent's modelled board
    QString version;  // "7.16"
    QString platform; // "MikroTik", or "Pathscope" for the agent
    [[nodiscard]] bool isAgent() const { return platform == QLatin1String("Pathscope"); }
};

struct PollInfo {
    int metrics = 0; // property values the last round brought
    core::base::Nanos interval = core::base::kSecond;
    core::base::Nanos roundTrip = 0; // of the last round, first request to last reply
};

struct RouterState {
    LinkState link = LinkState::Connecting;
    QString message;                             // why not online; empty when online
    int retryInMs = 0;                           // Reconnecting: until the next attempt
    LinkSecurity security = LinkSecurity::Plain; // of the last connection that stood
    QString peerFingerprint;                     // of the last connection that stood; empty: nothing proved anything
    std::optional<PeerAlarm> peerAlarm;          // Failed because of it: Router::trustNewPeer() is the way out
    RouterIdentity identity;
    PollInfo poll;
    std::optional<core::model::RateSample> rates; // absent until two samples are there, and after a gap
    std::vector<double> cpuPercent;               // per core
    std::optional<std::uint64_t> connections, fastTrackedConnections;
    std::optional<bool> fastPathActive, fastTrackActive, bridgeFastPathActive;
    std::optional<double> pingP50Ms, pingP99Ms; // lab scenarios only
};

// A mark on the time axis: something changed in the configuration, or a gap began or ended.
struct Event {
    core::base::Nanos at = 0;
    QString text;
};

// Throughput around a change: mean of the seconds before it and of those after it settled.
struct ChangeEffect {
    QString title; // the plan's
    core::base::Nanos at = 0;
    core::base::BitRate before;
    std::optional<core::base::BitRate> after; // absent until it has settled
};

} // namespace core::workspace
