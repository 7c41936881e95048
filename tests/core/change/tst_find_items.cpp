// Writes that look their items up when they are sent.
#include "core/change/find_items.h"
#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "core/planner/steps.h"
#include "tests/core/link/fake_api_server.h"

#include <QTest>

using core::base::Result;
using core::link::Answer;
using core::link::ApiSession;
using core::link::SocketChannel;

namespace {

QCoro::Task<void> openInto(ApiSession& session, bool& open) {
    const Result<void> opened = co_await session.open("admin", "secret");
    open = opened.has_value();
}

QCoro::Task<void> writeInto(ApiSession& session, core::model::Request request, std::optional<Result<Answer>>& into) {
    Result<Answer> answer = co_await core::change::sendWrite(session, std::move(request));
    into = std::move(answer);
}

} // namespace

class TestFindItems : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        answer_.reset();
        server_ = std::make_unique<tests::FakeApiServer>();
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()));
        bool open = false;
        openInto(*session_, open);
        QTRY_VERIFY(open);
    }
    void cleanup() {
        session_.reset();
        server_.reset();
    }

    void foundItemsAreWrittenByTheirIdsAndVanishedOnesPassedOver() {
        server_->answer = [](const tests::Request& r) {
            return r.verb == "print" ? tests::rows({{{".id", "*1"}}, {{".id", "*2"}}}) : tests::trap("no such item");
        };
        writeInto(*session_, core::planner::onFound("/ip/firewall/connection", "remove", "fasttrack", "yes"), answer_);
        QTRY_VERIFY(answer_.has_value());
        QVERIFY(answer_->has_value());
        QCOMPARE(server_->seen[0].queries, std::vector<std::string>{"fasttrack=true"});
        QCOMPARE(server_->seen[1].argument(".id").value(), std::string_view("*1,*2"));
    }

    void severalThingsAreLookedUpTogether() {
        server_->answer = [](const tests::Request&) { return tests::rows({}); };
        writeInto(*session_, core::planner::onFound("/ip/firewall/connection", "remove", {{"fasttrack", "yes"}, {"comment", "a b"}, {"src-address", "10.0.0.1"}}), answer_);
        QTRY_VERIFY(answer_.has_value());
        QVERIFY(answer_->has_value());
        QCOMPARE(server_->seen[0].queries, (std::vector<std::string>{"fasttrack=true", "comment=a b", "src-address=10.0.0.1"}));
        QCOMPARE(server_->seen.size(), std::size_t(1));
    }

    void manyAreSentInParts() {
        server_->answer = [](const tests::Request& r) {
            std::vector<core::model::Row> rows;
            for (int i = 1; r.verb == "print" && i <= 250; ++i) {
                rows.push_back({{".id", "*" + std::to_string(i)}});
            }
            return r.verb == "print" ? tests::rows(rows) : tests::done();
        };
        writeInto(*session_, core::planner::onFound("/ip/firewall/connection", "remove", "fasttrack", "yes"), answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(server_->count("/ip/firewall/connection/remove"), 3);
    }

    void otherWritesAreSentAsTheyAreAndRefusalsTold() {
        server_->answer = [](const tests::Request&) { return tests::trap("busy"); };
        writeInto(*session_, {"/queue/tree", "remove", {{".id", "*5"}}, {}, {}}, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().cause, std::string("busy"));
        QCOMPARE(server_->seen.size(), std::size_t(1));
    }

private:
    std::unique_ptr<tests::FakeApiServer> server_;
    std::unique_ptr<ApiSession> session_;
    std::optional<Result<Answer>> answer_;
};

QTEST_GUILESS_MAIN(TestFindItems)
#include "tst_find_items.moc"
