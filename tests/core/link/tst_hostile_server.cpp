// Routers that mean harm: nothing they send makes the console hang or keep more than its bound.
#include "core/link/api_session.h"
#include "core/link/socket_channel.h"
#include "tests/core/link/fake_api_server.h"
#include "tests/core/link/kept.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using core::base::ErrorCode;
using core::link::Answer;
using core::link::ApiSession;
using core::link::SocketChannel;
using core::link::Timeouts;
using tests::FakeApiServer;
using tests::Kept;

namespace {

// Of this process, in octets.
qint64 residentNow() {
    QFile status(QStringLiteral("/proc/self/statm"));
    if (!status.open(QIODevice::ReadOnly)) {
        return -1;
    }
    return status.readAll().split(' ').at(1).toLongLong() * 4096;
}

} // namespace

class TestHostileServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        server_ = std::make_unique<FakeApiServer>();
        server_->answer = [](const tests::Request&) { return tests::Replies{}; };
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()));
    }
    void cleanup() {
        session_.reset();
        server_.reset();
    }

    void rowsWithoutEndAreCutOffAtTheBoundAndTheSessionLives() {
        logIn();
        constexpr std::size_t kBound = 16u << 20;
        session_->setAnswerLimit(kBound);
        const qint64 before = residentNow();
        QVERIFY(before > 0);
        Kept<Answer> answer(session_->request({"/ip/firewall/connection", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        const core::model::Reply row{core::model::ReplyKind::Row,
                                     server_->seen[0].tag,
                                     {{"src-address", std::string(200, '1')}, {"dst-address", std::string(200, '2')}},
                                     {}};
        std::size_t most = 0;
        for (int i = 0; i < 200'000 && !answer.ready(); ++i) {
            server_->send(row);
            if (i % 500 == 0) {
                QCoreApplication::processEvents();
                most = std::max(most, session_->heldOctets());
            }
        }
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Protocol);
        QVERIFY(most > kBound / 4); // it was really filled
        QVERIFY(most <= kBound);
        QCOMPARE(session_->heldOctets(), 0u);
        QTRY_VERIFY(server_->count("/cancel") > 0);
        QVERIFY2(residentNow() - before < 160 << 20, qPrintable(QString::number((residentNow() - before) >> 20)));
        server_->answer = [](const tests::Request&) { return tests::done({{"ret", "7"}}); };
        Kept<Answer> next(session_->request({"/b", "print", {}, {}, {}}));
        QTRY_VERIFY_WITH_TIMEOUT(next.ready(), 30000);
        QCOMPARE(next.result()->ret(), std::string("7"));
    }

    void aMillionRowsAreReadOrRefusedButNeverHang() {
        logIn();
        Kept<Answer> answer(session_->request({"/x", "print", {}, {}, {}}, std::chrono::seconds(100)));
        QTRY_COMPARE(server_->seen.size(), 1u);
        const std::string tag = server_->seen[0].tag;
        QByteArray row("\x03!re", 4);
        const std::string tagWord = ".tag=" + tag;
        row += static_cast<char>(tagWord.size());
        row += QByteArray::fromStdString(tagWord);
        row += QByteArray("\x07=.id=*1\x00", 9);
        QByteArray thousand;
        for (int i = 0; i < 1000; ++i) {
            thousand += row;
        }
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 1000; ++i) {
            server_->sendRaw(thousand);
            QCoreApplication::processEvents();
            QVERIFY(session_->heldOctets() <= core::link::kAnswerOctets);
        }
        server_->send({core::model::ReplyKind::Done, tag, {}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(answer.ready(), 60000);
        QVERIFY(answer.result().has_value());
        QCOMPARE(answer.result()->rows.size(), 1'000'000u);
        QVERIFY(clock.elapsed() < 60000);
    }

    void aWordOfFourGigabytesEndsTheSessionAtOnce() {
        logIn();
        const qint64 before = residentNow();
        Kept<Answer> answer(session_->request({"/x", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->sendRaw(QByteArray("\xF0\xFF\xFF\xFF\xFF", 5) + QByteArray(1 << 20, 'x'));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Protocol);
        QVERIFY(!session_->isOpen());
        QVERIFY(residentNow() - before < 64 << 20);
    }

    void beforeTheLoginOnlyLittleIsKept() {
        server_->muteLogin = true;
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_COMPARE(server_->connections(), 1);
        server_->sendRaw(QByteArray("\x90\x00", 2) + QByteArray(0x1000, 'x') + QByteArray("\x90\x01", 2));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Protocol);
    }

    void rowsThatTrickleInDoNotPutOffTheDeadline() {
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()),
                                                Timeouts{std::chrono::seconds(5), std::chrono::milliseconds(120)});
        logIn();
        Kept<Answer> answer(session_->request({"/x", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        QTimer trickle;
        connect(&trickle, &QTimer::timeout, this, [this] {
            server_->send({core::model::ReplyKind::Row, server_->seen[0].tag, {{"name", "x"}}, {}});
        });
        trickle.start(10);
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Timeout);
        QTRY_VERIFY(server_->count("/cancel") > 0);
    }

    void halfASentenceAndThenNothingTimesOut() {
        session_ = std::make_unique<ApiSession>(std::make_unique<SocketChannel>(QStringLiteral("127.0.0.1"), server_->serverPort()),
                                                Timeouts{std::chrono::seconds(5), std::chrono::milliseconds(60)});
        logIn();
        Kept<Answer> answer(session_->request({"/x", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        server_->sendRaw(QByteArray("\x03!re\x20=na", 8));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Timeout);
    }

    void nulsAndMarkupInNamesAreOnlyOctets() {
        logIn();
        const std::string name("<b onmouseover=x>&amp;\0<img src=x>", 35);
        server_->answer = [&name](const tests::Request&) { return tests::rows({{{"name", name}}}); };
        Kept<Answer> answer(session_->request({"/interface", "print", {}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QCOMPARE(std::string(answer.result()->rows[0].value("name")), name);
    }

    void aSentenceOfEndlessWordsEndsTheSession() {
        logIn();
        Kept<Answer> answer(session_->request({"/x", "print", {}, {}, {}}));
        QTRY_COMPARE(server_->seen.size(), 1u);
        QByteArray words;
        for (int i = 0; i < 70'000; ++i) {
            words += QByteArray("\x04=a=b", 5);
        }
        server_->sendRaw(words);
        QTRY_VERIFY(answer.ready());
        QCOMPARE(answer.result().error().code, ErrorCode::Protocol);
    }

private:
    void logIn() {
        Kept<void> opened(session_->open("admin", "secret"));
        QTRY_VERIFY(opened.ready());
        QVERIFY(opened.result().has_value());
    }
    std::unique_ptr<FakeApiServer> server_;
    std::unique_ptr<ApiSession> session_;
};

QTEST_GUILESS_MAIN(TestHostileServer)
#include "tst_hostile_server.moc"
