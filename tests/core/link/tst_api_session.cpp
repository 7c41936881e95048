#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "tests/core/link/fake_api_server.h"

#include <QSignalSpy>
#include <QTest>
#include <memory>

using core::base::ErrorCode;
using core::base::Result;
using core::link::Answer;
using core::link::ApiSession;
using core::link::Security;
using core::link::SocketChannel;
using core::link::Timeouts;
using tests::FakeApiServer;

namespace {

// Stores a task's result where the test can wait for it.
template <class T> QCoro::Task<void> keep(QCoro::Task<Result<T>> task, std::shared_ptr<std::optional<Result<T>>> into) {
    Result<T> result = co_await task;
    *into = std::move(result);
}

template <class T> struct Kept {
    explicit Kept(QCoro::Task<Result<T>> task) { keep(std::move(task), value); }
    std::shared_ptr<std::optional<Result<T>>> value = std::make_shared<std::optional<Result<T>>>();
    [[nodiscard]] bool ready() const { return value->has_value(); }
    const Result<T>& result() const { return **value; }
};

QByteArray bytes(const char* text, int size) {
    return {text, size};
}

} // namespace

class TestApiSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        server_ = std::make_unique<FakeApiServer>();
        session_ = newSession();
    }
    void cleanup() {
        session_.reset();
        server_.reset();
    }

    void rowsArriveInOrder() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::rows({{{"name", "ether1"}}, {{"name", "ether2"}, {"comment", ""}}}); };
        Kept<Answer> answer(session_->request({"/interface", "print", {{".proplist", "name,comment"}}, {"type=ether"}, {}}));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result()->rows.size(), 2u);
        QCOMPARE(answer.result()->rows[1].value("name"), std::string_view("ether2"));
        QVERIFY(answer.result()->rows[1].get("comment").has_value());
        QCOMPARE(server_->seen[0].argument(".proplist").value(), std::string_view("name,comment"));
        QCOMPARE(server_->seen[0].queries, std::vector<std::string>{"type=ether"});
        QCOMPARE(session_->security(), Security::Plain);
    }

    void repliesCutIntoSingleOctetsAreTheSame() {
        server_->byteByByte = true;
        logIn();
        server_->answer = [](const tests::Request&) { return tests::rows({{{"name", std::string(300, 'x')}}}); };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result()->rows[0].value("name").size(), 300u);
    }

    void answersInAnotherOrderFindTheirRequests() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> first(session_->request({"/a", "print", {}, {}, {}}));
        Kept<Answer> second(session_->request({"/b", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 2u);
        server_->send({core::model::ReplyKind::Done, server_->seen[1].tag, {{"ret", "b"}}, {}});
        QTRY_VERIFY(second.ready());
        QVERIFY(!first.ready());
        server_->send({core::model::ReplyKind::Done, server_->seen[0].tag, {{"ret", "a"}}, {}});
        QTRY_VERIFY(first.ready());
        QCOMPARE(first.result()->ret(), std::string("a"));
        QCOMPARE(second.result()->ret(), std::string("b"));
    }

    void aTrapIsARefusalWithTheRoutersText() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::trap("no such command or directory (switch)"); };
        Kept<Answer> answer(session_->request({"/interface/ethernet/switch", "print", {}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Refused);
        QCOMPARE(answer.result().error().cause, std::string("no such command or directory (switch)"));
        QVERIFY(core::link::isNoSuchCommand(answer.result().error()));
    }

    void unknownReplyWordsAreIgnored() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->sendRaw(bytes("\x07!future\x0a=name=what\x00", 20));
        server_->sendRaw(bytes("\x06!empty\x00", 8));
        server_->send({core::model::ReplyKind::Done, server_->seen[0].tag, {}, {}});
        QTRY_VERIFY(answer.ready());
        QVERIFY(answer.result().has_value());
        QVERIFY(answer.result()->rows.empty());
    }

    void aWrongPasswordIsALoginFailure() {
        Kept<void> opened(session_->open("admin", "wrong"));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::LoginFailed);
        QVERIFY(opened.result().error().text.find("admin") != std::string::npos);
        QVERIFY(opened.result().error().describe().find("wrong") == std::string::npos);
    }

    void anOldRouterIsLoggedInByChallenge() {
        server_->oldLogin = true;
        logIn();
        QCOMPARE(server_->logins, 1);
    }

    void aServerThatNeverAnswersTheLoginTimesOut() {
        server_->muteLogin = true;
        session_ = newSession({std::chrono::milliseconds(50), std::chrono::milliseconds(50)});
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Timeout);
        QVERIFY(opened.result().error().text.find("8728") != std::string::npos);
    }

    void aStalledRequestTimesOutAndItsLateAnswerIsIgnored() {
        session_ = newSession({std::chrono::milliseconds(5000), std::chrono::milliseconds(30)});
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Timeout);
        server_->send({core::model::ReplyKind::Done, server_->seen[0].tag, {}, {}});
        server_->answer = [](const tests::Request&) { return tests::done({{"ret", "5"}}); };
        Kept<Answer> next(session_->request({"/b", "print", {}, {}, {}}, std::chrono::milliseconds(5000)));
        QTRY_VERIFY(next.ready());
        QCOMPARE(next.result()->ret(), std::string("5"));
    }

    void halfASentenceThenTheEndLosesTheConnection() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        QSignalSpy closed(session_.get(), &ApiSession::closed);
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->sendRaw(bytes("\x03!re\x20=na", 8));
        server_->hangUp();
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::ConnectionLost);
        QTRY_COMPARE(closed.count(), 1);
        QVERIFY(!session_->isOpen());
    }

    void aWordOfFourGigabytesIsAProtocolError() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->sendRaw(bytes("\xF0\xFF\xFF\xFF\xFF", 5));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Protocol);
    }

    void somethingElseOnThePortIsAProtocolError() {
        server_->muteLogin = true;
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_COMPARE(server_->connections(), 1);
        server_->sendRaw("\xFFgarbage");
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Protocol);
    }

    void aFatalReplyEndsEverythingWithItsReason() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->send({core::model::ReplyKind::Fatal, {}, {}, {std::nullopt, "session terminated on request"}});
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().cause, std::string("session terminated on request"));
    }

    void nothingListeningIsSaidWithThePort() {
        const quint16 port = server_->serverPort();
        server_->close();
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Unreachable);
        QVERIFY(opened.result().error().text.find(std::to_string(port)) != std::string::npos);
    }

    void destroyingTheSessionAnswersWhatIsOpen() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        session_.reset();
        QVERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Cancelled);
    }

    void aRequestWithoutAConnectionFailsAtOnce() {
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QVERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::ConnectionLost);
    }

    void aStreamRunsUntilItIsCancelled() {
        logIn();
        server_->answer = [](const tests::Request& r) { return r.verb == "cancel" ? tests::done() : tests::Replies{}; };
        int received = 0;
        bool ended = false;
        const std::string tag = session_->stream(
            {"/interface", "monitor-traffic", {{"interface", "ether1"}}, {}, {}}, [&received](const core::model::Row&) { ++received; },
            [&ended](const Result<void>&) { ended = true; });
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->send({core::model::ReplyKind::Row, tag, {{"name", "ether1"}}, {}});
        server_->send({core::model::ReplyKind::Row, tag, {{"name", "ether1"}}, {}});
        QTRY_COMPARE(received, 2);
        session_->cancel(tag);
        QTRY_COMPARE(server_->count("/cancel"), 1);
        QCOMPARE(server_->seen[1].argument("tag").value(), std::string_view(tag));
        server_->send({core::model::ReplyKind::Row, tag, {{"name", "ether1"}}, {}});
        Kept<Answer> after(session_->request({"", "cancel", {}, {}, {}}));
        QTRY_VERIFY(after.ready());
        QCOMPARE(received, 2);
        QVERIFY(!ended);
    }

    void aStreamIsToldWhenTheConnectionEnds() {
        logIn();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        Result<void> end;
        session_->stream(
            {"/log", "listen", {}, {}, {}}, [](const core::model::Row&) {}, [&end](const Result<void>& reason) { end = reason; });
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->hangUp();
        QTRY_VERIFY(!end.has_value());
        QCOMPARE(end.error().code, ErrorCode::ConnectionLost);
    }

private:
    std::unique_ptr<ApiSession> newSession(Timeouts timeouts = {}) {
        return std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()), timeouts);
    }
    void logIn() {
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_VERIFY(opened.ready());
        QVERIFY2(opened.result().has_value(), opened.result() ? "" : opened.result().error().describe().c_str());
    }

    std::unique_ptr<FakeApiServer> server_;
    std::unique_ptr<ApiSession> session_;
};

QTEST_GUILESS_MAIN(TestApiSession)
#include "tst_api_session.moc"
