#include "core/change/apply.h"
#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "core/planner/fasttrack_plans.h"
#include "core/planner/steps.h"
#include "tests/core/link/fake_api_server.h"

#include <QTest>
#include <memory>

using core::base::ErrorCode;
using core::base::Result;
using core::change::AppliedChange;
using core::change::NewId;
using core::link::ApiSession;
using core::link::SocketChannel;
using core::model::Plan;
using core::planner::addStep;
using core::planner::onFound;
using core::planner::removeStep;
using core::planner::switchStep;

namespace {

QCoro::Task<void> openInto(ApiSession& session, bool& open) {
    const Result<void> opened = co_await session.open("admin", "secret");
    open = opened.has_value();
}

QCoro::Task<void> applyInto(ApiSession& session, Plan plan, std::optional<Result<AppliedChange>>& into) {
    Result<AppliedChange> change = co_await core::change::apply(session, std::move(plan));
    into = std::move(change);
}

QCoro::Task<void> undoInto(ApiSession& session, AppliedChange change, std::optional<Result<std::vector<NewId>>>& into) {
    Result<std::vector<NewId>> ids = co_await core::change::undo(session, std::move(change));
    into = std::move(ids);
}

} // namespace

class TestApply : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        applied_.reset();
        undone_.reset();
        server_ = std::make_unique<tests::FakeApiServer>();
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()));
        bool open = false;
        openInto(*session_, open);
        QTRY_VERIFY(open);
        nextId_ = 16;
        server_->answer = [this](const tests::Request& r) {
            return r.verb == "add" ? tests::done({{"ret", "*" + std::to_string(nextId_++)}}) : tests::done();
        };
    }
    void cleanup() {
        session_.reset();
        server_.reset();
    }

    void stepsAreSentInOrderAndUndoneInReverse() {
        applyInto(*session_, twoRules(), applied_);
        QTRY_VERIFY(applied_.has_value());
        QVERIFY(applied_->has_value());
        QCOMPARE(core::change::undoLines(**applied_), (std::vector<std::string>{"/queue tree remove *17", "/queue type remove *16"}));
        undoInto(*session_, **applied_, undone_);
        QTRY_VERIFY(undone_.has_value());
        QVERIFY(undone_->has_value());
        QCOMPARE(paths(), (std::vector<std::string>{"/queue/type/add", "/queue/tree/add", "/queue/tree/remove", "/queue/type/remove"}));
        QCOMPARE(server_->seen[2].argument(".id").value(), std::string_view("*17"));
    }

    void aTrapInTheMiddleTakesBackWhatWasSent() {
        server_->answer = [](const tests::Request& r) {
            if (r.path() == "/queue/tree/add") {
                return tests::trap("input does not match any value of parent", 1);
            }
            return r.verb == "add" ? tests::done({{"ret", "*10"}}) : tests::done();
        };
        applyInto(*session_, twoRules(), applied_);
        QTRY_VERIFY(applied_.has_value());
        QVERIFY(!applied_->has_value());
        QCOMPARE(applied_->error().code, ErrorCode::Refused);
        QVERIFY(applied_->error().text.find("step 2 of 2") != std::string::npos);
        QVERIFY(applied_->error().text.find("taken back") != std::string::npos);
        QCOMPARE(applied_->error().cause, std::string("input does not match any value of parent"));
        QCOMPARE(paths(), (std::vector<std::string>{"/queue/type/add", "/queue/tree/add", "/queue/type/remove"}));
        QCOMPARE(server_->seen[2].argument(".id").value(), std::string_view("*10"));
    }

    void aTrapAtTheFirstStepChangesNothing() {
        server_->answer = [](const tests::Request&) { return tests::trap("not enough permissions (9)"); };
        applyInto(*session_, twoRules(), applied_);
        QTRY_VERIFY(applied_.has_value());
        QVERIFY(applied_->error().text.find("Nothing was changed") != std::string::npos);
        QCOMPARE(server_->seen.size(), 1u);
    }

    void aFailedTakingBackIsSaid() {
        server_->answer = [](const tests::Request& r) {
            return r.path() == "/queue/type/add" ? tests::done({{"ret", "*10"}}) : tests::trap("busy");
        };
        applyInto(*session_, twoRules(), applied_);
        QTRY_VERIFY(applied_.has_value());
        QVERIFY(applied_->error().text.find("Taking back") != std::string::npos);
        QVERIFY(applied_->error().text.find("/queue type remove *10") != std::string::npos);
    }

    void aLostConnectionInTheMiddleIsSaid() {
        server_->answer = [this](const tests::Request& r) {
            if (r.path() == "/queue/tree/add") {
                server_->hangUp();
                return tests::Replies{};
            }
            return tests::done({{"ret", "*10"}});
        };
        applyInto(*session_, twoRules(), applied_);
        QTRY_VERIFY(applied_.has_value());
        QCOMPARE(applied_->error().code, ErrorCode::ConnectionLost);
        QVERIFY(applied_->error().text.find("may still be in force") != std::string::npos);
    }

    void aRemovedItemComesBackUnderANewIdAndEarlierChangesFollow() {
        Plan plan;
        const core::model::Row rule{{".id", "*5"}, {"chain", "forward"}, {"action", "drop"}, {"bytes", "7"}};
        plan.steps = {removeStep("/ip/firewall/filter", rule, "*6", "")};
        applyInto(*session_, plan, applied_);
        QTRY_VERIFY(applied_.has_value());
        undoInto(*session_, **applied_, undone_);
        QTRY_VERIFY(undone_.has_value());
        QCOMPARE((**undone_).size(), 1u);
        QCOMPARE((**undone_)[0].was, std::string("*5"));
        QCOMPARE((**undone_)[0].is, std::string("*16"));
        QCOMPARE(server_->seen[1].argument("place-before").value(), std::string_view("*6"));

        AppliedChange earlier;
        earlier.record.inverses = {{"/ip/firewall/filter", "disable", {{".id", "*5"}}, {}, {}}};
        earlier.restores = {""};
        core::change::renameItems(earlier, **undone_);
        QCOMPARE(core::change::undoLines(earlier), std::vector<std::string>{"/ip firewall filter disable *16"});
    }

    void foundItemsAreWrittenByTheirIdsAndVanishedOnesPassedOver() {
        server_->answer = [](const tests::Request& r) {
            return r.verb == "print" ? tests::rows({{{".id", "*1"}}, {{".id", "*2"}}}) : tests::trap("no such item");
        };
        Plan plan;
        core::model::PlanStep step;
        step.command = onFound("/ip/firewall/connection", "remove", "fasttrack", "yes");
        plan.steps = {step};
        applyInto(*session_, plan, applied_);
        QTRY_VERIFY(applied_.has_value());
        QVERIFY(applied_->has_value());
        QCOMPARE(server_->seen[0].queries, std::vector<std::string>{"fasttrack=true"});
        QCOMPARE(server_->seen[1].argument(".id").value(), std::string_view("*1,*2"));
        QVERIFY((**applied_).record.inverses.empty());
    }

    void undoOfAddFastTrackAlsoUnmarksConnections() {
        applyInto(*session_, core::planner::addFastTrack({}), applied_);
        QTRY_VERIFY(applied_.has_value());
        const auto lines = core::change::undoLines(**applied_);
        QCOMPARE(lines.size(), 3u);
        QCOMPARE(lines[0], std::string("/ip firewall filter remove *17"));
        QCOMPARE(lines[1], std::string("/ip firewall filter remove *16"));
        QCOMPARE(lines[2], std::string("/ip firewall connection remove [find fasttrack=yes]"));
    }

private:
    static Plan twoRules() {
        Plan plan;
        plan.steps = {addStep("/queue/type", {{"name", "t"}, {"kind", "fq-codel"}}, "name", ""),
                      addStep("/queue/tree", {{"name", "q"}, {"parent", "ether1"}}, "name", "")};
        return plan;
    }
    [[nodiscard]] std::vector<std::string> paths() const {
        std::vector<std::string> out;
        for (const auto& request : server_->seen) {
            out.push_back(request.path());
        }
        return out;
    }

    std::unique_ptr<tests::FakeApiServer> server_;
    std::unique_ptr<ApiSession> session_;
    std::optional<Result<AppliedChange>> applied_;
    std::optional<Result<std::vector<NewId>>> undone_;
    int nextId_ = 16;
};

QTEST_GUILESS_MAIN(TestApply)
#include "tst_apply.moc"
