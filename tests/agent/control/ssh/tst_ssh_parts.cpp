// What the SSH door is made of, without a connection: gate, terminal, host key. tests/integration has the strangers.
#include "agent/control/ssh/channel_terminal.h"
#include "agent/control/ssh/host_key.h"
#include "agent/control/ssh/queued_gate.h"
#include "tests/agent/control/commands/console.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace agent::control;

class SshPartsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jobsRunOnTheControlThreadInTheirOrder() {
        tests::Console router;
        QueuedGate gate(router.plane.context());
        std::vector<int> order;
        std::atomic<bool> ended = false;
        std::thread session([&] {
            for (int i = 0; i < 3; ++i) {
                QVERIFY(gate.call([&, i](Context&) {
                    QVERIFY(QThread::currentThread() == gate.thread());
                    order.push_back(i);
                }));
            }
            ended = true;
        });
        QTRY_VERIFY(ended.load());
        session.join();
        QCOMPARE(order, (std::vector<int>{0, 1, 2}));
    }

    void closingTheGateLetsEverybodyGo() {
        tests::Console router;
        QueuedGate gate(router.plane.context());
        std::atomic<int> refused = 0;
        std::vector<std::thread> sessions;
        for (int i = 0; i < 4; ++i) {
            sessions.emplace_back([&] { refused += gate.call([](Context&) {}) ? 0 : 1; });
        }
        gate.close(); // before the event loop had a turn
        for (std::thread& session : sessions) {
            session.join();
        }
        QCOMPARE(refused.load(), 4);
        QCoreApplication::processEvents(); // what was posted finds nothing to do
    }

    void aSlowReaderHoldsTheSessionNotTheRouter() {
        std::atomic<int> woken = 0;
        ChannelTerminal terminal(parseLogin("admin"), [&] { ++woken; });
        std::atomic<bool> ended = false;
        std::thread session([&] {
            const std::string piece(64 << 10, 'x');
            for (int i = 0; i < 64; ++i) { // 4 MiB
                terminal.write(piece);
            }
            ended = true;
        });
        std::size_t taken = 0;
        QTRY_VERIFY(terminal.peek(1 << 21).size() >= (1 << 20));
        QVERIFY(!ended.load());
        QVERIFY(terminal.peek(1 << 30).size() <= (1 << 20) + (64 << 10));
        while (taken < (4 << 20)) {
            const std::string piece = terminal.peek(100'000);
            terminal.drop(piece.size());
            taken += piece.size();
            if (piece.empty()) {
                std::this_thread::yield();
            }
        }
        session.join();
        QVERIFY(terminal.drained());
        QVERIFY(woken > 0);
    }

    void anAbandonedTerminalEndsReadersAndWriters() {
        ChannelTerminal terminal(parseLogin("admin"), [] {});
        std::thread reader([&] {
            std::string octets;
            QCOMPARE(terminal.read(octets, -1), Terminal::Input::Gone);
        });
        std::thread writer([&] {
            const std::string piece(1 << 20, 'x');
            terminal.write(piece);
            terminal.write(piece); // waits for room that never comes
        });
        terminal.abandon();
        reader.join();
        writer.join();
    }

    void whatWasTypedBeforeTheEndIsStillRead() {
        ChannelTerminal terminal(parseLogin("admin"), [] {});
        terminal.put("last words");
        terminal.endInput();
        std::string octets;
        QCOMPARE(terminal.read(octets, 0), Terminal::Input::Octets);
        QCOMPARE(octets, "last words");
        QCOMPARE(terminal.read(octets, -1), Terminal::Input::Ended);
    }

    void theLoginNameMaySayHowWideTheTerminalIs() {
        ChannelTerminal terminal(parseLogin("admin+ct511w4098h"), [] {});
        QCOMPARE(terminal.size(), (TerminalSize{0, 0})); // no terminal: nothing is folded
        terminal.open({80, 24});
        QCOMPARE(terminal.size(), (TerminalSize{511, 4098}));
        ChannelTerminal plain(parseLogin("admin"), [] {});
        plain.open({80, 24});
        plain.resize({132, 50});
        QCOMPARE(plain.size(), (TerminalSize{132, 50}));
    }

    void theHostKeyIsMadeOnceAndIsItsOwnersAlone() {
        const QTemporaryDir directory;
        const std::filesystem::path path = directory.path().toStdString() + "/state";
        const auto first = hostKey(path);
        QVERIFY2(first, first ? "" : first.error().text.c_str());
        QVERIFY(fingerprint(*first).starts_with("SHA256:"));
        const auto again = hostKey(path);
        QVERIFY(again);
        QCOMPARE(fingerprint(*again), fingerprint(*first));
        const QString file = directory.path() + u"/state/ssh_host_ed25519_key"_qs;
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther), QFile::Permissions());

        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
        const auto readable = hostKey(path);
        QVERIFY(!readable && readable.error().text.find("chmod 600") != std::string::npos);

        QFile broken(file);
        QVERIFY(broken.open(QIODevice::WriteOnly | QIODevice::Truncate) && broken.write("no key") > 0);
        broken.close();
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        const auto unusable = hostKey(path);
        QVERIFY(!unusable && unusable.error().text.find("Remove the file") != std::string::npos);
    }

    void withoutAStateDirectoryTheKeyIsNew() {
        const auto one = hostKey({});
        const auto two = hostKey({});
        QVERIFY(one && two);
        QVERIFY(fingerprint(*one) != fingerprint(*two));
    }
};

QTEST_GUILESS_MAIN(SshPartsTest)
#include "tst_ssh_parts.moc"
