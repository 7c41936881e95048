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
    Unverified, // encrypted, but nobody vouches for the peer: self-signed or no certificate
    Verified,   // encrypted, and the certificate is valid for the host's name
};

// Where to connect. The password is never part of it.
struct Endpoint {
    QString host;
    quint16 port = 8728;
    QString user;
    bool tls = false;
    bool operator==(const Endpoint&) const = default;
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
