// The workspace against an API server in this process, and a shell script that stands in for the agent.
#include "core/workspace/workspace.h"
#include "tests/core/link/fake_api_server.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

using core::base::Result;
using core::model::ChangeRecord;
using core::model::Plan;
using core::workspace::Endpoint;
using core::workspace::LinkState;
using core::workspace::Router;
using core::workspace::Tuning;
using core::workspace::Workspace;

namespace {

QCoro::Task<void> planInto(Router& router, Tuning tuning, std::optional<Result<Plan>>& into) {
    Result<Plan> plan = co_await router.plan(tuning);
    into = std::move(plan);
}
QCoro::Task<void> applyInto(Router& router, Plan plan, std::optional<Result<ChangeRecord>>& into) {
    Result<ChangeRecord> record = co_await router.apply(std::move(plan));
    into = std::move(record);
}
QCoro::Task<void> keepInto(Router& router, std::optional<Result<core::model::ChangeOutcome>>& into) {
    Result<core::model::ChangeOutcome> outcome = co_await router.keepChange();
    into = std::move(outcome);
}
QCoro::Task<void> undoInto(Router& router, std::optional<Result<void>>& into) {
    Result<void> undone = co_await router.undo();
    into = std::move(undone);
}

QStringList texts(const Router& router) {
    QStringList out;
    for (const auto& event : router.events()) {
        out << event.text;
    }
    return out;
}

} // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
        qputenv("XDG_DATA_HOME", settings_.path().toUtf8()); // the journal
    }

    void init() {
        filter_ = {{{".id", "*5"}, {"chain", "forward"}, {"action", "accept"}, {"connection-state", "established,related"}}};
        scheduler_.clear();
        octets_ = 0;
        server_ = std::make_unique<tests::FakeApiServer>();
        server_->answer = [this](const tests::Request& request) { return answer(request); };
        workspace_ = std::make_unique<Workspace>();
    }
    void cleanup() {
        workspace_.reset();
        server_.reset();
    }

    void aRouterComesOnlineAndShowsRates() {
        Router* router = add("secret");
        QCOMPARE(router->state().link, LinkState::Connecting);
        QCOMPARE(router->name(), QStringLiteral("127.0.0.1"));
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QTRY_VERIFY_WITH_TIMEOUT(router->state().rates.has_value(), 4000);
        QVERIFY(router->state().rates->paths.total.bps > 0);
        QCOMPARE(router->history().size(), 1u);
        QCOMPARE(router->name(), QStringLiteral("edge"));
        QCOMPARE(router->state().identity.version, QStringLiteral("7.16"));
        QVERIFY(!router->state().identity.isAgent());
        QCOMPARE(router->state().connections, std::optional<std::uint64_t>(12));
        QVERIFY(router->state().poll.metrics > 0);
        QCOMPARE(workspace_->rememberedEndpoints().front().port, server_->serverPort());
    }

    void aWrongPasswordIsNotTriedAgain() {
        Router* router = add("wrong");
        QTRY_COMPARE(router->state().link, LinkState::Failed);
        QVERIFY(router->state().message.contains(QStringLiteral("password")));
        QCOMPARE(router->state().retryInMs, 0);
        server_->password = "wrong";
        router->reconnectNow();
        QTRY_COMPARE(router->state().link, LinkState::Online);
    }

    void aLostRouterIsReconnectedWithAGapBetween() {
        Router* router = add("secret");
        QTRY_VERIFY_WITH_TIMEOUT(router->state().rates.has_value(), 4000);
        server_->hangUp();
        QTRY_COMPARE(router->state().link, LinkState::Reconnecting);
        QVERIFY(!router->state().message.isEmpty());
        QVERIFY(router->state().retryInMs > 0);
        QVERIFY(!router->state().rates);
        QCOMPARE(router->history().back().elapsed, 0);
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QVERIFY(router->state().message.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(router->state().rates.has_value(), 4000);
        QCOMPARE(texts(*router), (QStringList{QStringLiteral("connection lost"), QStringLiteral("connected again")}));
    }

    void nothingListeningIsTriedAgainUntilSomethingDoes() {
        const quint16 port = server_->serverPort();
        server_->close();
        Router* router = workspace_->addRouter({QStringLiteral("127.0.0.1"), port, QStringLiteral("admin"), core::workspace::Via::Api},
                                               QStringLiteral("secret"));
        QTRY_COMPARE(router->state().link, LinkState::Reconnecting);
        QVERIFY(router->state().message.contains(QString::number(port)));
        QVERIFY(server_->listen(QHostAddress::LocalHost, port));
        QTRY_COMPARE(router->state().link, LinkState::Online);
    }

    void aClosedRouterStaysInTheListAndCanBeReopened() {
        Router* router = add("secret");
        QTRY_COMPARE(router->state().link, LinkState::Online);
        router->disconnectFromRouter();
        QCOMPARE(router->state().link, LinkState::Failed);
        QCOMPARE(router->state().message, QStringLiteral("closed"));
        QCOMPARE(workspace_->routers().size(), 1u);
        router->reconnectNow();
        QTRY_COMPARE(router->state().link, LinkState::Online);
    }

    void fastTrackIsPlannedAppliedAndUndone() {
        Router* router = add("secret");
        QTRY_COMPARE(router->state().link, LinkState::Online);
        std::optional<Result<Plan>> plan;
        planInto(*router, Tuning::AddFastTrack, plan);
        QTRY_VERIFY(plan.has_value());
        QVERIFY(plan->has_value());
        QCOMPARE((**plan).steps.size(), 1u);
        QCOMPARE(server_->count("/ip/firewall/filter/add"), 0); // planning writes nothing

        QSignalSpy changed(router, &Router::changeStateChanged);
        std::optional<Result<ChangeRecord>> record;
        applyInto(*router, **plan, record);
        QTRY_VERIFY(record.has_value());
        QVERIFY2(record->has_value(), record->has_value() ? "" : record->error().describe().c_str());
        QCOMPARE((*record)->outcome, core::model::ChangeOutcome::Pending);
        QVERIFY(changed.count() >= 4); // looking, arming, applying, verifying, waiting
        QVERIFY(!router->canUndo());
        QVERIFY(router->pendingChange() && router->pendingChange()->scheduler && !router->pendingChange()->safeMode);
        QCOMPARE(scheduler_.size(), std::size_t(1)); // the way back is on the router
        std::optional<Result<core::model::ChangeOutcome>> kept;
        keepInto(*router, kept);
        QTRY_VERIFY(kept.has_value());
        QVERIFY(*kept == core::model::ChangeOutcome::Kept);
        QVERIFY(scheduler_.empty());
        QVERIFY(router->canUndo());
        QCOMPARE(router->undoTitle(), QStringLiteral("Add FastTrack"));
        QCOMPARE(router->undoLines().front(), std::string("/ip firewall filter remove *77"));
        QVERIFY(router->lastEffect().has_value());
        QVERIFY(!router->lastEffect()->after);
        QVERIFY(texts(*router).contains(QStringLiteral("Add FastTrack")));

        std::optional<Result<void>> undone;
        undoInto(*router, undone);
        QTRY_VERIFY(undone.has_value());
        QVERIFY(undone->has_value());
        QVERIFY(!router->canUndo());
        QCOMPARE(server_->count("/ip/firewall/filter/remove"), 1);
        QVERIFY(texts(*router).contains(QStringLiteral("Undo: Add FastTrack")));
    }

    void anOfflineRouterRefusesPlansAndChanges() {
        Router* router = add("wrong");
        QTRY_COMPARE(router->state().link, LinkState::Failed);
        std::optional<Result<Plan>> plan;
        planInto(*router, Tuning::AddFastTrack, plan);
        QVERIFY(plan.has_value());
        QVERIFY(!plan->has_value());
        std::optional<Result<void>> undone;
        undoInto(*router, undone);
        QVERIFY(undone.has_value() && !undone->has_value());
    }

    void whatOthersChangeBecomesAnEvent() {
        Router* router = add("secret");
        QTRY_VERIFY(server_->count("/ip/firewall/filter/print") >= 1);
        filter_.push_back({{".id", "*6"}, {"chain", "forward"}, {"action", "drop"}, {"comment", "new"}});
        QTRY_VERIFY_WITH_TIMEOUT(texts(*router).contains(QStringLiteral("filter rule drop “new” added")), 9000);
    }

    void aRouterMayBeRemovedWhileAnythingIsUnderWay() {
        Router* router = add("secret");
        QTRY_COMPARE(router->state().link, LinkState::Online);
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        std::optional<Result<Plan>> plan;
        std::optional<Result<ChangeRecord>> record;
        planInto(*router, Tuning::AddFastTrack, plan);
        Plan other;
        other.steps.resize(1);
        other.steps[0].command = {"/system/identity", "set", {{"name", "x"}}, {}, {}};
        applyInto(*router, other, record);
        QSignalSpy removed(workspace_.get(), &Workspace::routerRemoved);
        workspace_->removeRouter(router);
        QCOMPARE(removed.count(), 1);
        QVERIFY(plan.has_value() && !plan->has_value());
        QVERIFY(record.has_value() && !record->has_value());
        QVERIFY(workspace_->routers().empty());
    }

    void aRouterMayBeRemovedWhileConnecting() {
        server_->muteLogin = true;
        Router* router = add("secret");
        QTRY_COMPARE(server_->connections(), 1);
        workspace_->removeRouter(router);
    }

    void aLabIsAnAgentOfOurOwn() {
        stub("echo '{\"ready\":true,\"api_port\":" + QByteArray::number(server_->serverPort()) + "}'\nexec cat > /dev/null\n");
        acceptAnyPassword();
        Router* router = workspace_->startLab(QStringLiteral("hap-ac2-gigabit"));
        QVERIFY(router->isLab());
        QCOMPARE(router->name(), QStringLiteral("hap-ac2-gigabit"));
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QTRY_COMPARE(router->name(), QStringLiteral("edge"));
        QVERIFY(router->endpoint() != Endpoint());
        for (const Endpoint& endpoint : workspace_->rememberedEndpoints()) {
            QVERIFY(endpoint.user != QStringLiteral("pathscope"));
        }
    }

    void aKilledAgentIsStartedAgain() {
        stub("echo $$ > \"$(dirname \"$0\")/pid\"\necho '{\"ready\":true,\"api_port\":" + QByteArray::number(server_->serverPort()) +
             "}'\nexec cat > /dev/null\n");
        acceptAnyPassword();
        Router* router = workspace_->startLab(QStringLiteral("hap-ac2-gigabit"));
        QTRY_VERIFY(server_->count("/interface/print") >= 1);
        const int first = agentPid();
        ::kill(first, SIGKILL);
        server_->hangUp(); // as the kernel does for a killed process
        QTRY_COMPARE(router->state().link, LinkState::Reconnecting);
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QVERIFY(agentPid() != first);
    }

    void aLabThatDoesNotExistIsTheRoutersState() {
        stub("echo 'There is no lab nowhere.' >&2\nexit 2\n");
        Router* router = workspace_->startLab(QStringLiteral("nowhere"));
        QTRY_COMPARE(router->state().link, LinkState::Failed);
        QCOMPARE(router->state().message, QStringLiteral("There is no lab nowhere."));
    }

    void labsAreListed() {
        const auto labs = Workspace::labs();
        QVERIFY2(labs.has_value(), labs ? "" : labs.error().text.c_str());
        QVERIFY(std::any_of(labs->begin(), labs->end(), [](const auto& lab) { return lab.name == Workspace::defaultLab(); }));
    }

    void rememberedEndpointsOfANewerFormatAreLeftAlone() {
        QSettings settings;
        settings.setValue(QStringLiteral("connections/version"), 99);
        settings.sync();
        QVERIFY(workspace_->rememberedEndpoints().empty());
        Router* router = add("secret");
        QTRY_COMPARE(router->state().link, LinkState::Online);
        QCOMPARE(settings.value(QStringLiteral("connections/version")).toInt(), 99);
        settings.clear();
    }

private:
    tests::Replies answer(const tests::Request& request) {
        const std::string path = request.path();
        if (path == "/interface/print") {
            octets_ += 1'000'000;
            return tests::rows({{{".id", "*1"},
                                 {"name", "ether1"},
                                 {"type", "ether"},
                                 {"running", "true"},
                                 {"rx-byte", std::to_string(octets_)},
                                 {"fp-rx-byte", "0"}}});
        }
        if (path == "/system/identity/print") {
            return tests::rows({{{"name", "edge"}}});
        }
        if (path == "/system/resource/print") {
            return tests::rows({{{"board-name", "RB5009"}, {"version", "7.16 (stable)"}, {"platform", "MikroTik"}}});
        }
        if (request.menu == "/ip/firewall/filter" || request.menu == "/system/scheduler") {
            return write(request.menu == "/system/scheduler" ? scheduler_ : filter_, request);
        }
        if (request.menu == "/safe-mode" || request.menu == "/system/device-mode" || request.path() == "/export") {
            return tests::trap("no such command or directory", 0); // RouterOS 7.16 over the API
        }
        if (request.argument("count-only")) {
            return tests::done({{"ret", "12"}});
        }
        return tests::rows({});
    }
    static tests::Replies write(std::vector<core::model::Row>& table, const tests::Request& request) {
        if (request.verb == "print" && !request.argument("count-only")) {
            return tests::rows(table);
        }
        const std::string_view id = request.argument(".id").value_or("");
        if (request.verb == "add") {
            core::model::Row row{{".id", "*77"}};
            for (const core::model::Attribute& argument : request.arguments) {
                row.set(argument.name, argument.value);
            }
            table.insert(table.begin(), row);
            return tests::done({{"ret", "*77"}});
        }
        if (request.verb == "remove") {
            std::erase_if(table, [&](const core::model::Row& row) { return row.value(".id") == id; });
            return tests::done();
        }
        return request.argument("count-only") ? tests::done({{"ret", "12"}}) : tests::done();
    }
    Router* add(const char* password) {
        return workspace_->addRouter(
            {QStringLiteral("127.0.0.1"), server_->serverPort(), QStringLiteral("admin"), core::workspace::Via::Api},
            QLatin1String(password));
    }
    void acceptAnyPassword() { server_->acceptAnyPassword = true; }
    void stub(const QByteArray& body) {
        qputenv("PATHSCOPE_BIN", agent_.path().toLocal8Bit());
        QFile file(agent_.filePath(QStringLiteral("pathscope-agent")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + body);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    int agentPid() const {
        QFile file(agent_.filePath(QStringLiteral("pid")));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    }

    QTemporaryDir settings_, agent_;
    std::unique_ptr<tests::FakeApiServer> server_;
    std::unique_ptr<Workspace> workspace_;
    std::vector<core::model::Row> filter_, scheduler_;
    std::uint64_t octets_ = 0;
};

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
