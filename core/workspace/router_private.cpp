#include "core/workspace/router_private.h"

#include "core/workspace/display_text.h"
#include "core/workspace/remembered.h"

#include <QPointer>
#include <algorithm>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Session;

namespace {

constexpr std::size_t kMaxEvents = 1000;

LinkSecurity toSecurity(core::link::Security security) {
    switch (security) {
    case core::link::Security::Plain:
        return LinkSecurity::Plain;
    case core::link::Security::Unverified:
        return LinkSecurity::Unverified;
    case core::link::Security::Pinned:
        return LinkSecurity::Pinned;
    case core::link::Security::Verified:
        return LinkSecurity::Verified;
    }
    return LinkSecurity::Plain;
}

RouterIdentity toIdentity(const core::poller::Identity& read) {
    RouterIdentity identity;
    identity.identity = displayText(read.name);
    identity.board = displayText(read.board.empty() ? read.model : read.board);
    identity.version = displayText(read.version).section(u' ', 0, 0);
    identity.platform = displayText(read.platform);
    return identity;
}

} // namespace

Router::Private::Private(std::unique_ptr<Connection> c, QString routerId, QString labName)
    : id(std::move(routerId))
    , lab(std::move(labName))
    , connection(std::move(c)) {}

// The session answers everything still open when it is destroyed, so nothing may run on it by then.
Router::Private::~Private() {
    connection->disconnect(q);
    delete poller;
    delete watch;
    delete ping;
}

void Router::Private::attach(Router* router) {
    q = router;
    QObject::connect(connection.get(), &Connection::online, q, [this] { startPolling(); });
    QObject::connect(connection.get(), &Connection::offline, q, [this] { stopPolling(); });
    QObject::connect(connection.get(), &Connection::stateChanged, q, [this] { refreshLink(); });
}

void Router::Private::startPolling() {
    Session* session = connection->session();
    if (lab.isEmpty()) {
        rememberEndpoint(connection->endpoint());
    }
    if (wasOnline) {
        addEvent(QStringLiteral("connected again"));
    }
    wasOnline = true;
    poller = new core::poller::Poller(*session, clock, state.poll.interval);
    QObject::connect(poller, &core::poller::Poller::sampled, q,
                     [this](const core::model::CounterSample& sample, const core::poller::RoundCost& cost) { take(sample, cost); });
    QObject::connect(poller, &core::poller::Poller::failed, q, [this](const core::base::Error& error) { connection->drop(error); });
    watch = new ConfigWatch(*session);
    QObject::connect(watch, &ConfigWatch::changed, q, [this](const QStringList& lines) {
        for (const QString& line : lines) {
            addEvent(line);
        }
    });
    readIdentity();
    lookAfterCrash();
    poller->start();
}

void Router::Private::stopPolling() {
    for (QObject* part : std::initializer_list<QObject*>{poller, watch, ping}) {
        if (part != nullptr) {
            part->disconnect(q);
            part->deleteLater();
        }
    }
    poller = nullptr;
    watch = nullptr;
    ping = nullptr;
    history.interrupt(clock.now());
    state.rates.reset();
    state.cpuPercent.clear();
    state.connections.reset();
    state.fastTrackedConnections.reset();
    state.pingP50Ms.reset();
    state.pingP99Ms.reset();
    addEvent(QStringLiteral("connection lost"));
}

QCoro::Task<void> Router::Private::readIdentity() {
    const std::weak_ptr<int> alive = life;
    const QPointer<Session> session(connection->session());
    const Result<core::poller::Identity> identity = co_await core::poller::readIdentity(*session);
    // An answer of an earlier session, or none: the poller notices by itself when the connection is gone.
    if (!identity || alive.expired() || !session || connection->session() != session) {
        co_return;
    }
    state.identity = toIdentity(*identity);
    if (state.identity.isAgent()) {
        ping = new LabPing(*session);
    }
    Q_EMIT q->stateChanged();
}

void Router::Private::take(const core::model::CounterSample& sample, const core::poller::RoundCost& cost) {
    state.poll.metrics = cost.values;
    state.poll.roundTrip = cost.roundTrip;
    state.cpuPercent = sample.cpuPercent;
    state.connections = sample.connections;
    state.fastTrackedConnections = sample.fastTrackedConnections;
    state.fastPathActive = sample.fastPathActive;
    state.fastTrackActive = sample.fastTrackActive;
    state.bridgeFastPathActive = sample.bridgeFastPathActive;
    if (ping != nullptr) {
        state.pingP50Ms = ping->times().p50Ms;
        state.pingP99Ms = ping->times().p99Ms;
    }
    const bool added = history.add(sample);
    const core::model::RateSample* current = history.current();
    state.rates = current != nullptr ? std::optional(*current) : std::nullopt;
    const bool settled = effect.look(history);
    guardRun();
    if (added) {
        Q_EMIT q->sampleAdded();
    }
    Q_EMIT q->stateChanged();
    if (settled) {
        Q_EMIT q->changeStateChanged();
    }
}

void Router::Private::refreshLink() {
    state.link = connection->state();
    state.message = connection->message();
    state.retryInMs = connection->retryInMs();
    if (const Session* session = connection->session(); session != nullptr && state.link == LinkState::Online) {
        state.security = toSecurity(session->security());
        state.peerFingerprint = QString::fromStdString(session->identity().fingerprint);
    }
    state.peerAlarm = connection->peerAlarm();
    Q_EMIT q->stateChanged();
}

void Router::Private::addEvent(const QString& what) {
    if (events.size() >= kMaxEvents) {
        events.erase(events.begin());
    }
    events.push_back({clock.now(), what});
    Q_EMIT q->eventAdded();
}

Result<Session*> Router::Private::session() const {
    Session* session = connection->session();
    if (session == nullptr || !session->isOpen()) {
        return fail(ErrorCode::ConnectionLost, "The router is not connected. Wait until it is, or reconnect.");
    }
    return session;
}

} // namespace core::workspace
