// The Experiments page on experiments that are made up: list, report, comparison, notes, saving, removing, a new one, the one under way.
#include "tests/gui/fake_experiments.h"
#include "ui/pages/change_bar.h"
#include "ui/pages/experiment_list.h"
#include "ui/pages/experiment_report.h"
#include "ui/pages/experiment_strip.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/new_experiment_dialog.h"
#include "ui/pages/path_past_view.h"
#include "ui/pages/save_report_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/paper.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using core::model::ExperimentVerdict;
using core::workspace::Tuning;
using namespace ui;

namespace {

template <class T> T* named(const QWidget& in, const char* name) {
    return in.findChild<T*>(QString::fromLatin1(name));
}

void chooseIn(QComboBox& box, const QVariant& data) {
    box.setCurrentIndex(box.findData(data));
}

QComboBox* boxOf(const QWidget& dialog, const char* name) {
    for (auto* box : dialog.findChildren<QComboBox*>()) {
        if (box->accessibleName() == QLatin1String(name)) {
            return box;
        }
    }
    return nullptr;
}

} // namespace

class TestExperiments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("PathscopeTest"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_experiments"));
    }
    void init() {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("v1/reports/folder"), folder_.path());
    }

    void withoutExperimentsItSaysWhatToDo() {
        testing::FakeExperiments shelf;
        ExperimentsPage page;
        page.setSource(&shelf);
        page.refresh();
        QCOMPARE(shelf.refreshes, 1);
        shelf.current.read = true;
        Q_EMIT shelf.changed();
        QVERIFY(labelled(page, QStringLiteral("Nothing has been measured yet")));
        QSignalSpy lab(&page, &ExperimentsPage::labRequested);
        named<QPushButton>(page, "newExperiment")->click(); // there is no router either
        auto* notice = page.findChild<NoticeBar*>();
        QCOMPARE(notice->title(), QStringLiteral("No router to measure"));
        Q_EMIT notice->actionTriggered();
        QCOMPARE(lab.count(), 1);
    }

    void theChosenOneIsDrawnOnPaperAndSeveralAreCompared() {
        testing::FakeExperiments shelf;
        shelf.add("b", "Queues", ExperimentVerdict::NoDifference);
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.resize(1100, 700);
        page.setSource(&shelf);
        page.show();
        auto* list = page.findChild<ExperimentList*>()->findChild<QListView*>();
        QCOMPARE(list->model()->rowCount(), 2);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(shelf.opened.back(), QStringList{QStringLiteral("a")});
        auto* paper = page.findChild<Paper*>();
        QVERIFY(paper->isVisible());
        QVERIFY(shelf.drawn > 0);
        QVERIFY(paper->sheetSize().height() > 500);
        QVERIFY(named<QPushButton>(page, "removeExperiment")->isVisible());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::ControlModifier, list->visualRect(list->model()->index(0, 0)).center());
        QCOMPARE(shelf.opened.back(), (QStringList{QStringLiteral("b"), QStringLiteral("a")}));
        QVERIFY(!named<QPushButton>(page, "removeExperiment")->isVisible()); // one at a time
        QVERIFY(labelled(page, QStringLiteral("Comparison")));
    }

    void whatIsOpenStaysChosenWhenTheListGrows() {
        testing::FakeExperiments shelf;
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.setSource(&shelf);
        auto* list = page.findChild<ExperimentList*>();
        shelf.open({QStringLiteral("a")}); // by the end of a measurement, not by a click
        QCOMPARE(list->chosen(), QStringList{QStringLiteral("a")});
        shelf.current.entries.insert(shelf.current.entries.begin(), {"b", 1, "New", "branch", "", 1});
        Q_EMIT shelf.changed();
        QCOMPARE(list->chosen(), QStringList{QStringLiteral("a")});
        QCOMPARE(shelf.opened.size(), std::size_t(1));
    }

    void theSheetIsAsLongAsWhatIsOnItAndDrawnOnceForAWidth() {
        Paper paper;
        paper.resize(600, 400);
        paper.show();
        int drawn = 0;
        double asked = 0;
        paper.setContent([&](QPainter&, double width) {
            ++drawn;
            asked = width;
            return 2000.0;
        });
        QVERIFY(paper.sheetSize().height() > 1500);
        QVERIFY(paper.sheetSize().width() <= paper.viewport()->width());
        QVERIFY(asked >= 660); // a page's tables need as much; it is drawn smaller then
        const int before = drawn;
        paper.verticalScrollBar()->setValue(500);
        paper.grab();
        QCOMPARE(drawn, before);
        paper.resize(900, 400);
        QVERIFY(drawn > before);
        paper.setContent({});
        QVERIFY(paper.sheetSize().height() < 200);
    }

    void aNoteGoesToTheOneThatIsOpen() {
        testing::FakeExperiments shelf;
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.setSource(&shelf);
        page.show();
        shelf.open({QStringLiteral("a")});
        auto* report = page.findChild<ExperimentReport*>();
        auto* note = report->findChild<QLineEdit*>();
        QTest::keyClicks(note, QStringLiteral("  at night "));
        QTest::keyClick(note, Qt::Key_Return);
        QCOMPARE(shelf.notes, QStringList{QStringLiteral("a at night")});
        QVERIFY(note->text().isEmpty());
        shelf.open({QStringLiteral("/tmp/evidence.pathscope")}); // a file is not ours to write in
        QVERIFY(!note->isVisible());
        QVERIFY(!named<QPushButton>(page, "removeExperiment")->isVisible());
        QVERIFY(named<QPushButton>(page, "saveReport")->isEnabled());
    }

    void removingAsksFirst() {
        testing::FakeExperiments shelf;
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.setSource(&shelf);
        page.show();
        shelf.open({QStringLiteral("a")});
        for (const bool sure : {false, true}) {
            named<QPushButton>(page, "removeExperiment")->click();
            auto* question = page.findChild<QMessageBox*>();
            QVERIFY(question);
            QVERIFY(shelf.removed.isEmpty());
            for (QAbstractButton* button : question->buttons()) {
                if ((question->buttonRole(button) == QMessageBox::DestructiveRole) == sure) {
                    button->click();
                    break;
                }
            }
            QTRY_VERIFY(!page.findChild<QMessageBox*>());
        }
        QCOMPARE(shelf.removed, QStringList{QStringLiteral("a")});
    }

    void savingAsksForFormTitleAndWhatToHide() {
        testing::FakeExperiments shelf;
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.setSource(&shelf);
        page.show();
        shelf.open({QStringLiteral("a")});
        named<QPushButton>(page, "saveReport")->click();
        auto* dialog = page.findChild<SaveReportDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->fileName(), folder_.filePath(QStringLiteral("Add-FastTrack-on-branch.pdf")));
        chooseIn(*boxOf(*dialog, "Form"), QStringLiteral(".html"));
        QCOMPARE(dialog->fileName(), folder_.filePath(QStringLiteral("Add-FastTrack-on-branch.html")));
        dialog->findChildren<QCheckBox*>().front()->setChecked(true);
        dialog->accept();
        QCOMPARE(shelf.savedAs, QStringList{folder_.filePath(QStringLiteral("Add-FastTrack-on-branch.html"))});
        QVERIFY(shelf.look.redact.addresses);
        QVERIFY(!shelf.look.redact.names);
        QCOMPARE(page.findChild<NoticeBar*>()->title(), QStringLiteral("Saved"));
    }

    void aFolderThatIsNotThereCannotBeSavedTo() {
        SaveReportDialog dialog(QStringLiteral("../../etc/passwd"), false, nullptr);
        QCOMPARE(dialog.fileName(), folder_.filePath(QStringLiteral("etc-passwd.pdf")));
        QVERIFY(named<QPushButton>(dialog, "save")->isEnabled());
        named<QLineEdit>(dialog, "reportFile")->setText(QStringLiteral("/no/such/folder/x.pdf"));
        QVERIFY(!named<QPushButton>(dialog, "save")->isEnabled());
        QCOMPARE(boxOf(dialog, "Form")->count(), 6);
        SaveReportDialog several(QStringLiteral("x"), true, nullptr);
        QCOMPARE(boxOf(several, "Form")->count(), 3); // one of those that hold several
    }

    void whyAReportWasNotSavedIsSaid() {
        testing::FakeExperiments shelf;
        shelf.problem = QStringLiteral("Cannot write <b>x</b>.");
        shelf.add("a", "Add FastTrack", ExperimentVerdict::Better);
        ExperimentsPage page;
        page.setSource(&shelf);
        shelf.open({QStringLiteral("a")});
        page.findChild<ExperimentReport*>()->save();
        page.findChild<SaveReportDialog*>()->accept();
        QCOMPARE(page.findChild<NoticeBar*>()->text(), QStringLiteral("Cannot write <b>x</b>."));
    }

    void aNewOneIsWhatTheDialogSays() {
        testing::FakeExperiments shelf;
        shelf.routers = {{QStringLiteral("1"), QStringLiteral("home"), true, false}, {QStringLiteral("2"), QStringLiteral("branch"), false, true}};
        shelf.shown = QStringLiteral("2");
        ExperimentsPage page;
        page.setSource(&shelf);
        page.askNew();
        auto* dialog = page.findChild<NewExperimentDialog*>();
        QVERIFY(dialog);
        ExperimentWish wish = dialog->wish();
        QCOMPARE(wish.target, QStringLiteral("2"));
        QCOMPARE(wish.change, std::optional(Tuning::AddFastTrack)); // it has none
        QCOMPARE(wish.runs, QStringLiteral("ABBA"));
        QVERIFY(!named<QLineEdit>(*dialog, "loads")->isEnabled()); // of a lab
        chooseIn(*boxOf(*dialog, "Router"), QStringLiteral("1"));
        QCOMPARE(dialog->wish().change, std::optional(Tuning::RemoveFastTrack));
        chooseIn(*boxOf(*dialog, "Change"), -1);
        QVERIFY(!dialog->wish().change);
        QCOMPARE(dialog->wish().runs, QStringLiteral("A"));
        chooseIn(*boxOf(*dialog, "Verdict about"), static_cast<int>(core::model::Metric::PingP95));
        for (auto* box : dialog->findChildren<QSpinBox*>()) {
            box->setValue(box->accessibleName() == QStringLiteral("Warm-up") ? 3 : 45);
        }
        auto* loads = named<QLineEdit>(*dialog, "loads");
        QVERIFY(loads->isEnabled());
        loads->setText(QStringLiteral("sink:bad"));
        QVERIFY(!named<QPushButton>(*dialog, "measure")->isEnabled());
        loads->setText(QStringLiteral(" sink:10.0.0.9 "));
        QVERIFY(named<QPushButton>(*dialog, "measure")->isEnabled());
        QVERIFY(!dialog->findChild<QCheckBox*>()->isEnabled()); // nothing is changed: nothing to foretell
        dialog->accept();
        QCOMPARE(shelf.wishes.size(), std::size_t(1));
        wish = shelf.wishes.front();
        QCOMPARE(wish.length.seconds, 45.0);
        QCOMPARE(wish.length.warmupS, 3.0);
        QCOMPARE(wish.judge, core::model::Metric::PingP95);
        QCOMPARE(wish.loads, QStringLiteral("sink:10.0.0.9"));
    }

    void aKeptChangeIsMeasuredOnItsRouterOnly() {
        testing::FakeExperiments shelf;
        shelf.routers = {{QStringLiteral("1"), QStringLiteral("home"), true, true}, {QStringLiteral("2"), QStringLiteral("branch"), true, true}};
        ExperimentsPage page;
        page.setSource(&shelf);
        page.askForKept(QStringLiteral("2"), QStringLiteral("Add FastTrack"), 7);
        auto* dialog = page.findChild<NewExperimentDialog*>();
        QVERIFY(dialog);
        const ExperimentWish wish = dialog->wish();
        QCOMPARE(wish.target, QStringLiteral("2"));
        QVERIFY(!wish.change);
        QCOMPARE(wish.kept, std::optional<qint64>(7));
        QCOMPARE(wish.runs, QStringLiteral("ABBA"));
    }

    void theBarOfAKeptChangeOffersToMeasureIt() {
        ChangeBar bar;
        QSignalSpy asked(&bar, &ChangeBar::measureRequested);
        core::workspace::ChangeEnd end{QStringLiteral("Add FastTrack"), core::model::ChangeOutcome::RolledBack, {}, 7};
        bar.show(std::nullopt, end);
        QVERIFY(!named<QPushButton>(bar, "measureKept")->isVisibleTo(&bar));
        end.outcome = core::model::ChangeOutcome::Kept;
        bar.show(std::nullopt, end);
        QVERIFY(named<QPushButton>(bar, "measureKept")->isVisibleTo(&bar));
        named<QPushButton>(bar, "measureKept")->click();
        QCOMPARE(asked.front().at(0).toString(), QStringLiteral("Add FastTrack"));
        QCOMPARE(asked.front().at(1).toLongLong(), 7);
    }

    void theOneUnderWayShowsHowFarItIsAndCanBeCancelled() {
        using Step = core::workspace::ExperimentProgress::Step;
        testing::FakeExperiments shelf;
        ExperimentsPage page;
        page.setSource(&shelf);
        auto* strip = page.findChild<ExperimentStrip*>();
        QVERIFY(!strip->isVisibleTo(&page));
        shelf.current.running = true;
        shelf.current.runningTitle = QStringLiteral("Add FastTrack");
        shelf.current.progress = {Step::Measuring, 2, 4, core::model::Side::After, 7, 25};
        Q_EMIT shelf.changed();
        QVERIFY(strip->isVisibleTo(&page));
        QCOMPARE(strip->text(), QStringLiteral("Run 2 of 4, with the change: 7 of 25 s"));
        QVERIFY(!named<QPushButton>(page, "newExperiment")->isEnabled());
        named<QPushButton>(page, "cancelExperiment")->click();
        QCOMPARE(shelf.cancels, 1);
        shelf.current.running = false;
        shelf.current.outcome = QStringLiteral("The connection was lost.");
        Q_EMIT shelf.changed();
        QVERIFY(!strip->isVisibleTo(&page));
        auto* notice = page.findChild<NoticeBar*>();
        QCOMPARE(notice->text(), QStringLiteral("The connection was lost."));
        notice->hide(); // dismissed
        Q_EMIT shelf.changed();
        QVERIFY(!notice->isVisibleTo(&page));
    }

    void theHistoryIsOfTheRouterAndTheSpanThatAreChosen() {
        testing::FakeExperiments shelf;
        shelf.past->routers = QStringList{QStringLiteral("lab:office"), QStringLiteral("192.0.2.1")};
        shelf.past->router = QStringLiteral("lab:office");
        shelf.past->changes.resize(1);
        ExperimentsPage page;
        page.setSource(&shelf);
        page.show();
        QVERIFY(shelf.pastAsked.isEmpty()); // nobody looks at it
        page.showHistory();
        QCOMPARE(shelf.pastAsked.last(), QStringLiteral(" 1440"));
        auto* view = page.findChild<PathPastView*>();
        QVERIFY(view->isVisible());
        QVERIFY(view->findChild<QTableView*>()->isVisible());
        auto* router = boxOf(*view, "Router");
        QCOMPARE(router->currentText(), QStringLiteral("office (lab)"));
        router->setCurrentIndex(1);
        QCOMPARE(shelf.pastAsked.last(), QStringLiteral("192.0.2.1 1440"));
        for (QPushButton* chip : view->findChildren<QPushButton*>()) {
            if (chip->text() == QStringLiteral("7 d")) {
                chip->click();
            }
        }
        QCOMPARE(shelf.pastAsked.last(), QStringLiteral("lab:office 10080")); // what the answer before was about
        Q_EMIT shelf.measured(QStringLiteral("a"));
        QVERIFY(!view->isVisible()); // its report is
    }

    // With PATHSCOPE_SHOTS=<folder> the pictures are written there.
    void nothingIsCutOff_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        for (const QSize size : {QSize(1032, 658), QSize(1192, 838)}) { // what a window of 1280×720 or 1440×900 leaves for the page
            for (const bool dark : {true, false}) {
                QTest::addRow("%d-%s", size.width(), dark ? "dark" : "light") << size << dark;
            }
        }
    }
    void nothingIsCutOff() {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        ui::Theme::instance().install();
        ui::Theme::instance().setChoiceForThisRun(dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        testing::FakeExperiments shelf;
        shelf.add("b", "Queues on WAN and bridge on the router of the second branch", ExperimentVerdict::NotEnoughData);
        shelf.add("a", "Add FastTrack on branch", ExperimentVerdict::Better);
        shelf.routers = {{QStringLiteral("1"), QStringLiteral("home"), false, false}};
        shelf.current.running = true;
        shelf.current.runningTitle = QStringLiteral("Queues on WAN and bridge on home");
        shelf.current.progress = {core::workspace::ExperimentProgress::Step::Measuring, 2, 4, core::model::Side::After, 7, 25};
        shelf.current.outcome = QStringLiteral("The connection to the router was lost during the experiment. It closed the connection.");
        ExperimentsPage page;
        page.resize(size);
        page.setSource(&shelf);
        shelf.open({QStringLiteral("a")});
        page.show();
        settle(page, "page");
        QCOMPARE(firstCutOff(page), QString());
        NewExperimentDialog ask(shelf.routers, QStringLiteral("1"), [](const QString&) { return QString(); }, nullptr);
        ask.setAttribute(Qt::WA_DeleteOnClose, false);
        ask.show();
        settle(ask, "new");
        QCOMPARE(firstCutOff(ask), QString());
        SaveReportDialog save(QStringLiteral("Add FastTrack on branch"), false, nullptr);
        save.setAttribute(Qt::WA_DeleteOnClose, false);
        save.show();
        settle(save, "save");
        QCOMPARE(firstCutOff(save), QString());
    }

private:
    static void settle(QWidget& widget, const char* name) {
        for (int turn = 0; turn < 4; ++turn) { // wrapped texts learn their width first, then ask for their height
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        if (const QString folder = qEnvironmentVariable("PATHSCOPE_SHOTS"); !folder.isEmpty()) {
            widget.grab().save(QStringLiteral("%1/experiments-%2-%3.png").arg(folder, QLatin1String(name), QLatin1String(QTest::currentDataTag())));
        }
    }
    // Labels and buttons must have the room their text asks for.
    static QString firstCutOff(const QWidget& in) {
        for (const QLabel* label : in.findChildren<QLabel*>()) {
            const bool wide = label->wordWrap() || label->width() >= label->sizeHint().width();
            const bool high = label->height() >= (label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height()) - 1;
            if (label->isVisible() && !label->text().isEmpty() && !(wide && high)) {
                return label->text();
            }
        }
        for (const QPushButton* button : in.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->width() < button->sizeHint().width()) {
                return button->text();
            }
        }
        return {};
    }
    static bool labelled(const QWidget& in, const QString& beginning) {
        const auto labels = in.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->isVisibleTo(&in) && label->text().startsWith(beginning); });
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(TestExperiments)
#include "tst_experiments.moc"
