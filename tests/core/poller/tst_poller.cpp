#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "core/poller/identity.h"
#include "core/poller/poller.h"
#include "tests/core/link/fake_api_server.h"

#include <QSignalSpy>
#include <QTest>
#include <memory>

using core::base::kMillisecond;
using core::link::ApiSession;
using core::link::SocketChannel;
using core::poller::Identity;
using core::poller::Poller;

namespace {

QCoro::Task<void> openInto(ApiSession& session, bool& open) {
    const core::base::Result<void> opened = co_await session.open("admin", "secret");
    open = opened.has_value();
}

QCoro::Task<void> identityInto(ApiSession& session, std::optional<Identity>& into) {
    core::base::Result<Identity> identity = co_await core::poller::readIdentity(session);
    if (identity) {
        into = *identity;
    }
}

} // namespace

class TestPoller : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        server_ = std::make_unique<tests::FakeApiServer>();
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()));
        bool open = false;
        openInto(*session_, open);
        QTRY_VERIFY(open);
        server_->answer = [](const tests::Request& request) {
            if (request.menu == "/interface") {
                return tests::rows({{{".id", "*1"}, {"name", "ether1"}, {"type", "ether"}, {"rx-byte", "100"}}});
            }
            if (request.menu == "/interface/ethernet/switch") {
                return tests::trap("no such command or directory (switch)");
            }
            if (request.argument("count-only")) {
                return tests::done({{"ret", request.queries.empty() ? "12" : "10"}});
            }
            return tests::rows({});
        };
    }
    void cleanup() {
        session_.reset();
        server_.reset();
    }

    void roundsFollowEachOtherAndAskTheSlowOnesRarely() {
        Poller poller(*session_, clock_, 5 * kMillisecond);
        int samples = 0;
        core::model::CounterSample last;
        core::base::Nanos roundTrip = 0;
        connect(&poller, &Poller::sampled, this, [&](const core::model::CounterSample& sample, const core::poller::RoundCost& cost) {
            ++samples;
            last = sample;
            roundTrip = cost.roundTrip;
            QVERIFY(cost.values >= 4);
        });
        poller.start();
        QTRY_VERIFY(samples >= 6);
        QCOMPARE(last.interfaces.size(), 1u);
        QVERIFY(last.at > 0);
        QVERIFY(roundTrip > 0);
        QCOMPARE(last.connections.value(), 12u); // kept between the rounds that ask
        QCOMPARE(last.fastTrackedConnections.value(), 10u);
        QVERIFY(server_->count("/interface/print") >= 6);
        QVERIFY(server_->count("/ip/firewall/connection/print") < server_->count("/interface/print"));
    }

    void aMenuTheRouterLacksIsAskedOnce() {
        Poller poller(*session_, clock_, kMillisecond);
        QSignalSpy samples(&poller, &Poller::sampled);
        poller.start();
        QTRY_VERIFY(samples.count() >= 12);
        QCOMPARE(server_->count("/interface/ethernet/switch/print"), 1);
    }

    void aLostConnectionEndsThePolling() {
        Poller poller(*session_, clock_, kMillisecond);
        QSignalSpy samples(&poller, &Poller::sampled);
        QSignalSpy failed(&poller, &Poller::failed);
        poller.start();
        QTRY_VERIFY(samples.count() >= 1);
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        const std::size_t before = server_->seen.size();
        QTRY_VERIFY(server_->seen.size() > before);
        server_->hangUp();
        QTRY_COMPARE(failed.count(), 1);
    }

    void aPollerMayGoBeforeItsAnswers() {
        auto poller = std::make_unique<Poller>(*session_, clock_, kMillisecond);
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        poller->start();
        QTRY_VERIFY(!server_->seen.empty());
        poller.reset();
        session_.reset();
    }

    void whoTheRouterIs() {
        server_->answer = [](const tests::Request& request) {
            if (request.menu == "/system/identity") {
                return tests::rows({{{"name", "edge"}}});
            }
            if (request.menu == "/system/resource") {
                return tests::rows({{{"board-name", "hAP ac^2"}, {"version", "7.16 (stable)"}, {"platform", "MikroTik"}}});
            }
            return tests::trap("no such command or directory (routerboard)");
        };
        std::optional<Identity> identity;
        identityInto(*session_, identity);
        QTRY_VERIFY(identity.has_value());
        QCOMPARE(identity->name, std::string("edge"));
        QCOMPARE(identity->version, std::string("7.16 (stable)"));
        QVERIFY(identity->model.empty());
    }

private:
    core::base::SteadyClock clock_;
    std::unique_ptr<tests::FakeApiServer> server_;
    std::unique_ptr<ApiSession> session_;
};

QTEST_GUILESS_MAIN(TestPoller)
#include "tst_poller.moc"
