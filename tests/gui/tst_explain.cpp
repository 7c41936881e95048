// The Explain page in every state, in both themes and at the sizes that matter; what a click or a key does on it.
// With PATHSCOPE_SHOTS=<folder> the pictures are written there.
#include "fake_explain.h"
#include "ui/models/verdict_matrix_model.h"
#include "ui/pages/config_panel.h"
#include "ui/pages/explain_details.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/findings_panel.h"
#include "ui/pages/follow_bar.h"
#include "ui/pages/save_file.h"
#include "ui/pages/verdict_matrix.h"
#include "ui/pages/walk_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/notice_bar.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using core::workspace::ExplainState;
using Phase = ExplainState::Phase;
using testing::FakeExplain;

namespace {

void fill(FakeExplain& source, const QString& state) {
    source.current.phase = Phase::Ready;
    source.current.readAt = QDateTime({2026, 11, 30}, {14, 2, 30});
    source.current.explained = testing::explainedOffice();
    source.current.walk = testing::followedOffice();
    if (state == QLatin1String("healthy")) {
        auto out = testing::explainedOffice();
        out->diagnosis.findings.clear();
        out->problems.clear();
        source.current.explained = out;
    } else if (state == QLatin1String("hostile")) {
        source.current.explained = testing::explainedHostile();
        source.title = QStringLiteral("<b>x</b>\n") + QString(300, u'M') + QStringLiteral(".rsc");
    } else if (state == QLatin1String("boardless")) {
        auto out = testing::explainedOffice();
        out->statedModel.clear();
        out->boardKnown = false;
        source.current.explained = out;
    } else if (state == QLatin1String("reading") || state == QLatin1String("unread") || state == QLatin1String("failed")) {
        source.current.explained.reset();
        source.current.walk.reset();
        source.current.phase = state == QLatin1String("reading") ? Phase::Reading : state == QLatin1String("unread") ? Phase::Unread : Phase::Failed;
        if (state == QLatin1String("failed")) {
            source.current.message = QStringLiteral("office.rsc holds no RouterOS configuration: not one command of it was understood.");
            source.current.rejected = {{"error", 1, 1, {}, {}, "not RouterOS's language"}};
        }
    } else if (state == QLatin1String("agent")) {
        source.current.fromRouter = true;
        source.current.walk = testing::followedOnAgent();
    } else if (state == QLatin1String("stale")) {
        source.current.phase = Phase::Failed;
        source.current.message = QStringLiteral("cannot read office.rsc (No such file or directory)");
    } else if (state == QLatin1String("nowhere")) {
        auto walk = testing::followedOffice();
        walk->trace = core::base::fail(core::base::ErrorCode::NotFound, "The configuration has no interface \"x\".");
        source.current.walk = walk;
    }
}

void settle() {
    for (int turn = 0; turn < 5; ++turn) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

void save(QWidget& widget, const QString& name) {
    if (const QString folder = qEnvironmentVariable("PATHSCOPE_SHOTS"); !folder.isEmpty()) {
        widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
    }
}

QString firstCutOff(const QWidget& page) {
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty() || qobject_cast<const ui::ElidedLabel*>(label)) {
            continue;
        }
        const bool wide = label->wordWrap() || label->width() >= label->sizeHint().width();
        const bool high = label->height() >= (label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height()) - 1;
        if (!wide || !high) {
            return QStringLiteral("%1 (%2×%3)").arg(label->text().left(80)).arg(label->width()).arg(label->height());
        }
    }
    for (const QPushButton* button : page.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->width() < button->sizeHint().width()) {
            return button->text();
        }
    }
    return {};
}

QStringList wordsOn(const QWidget& widget) {
    QStringList out;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible()) {
            out << label->text().remove(QChar(0x200B));
        }
    }
    return out;
}

