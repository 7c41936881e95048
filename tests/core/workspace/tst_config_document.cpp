#include "core/workspace/config_document.h"
#include "core/workspace/recent_files.h"
#include "core/workspace/workspace.h"

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>

using namespace core::workspace;
using Phase = ExplainState::Phase;

namespace {

const QByteArray kExport = "# 2026-11-30 14:02:30 by RouterOS 7.16\n# model = RB750Gr3\n"
                           "/interface bridge\nadd name=bridge\n"
                           "/interface bridge port\nadd bridge=bridge interface=ether2\n"
                           "/ip address\nadd address=192.168.88.1/24 interface=bridge\nadd address=203.0.113.2/30 interface=ether1\n"
                           "/ip firewall filter\nadd action=accept chain=forward connection-state=established,related\n"
                           "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n"
                           "/ip route\nadd gateway=203.0.113.1\n";

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text);
}

bool found(const ConfigDocument& document, std::string_view id) {
    const auto& findings = document.state().explained->diagnosis.findings;
    return std::any_of(findings.begin(), findings.end(), [&](const auto& finding) { return finding.id == id; });
}

} // namespace

class tst_ConfigDocument : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    QString at(const char* name) const { return dir_.filePath(QString::fromLatin1(name)); }

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test-documents"));
        QSettings().clear();
    }
    void cleanupTestCase() { QSettings().clear(); }

    void anExportIsReadAndExplainedWithoutAskingTheCallerToWait() {
        write(at("office.rsc"), kExport);
        Workspace workspace;
        QSignalSpy opened(&workspace, &Workspace::configOpened);
        ConfigDocument* document = workspace.openConfig(at("office.rsc"));
        QCOMPARE(document->state().phase, Phase::Reading);
        QCOMPARE(opened.size(), 1);
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QCOMPARE(document->name(), QStringLiteral("office.rsc"));
        const Explained& explained = *document->state().explained;
        QCOMPARE(explained.statedModel, std::string("RB750Gr3"));
        QVERIFY(explained.boardKnown);
        QCOMPARE(explained.diagnosis.version, std::string("7.16"));
        QVERIFY(found(*document, "fasttrack-rule-missing"));
        QVERIFY(std::find(explained.interfaces.begin(), explained.interfaces.end(), "ether1") != explained.interfaces.end());
        QVERIFY(recentFiles().contains(document->path()));
    }
    void aFileThatChangesIsReadAgainAlsoWhenItIsReplaced() {
        write(at("change.rsc"), kExport);
        Workspace workspace;
        ConfigDocument* document = workspace.openConfig(at("change.rsc"));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QByteArray better = kExport;
        better.replace("/ip firewall filter\n",
                       "/ip firewall filter\nadd action=fasttrack-connection chain=forward connection-state=established,related\n");
        write(at("change.rsc"), better);
        QTRY_VERIFY_WITH_TIMEOUT(!found(*document, "fasttrack-rule-missing"), 10000);
        write(at("new.tmp"), kExport);
        QVERIFY(QFile::remove(at("change.rsc")));
        QVERIFY(QFile::rename(at("new.tmp"), at("change.rsc")));
        QTRY_VERIFY_WITH_TIMEOUT(found(*document, "fasttrack-rule-missing"), 10000);
    }
    void whatIsNoExportSaysWhatItIsInstead_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        QTest::newRow("binary") << QByteArray("\x88\xac\xa1\xb1\0\0backup", 12) << QStringLiteral(".backup");
        QTest::newRow("letter") << QByteArray("Dear router,\nplease be faster.\n") << QStringLiteral("not one command");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("not one command");
    }
    void whatIsNoExportSaysWhatItIsInstead() {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        write(at("other.rsc"), content);
        Workspace workspace;
        ConfigDocument* document = workspace.openConfig(at("other.rsc"));
        QTRY_COMPARE(document->state().phase, Phase::Failed);
        QVERIFY2(document->state().message.contains(says), qPrintable(document->state().message));
        QVERIFY(!document->state().explained);
    }
    void whatCannotBeReadNamesTheFile() {
        Workspace workspace;
        ConfigDocument* nowhere = workspace.openConfig(at("nowhere.rsc"));
        ConfigDocument* folder = workspace.openConfig(dir_.path());
        QTRY_COMPARE(nowhere->state().phase, Phase::Failed);
        QVERIFY2(nowhere->state().message.contains(QStringLiteral("nowhere.rsc")), qPrintable(nowhere->state().message));
        QTRY_COMPARE(folder->state().phase, Phase::Failed);
        QVERIFY2(folder->state().message.contains(QStringLiteral("folder")), qPrintable(folder->state().message));
        QFile huge(at("huge.rsc"));
        QVERIFY(huge.open(QIODevice::WriteOnly));
        QVERIFY(huge.resize(qint64(65) << 20)); // a hole: takes no room
        huge.close();
        ConfigDocument* large = workspace.openConfig(at("huge.rsc"));
        QTRY_COMPARE(large->state().phase, Phase::Failed);
        QVERIFY2(large->state().message.contains(QStringLiteral("MiB")), qPrintable(large->state().message));
    }
    void aFileThatSpoilsKeepsWhatWasKnownAndSaysSo() {
        write(at("spoilt.rsc"), kExport);
        Workspace workspace;
        ConfigDocument* document = workspace.openConfig(at("spoilt.rsc"));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        write(at("spoilt.rsc"), "nothing\n");
        document->read();
        QTRY_COMPARE(document->state().phase, Phase::Failed);
        QVERIFY(document->state().explained);
    }
    void linesThatAreNotUnderstoodAreToldAndTheRestIsRead() {
        Workspace workspace;
        ConfigDocument* document = workspace.openConfigText(QString::fromUtf8(kExport) + QStringLiteral("/no such menu\nadd x=1\n"));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QVERIFY(!document->state().explained->problems.empty());
        QVERIFY(document->state().explained->problems.front().line > 12);
        QVERIFY(document->path().isEmpty());
    }
    void theSameFileIsOneDocument() {
        write(at("same.rsc"), kExport);
        Workspace workspace;
        ConfigDocument* first = workspace.openConfig(at("same.rsc"));
        QCOMPARE(workspace.openConfig(dir_.path() + QStringLiteral("/../") + QFileInfo(dir_.path()).fileName() + QStringLiteral("/same.rsc")), first);
        QCOMPARE(workspace.configs().size(), 1u);
        QSignalSpy closed(&workspace, &Workspace::configClosed);
        workspace.closeConfig(first); // while it is being read: nothing of it may come back
        QCOMPARE(closed.size(), 1);
        QVERIFY(workspace.configs().empty());
    }
    void anotherBoardGivesAnotherDiagnosisAndTheLastChoiceCounts() {
        Workspace workspace;
        QByteArray unnamed = kExport;
        unnamed.replace("# model = RB750Gr3\n", "");
        ConfigDocument* document = workspace.openConfigText(QString::fromUtf8(unnamed));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QVERIFY(!document->state().explained->boardKnown);
        document->chooseBoard(QStringLiteral("RB750Gr3"));
        document->chooseBoard(QStringLiteral("RB5009UG+S+IN"));
        document->chooseBoard(QStringLiteral("RB750Gr3"));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QCOMPARE(document->state().explained->diagnosis.board, std::string("RB750Gr3"));
        QVERIFY(document->state().explained->boardKnown);
    }
    void aPacketIsFollowedAndFollowedAgainWhenTheFileIsReadAnew() {
        write(at("walk.rsc"), kExport);
        Workspace workspace;
        ConfigDocument* document = workspace.openConfig(at("walk.rsc"));
        QTRY_COMPARE(document->state().phase, Phase::Ready);
        QSignalSpy walked(document, &Explanation::walkChanged);
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "no-such";
        document->follow(question);
        question.to = "ether1";
        document->follow(question); // voids the first
        QTRY_COMPARE(walked.size(), 1);
        QVERIFY(document->state().walk->trace);
        QCOMPARE(document->state().walk->trace->verdict.to, std::string("ether1"));
        QVERIFY(!document->state().walk->trace->later.steps.empty());
        document->read();
        QTRY_COMPARE(walked.size(), 2);
    }
    void twentyThousandLinesNeverHoldUpTheEventLoop() {
        QByteArray large = kExport + "/ip firewall address-list\n";
        for (int i = 0; i < 23000; ++i) {
            large += "add address=10." + QByteArray::number(i / 65536) + '.' + QByteArray::number(i / 256 % 256) + '.' +
                     QByteArray::number(i % 256) + " list=many\n";
        }
        write(at("large.rsc"), large);
        Workspace workspace;
        ConfigDocument* document = workspace.openConfig(at("large.rsc"));
        QElapsedTimer clock;
        qint64 longest = 0;
        int turns = 0; // work done in this thread would leave none but the one that finds it done
        QTimer tick;
        tick.setInterval(0);
        clock.start();
        connect(&tick, &QTimer::timeout, this, [&] {
            longest = std::max(longest, clock.restart());
            turns += document->state().phase != Phase::Ready ? 1 : 0;
        });
        tick.start();
        QTRY_COMPARE_WITH_TIMEOUT(document->state().phase, Phase::Ready, 60000);
        QVERIFY2(longest < 500, qPrintable(QString::number(longest))); // a loaded machine's share; alone it is a few milliseconds
        QVERIFY2(turns >= 10, qPrintable(QString::number(turns)));
        QVERIFY(document->state().explained->items > 23000);
    }
};

QTEST_GUILESS_MAIN(tst_ConfigDocument)
#include "tst_config_document.moc"