struct Shown {
    FakeExplain source;
    ui::ConfigPanel panel;
    explicit Shown(const char* state = "office", QSize size = {1192, 838}) {
        fill(source, QString::fromLatin1(state));
        panel.resize(size);
        panel.setSource(&source);
        panel.show();
        settle();
    }
    template <class T> [[nodiscard]] T* find() const { return panel.findChild<T*>(); }
    [[nodiscard]] QListView* findings() const { return find<ui::FindingsPanel>()->findChild<QListView*>(); }
    [[nodiscard]] QListView* stages() const { return find<ui::WalkPanel>()->findChild<QListView*>(); }
    [[nodiscard]] QString details() const { return wordsOn(*find<ui::ExplainDetails>()).join(u'\n'); }
};

} // namespace

class tst_Explain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test-explain"));
        QSettings().clear();
        ui::Theme::instance().install();
    }
    void init() { QSettings().clear(); }

    void everyStateFits_data() {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        for (const char* state : {"office", "healthy", "hostile", "boardless", "reading", "unread", "failed", "stale", "nowhere", "agent"}) {
            for (const QSize size : {QSize(852, 658), QSize(1192, 838)}) { // what a window of 1100×720 or 1440×900 leaves for the panel
                for (const bool dark : {true, false}) {
                    QTest::addRow("explain-%s-%d-%s", state, size.width(), dark ? "dark" : "light") << QString::fromLatin1(state) << size << dark;
                }
            }
        }
    }
    void everyStateFits() {
        QFETCH(QString, state);
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        ui::Theme::instance().setChoiceForThisRun(dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        const Shown shown(state.toLatin1().constData(), size);
        save(const_cast<ui::ConfigPanel&>(shown.panel), QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(shown.panel.size(), size);
        QCOMPARE(firstCutOff(shown.panel), QString());
        for (const QLabel* label : shown.panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->textFormat() != Qt::PlainText) {
                QVERIFY2(!Qt::mightBeRichText(label->text()), qPrintable(label->text()));
            }
        }
    }

    void theGravestFindingIsOpenAtOnceWithItsReasons() {
        const Shown shown;
        QCOMPARE(shown.findings()->currentIndex().row(), 0);
        QVERIFY(shown.details().contains(QStringLiteral("No rule keeps the WAN")));
    }
    void theArrowKeysChooseAFindingAndMarkItsStages() {
        Shown shown;
        shown.findings()->setFocus();
        QTest::keyClick(shown.findings(), Qt::Key_Down);
        settle();
        QVERIFY(shown.details().contains(QStringLiteral("The FastTrack rule never sees a packet")));
        QVERIFY(shown.details().contains(QStringLiteral("What it costs")));
        QVERIFY(shown.details().contains(QStringLiteral("bridge → ether1"))); // what the change moves
        const auto* change = shown.find<ui::ExplainDetails>()->findChild<ui::CommandBlock*>(QStringLiteral("change"));
        QVERIFY(change != nullptr);
        QCOMPARE(change->commands(), QStringLiteral("/ip firewall filter move 4 destination=0"));
        const auto* back = shown.find<ui::ExplainDetails>()->findChild<ui::CommandBlock*>(QStringLiteral("wayBack"));
        QCOMPARE(back->commands().count(u'\n'), 1); // two commands
        QVERIFY(shown.stages()->model()->index(5, 0).data(ui::WalkModel::HighlightRole).toBool());
        QVERIFY(!shown.stages()->model()->index(3, 0).data(ui::WalkModel::HighlightRole).toBool());
    }
    void theChoiceSurvivesAnUpdateAndOneThatIsGoneGivesWay() {
        Shown shown;
        shown.findings()->setCurrentIndex(shown.findings()->model()->index(1, 0));
        auto next = testing::explainedOffice();
        next->diagnosis.findings.erase(next->diagnosis.findings.begin());
        shown.source.current.explained = next;
        Q_EMIT shown.source.changed();
        QCOMPARE(shown.findings()->currentIndex().row(), 0);
        QVERIFY(shown.details().contains(QStringLiteral("The FastTrack rule never sees a packet")));
        next = testing::explainedOffice();
        next->diagnosis.findings.erase(next->diagnosis.findings.begin(), next->diagnosis.findings.begin() + 2);
        shown.source.current.explained = next;
        Q_EMIT shown.source.changed();
        QVERIFY(shown.details().contains(QStringLiteral("No rule puts established connections")));
    }
    void aCellOfTheMatrixAsksForThatWalkAndShowsItsReasons() {
        Shown shown;
        auto* matrix = shown.find<ui::VerdictMatrix>();
        const auto* model = static_cast<ui::VerdictMatrixModel*>(matrix->model());
        const QModelIndex cell = model->indexOf("vlan20-guest", "ether1");
        matrix->setFocus();
        QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->visualRect(cell).center());
        QVERIFY(!shown.source.followed.empty());
        QCOMPARE(shown.source.followed.back().from, std::string("vlan20-guest"));
        QVERIFY(shown.details().contains(QStringLiteral("vlan20-guest → ether1")));
        const QModelIndex slow = model->indexOf("bridge", "ether1");
        QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->visualRect(slow).center());
        QVERIFY(shown.details().contains(QStringLiteral("Takes the packets before the FastTrack rule sees them")));
        QVERIFY(shown.find<ui::ExplainDetails>()->findChild<ui::CommandBlock*>(QStringLiteral("change")) != nullptr);
    }
    void aStageShowsTheLineThatDecidedAndItsPage() {
        Shown shown;
        shown.stages()->setFocus();
        QTest::mouseClick(shown.stages()->viewport(), Qt::LeftButton, {}, shown.stages()->visualRect(shown.stages()->model()->index(2, 0)).center());
        QVERIFY(shown.details().contains(QStringLiteral("FastTrack handler")));
        QPushButton* about = nullptr;
        for (QPushButton* button : shown.find<ui::ExplainDetails>()->findChildren<QPushButton*>()) {
            about = button->text().contains(QStringLiteral("About FT-SHADOWED")) ? button : about;
        }
        QVERIFY(about != nullptr);
        about->click();
        settle();
        QVERIFY(shown.details().contains(QStringLiteral("Rules are asked from the top.")));
        // Back to the finding.
        QTest::mouseClick(shown.findings()->viewport(), Qt::LeftButton, {}, shown.findings()->visualRect(shown.findings()->model()->index(0, 0)).center());
        QVERIFY(shown.details().contains(QStringLiteral("No rule keeps the WAN")));
    }
    void theBarFollowsAnyPacketBetweenInterfaces() {
        Shown shown;
        auto* bar = shown.find<ui::FollowBar>();
        QCOMPARE(bar->question().from, std::string("bridge"));
        auto* port = bar->findChild<QLineEdit*>();
        port->setFocus();
        QTest::keyClicks(port, QStringLiteral("443"));
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(shown.source.followed.size(), 1u);
        QCOMPARE(shown.source.followed.back().destinationPort, 443);
        for (QPushButton* button : bar->findChildren<QPushButton*>()) {
            if (button->accessibleName() == QLatin1String("The other direction")) {
                button->click();
            }
        }
        QCOMPARE(shown.source.followed.back().from, std::string("ether1"));
        QCOMPARE(shown.source.followed.back().to, std::string("bridge"));
    }
    void whatAPacketOnTheAgentDidIsSaidAboveTheStages() {
        Shown shown("agent");
        QVERIFY(wordsOn(*shown.find<ui::WalkPanel>()).join(u' ').contains(QStringLiteral("one stage differs")));
        for (QPushButton* button : shown.find<ui::WalkPanel>()->findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("First packet")) {
                button->click();
            }
        }
        QVERIFY(wordsOn(*shown.find<ui::WalkPanel>()).join(u' ').contains(QStringLiteral("No such packet came by")));
    }
    void whatTheBarCannotFollowIsSaid() {
        const Shown shown("nowhere");
        QVERIFY(wordsOn(*shown.find<ui::WalkPanel>()).join(u' ').contains(QStringLiteral("no interface")));
    }
    void theFilterNarrowsTheListAndEscapeEmptiesIt() {
        Shown shown;
        auto* words = shown.find<ui::FindingsPanel>()->findChild<QLineEdit*>();
        const int all = shown.findings()->model()->rowCount();
        words->setFocus();
        QTest::keyClicks(words, QStringLiteral("shadow"));
        QCOMPARE(shown.findings()->model()->rowCount(), 1);
        QTest::keyClicks(words, QStringLiteral("zzz"));
        QVERIFY(wordsOn(*shown.find<ui::FindingsPanel>()).contains(QStringLiteral("Nothing matches the filter.")));
        QTest::keyClick(words, Qt::Key_Escape);
        QCOMPARE(shown.findings()->model()->rowCount(), all);
    }
    void withoutAWalkTheFirstPairIsFollowed() {
        FakeExplain source;
        fill(source, QStringLiteral("office"));
        source.current.walk.reset();
        ui::ConfigPanel panel;
        panel.setSource(&source);
        QCOMPARE(source.followed.size(), 1u);
        QCOMPARE(source.followed.front().from, std::string("bridge"));
    }
    void anExportWithoutABoardAsksForOne() {
        Shown shown("boardless");
        QVERIFY(wordsOn(shown.panel).join(u' ').contains(QStringLiteral("does not say which board")));
        for (QComboBox* box : shown.panel.findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String("Board")) {
                box->setCurrentIndex(box->findText(QStringLiteral("RB750Gr3")));
                Q_EMIT box->activated(box->currentIndex());
            }
        }
        QCOMPARE(shown.source.boardsChosen, QStringList{QStringLiteral("RB750Gr3")});
    }
    void aFixIsPlannedForAFileAndOfferedToBeAppliedOnARouter() {
        Shown shown;
        shown.source.fixAnswer = core::workspace::PlannedFix{};
        shown.source.fixAnswer->plan.steps.emplace_back();
        shown.findings()->setCurrentIndex(shown.findings()->model()->index(2, 0));
        settle();
        const auto button = [&] { return shown.find<ui::ExplainDetails>()->findChild<QPushButton*>(QStringLiteral("applyChange")); };
        QVERIFY(button() != nullptr);
        QCOMPARE(button()->text(), QStringLiteral("Plan the fix…"));
        shown.source.current.fromRouter = true;
        Q_EMIT shown.source.changed();
        QTRY_COMPARE(button()->text(), QStringLiteral("Apply with undo…"));
        QSignalSpy planned(shown.find<ui::ExplainPage>(), &ui::ExplainPage::planned);
        button()->click();
        QCOMPARE(planned.size(), 1);
        QCOMPARE(shown.source.fixesAsked.size(), std::size_t(1));
    }
    void aReportIsWrittenWholeOrTheReasonIsSaid() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("office.sarif"));
        QCOMPARE(ui::writeWhole(path, "{}"), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{}"));
        QVERIFY(ui::writeWhole(folder.filePath(QStringLiteral("no/such/place.sarif")), "{}").contains(QStringLiteral("place.sarif")));
    }
    void aPathOfThePicturePointsAtItsTraffic() {
        Shown shown;
        shown.find<ui::ExplainPage>()->showPath(core::model::PathKind::Switch);
        QCOMPARE(shown.source.followed.back().from, std::string("ether2"));
        QVERIFY(shown.details().contains(QStringLiteral("ether2 → ether3")));
    }
    void turningToAnotherExportForgetsTheFirst() {
        Shown shown;
        FakeExplain other;
        fill(other, QStringLiteral("reading"));
        other.title = QStringLiteral("branch.rsc");
        shown.panel.setSource(&other);
        Q_EMIT shown.source.changed();
        settle();
        QVERIFY(wordsOn(shown.panel).contains(QStringLiteral("branch.rsc")));
        QVERIFY(!wordsOn(shown.panel).contains(QStringLiteral("office.rsc")));
        QCOMPARE(shown.findings()->model()->rowCount(), 0);
    }
};

QTEST_MAIN(tst_Explain)
#include "tst_explain.moc"
