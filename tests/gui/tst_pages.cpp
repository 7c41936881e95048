// Renders the pages in every state, in both themes and at the sizes that matter, and checks that nothing is cut off or overlaps.
// With PATHSCOPE_SHOTS=<folder> the pictures are written there.
#include "fake_router.h"
#include "sample_traffic.h"
#include "ui/pages/change_dialog.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/path_details.h"
#include "ui/pages/paths_page.h"
#include "ui/pages/router_panel.h"
#include "ui/pages/tuning_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/kpi_card.h"
#include "ui/widgets/lane_picture.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_pill.h"

#include <QDir>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTest>

using namespace core::workspace;
using core::base::kSecond;
using testing::FakeRouter;
using testing::Mix;

namespace {

const Mix kSlowMix{0.08, 0, 0, 0.02, 0.9, 0};
const Mix kFastMix{0.08, 0, 0, 0.86, 0.06, 0};

void fill(FakeRouter& router, const QString& state) {
    router.current = testing::onlineState();
    router.samples = testing::history(router.clock, 90, 0, 560e6, kSlowMix, 560e6, kSlowMix);
    router.current.rates = router.samples.back();
    if (state == QLatin1String("fixed")) {
        router.samples = testing::history(router.clock, 90, 26, 560e6, kSlowMix, 918e6, kFastMix);
        router.current.rates = router.samples.back();
        router.current.rates->inconsistent = {{"ether3", "fp-rx 1.20 Gb/s exceeds rx 1.00 Gb/s"}};
        router.current.fastTrackActive = true;
        router.current.fastTrackedConnections = 1204;
        router.current.cpuPercent = {52, 31, 66, 28};
        router.marks = {{router.clock - 26 * kSecond, QStringLiteral("Add FastTrack")}};
        router.undoable = true;
        router.undoCommands = {"/ip firewall filter remove *8", "/ip firewall filter remove *9"};
        router.effect = ChangeEffect{QStringLiteral("Add FastTrack"), router.clock - 26 * kSecond, {560e6}, core::base::BitRate{918e6}};
    } else if (state == QLatin1String("mixed")) {
        router.samples = testing::history(router.clock, 90, 0, 8.94e9, {}, 8.94e9, Mix{0.4, 0.17, 0.06, 0.2, 0.12, 0.05});
        for (auto& sample : router.samples) {
            sample = testing::rateSample(sample.at, sample.paths.total.bps, Mix{0.4, 0.17, 0.06, 0.2, 0.12, 0.05});
        }
        router.samples[50].elapsed = router.samples[51].elapsed = router.samples[52].elapsed = 0;
        router.current.rates = router.samples.back();
        router.marks = {{router.clock - 50 * kSecond, QStringLiteral("bridge settings changed by admin")},
                        {router.clock - 44 * kSecond, QStringLiteral("connection lost")},
                        {router.clock - 40 * kSecond, QStringLiteral("reconnected")}};
        router.current.fastTrackActive = true;
        router.current.cpuPercent.assign(16, 34);
    } else if (state == QLatin1String("waiting")) {
        router.samples.clear();
        router.current.rates.reset();
        router.current.cpuPercent.clear();
        router.current.connections.reset();
        router.current.fastTrackedConnections.reset();
        router.current.pingP50Ms.reset();
    } else if (state == QLatin1String("connecting")) {
        router.samples.clear();
        router.current = {};
        router.lab = false;
    } else if (state == QLatin1String("offline")) {
        router.lab = false;
        router.current.link = LinkState::Reconnecting;
        router.current.message = QStringLiteral("The router closed the connection.");
        router.current.retryInMs = 13'400;
        router.current.rates.reset();
        router.current.cpuPercent.clear();
        router.clock += 12 * kSecond;
    } else if (state == QLatin1String("refused")) {
        router.lab = false;
        router.samples.clear();
        router.current = {};
        router.current.link = LinkState::Failed;
        router.current.message =
            QStringLiteral("The router did not accept user “admin” and this password. Check both, then connect again.");
    } else if (state == QLatin1String("quiet")) {
        for (auto& sample : router.samples) {
            sample = testing::rateSample(sample.at, 0, kSlowMix);
        }
        router.current.rates = router.samples.back();
        router.current.fastTrackActive.reset();
        router.current.cpuPercent = {1, 0, 2, 0};
    }
}

void save(const QWidget& widget, const QString& name) {
    if (const QString folder = qEnvironmentVariable("PATHSCOPE_SHOTS"); !folder.isEmpty()) {
        const_cast<QWidget&>(widget).grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
    }
}

// Labels, buttons and pills must have the room their text asks for.
QString firstCutOff(const QWidget& page) {
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) {
            continue;
        }
        const bool wide = label->wordWrap() || label->width() >= label->sizeHint().width();
        const bool high = label->height() >= (label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height()) - 1;
        if (!wide || !high) {
            return label->text();
        }
    }
    for (const QPushButton* button : page.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->width() < button->sizeHint().width()) {
            return button->text();
        }
    }
    for (const ui::StatusPill* pill : page.findChildren<ui::StatusPill*>()) {
        if (pill->isVisible() && (pill->width() < pill->sizeHint().width() || pill->geometry().right() > pill->parentWidget()->width())) {
            return pill->text();
        }
    }
    for (const ui::KpiCard* card : page.findChildren<ui::KpiCard*>()) {
        if (!card->textFits()) {
            return card->accessibleName();
        }
    }
    return {};
}

} // namespace

class tst_Pages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test"));
        ui::Theme::instance().install();
    }

    void everyStateFitsAndNothingOverlaps_data() {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        for (const char* state : {"slow", "fixed", "mixed", "waiting", "connecting", "offline", "refused", "quiet"}) {
            for (const QSize size : {QSize(1032, 658), QSize(1192, 838)}) { // what a window of 1280×720 or 1440×900 leaves for the panel
                for (const bool dark : {true, false}) {
                    QTest::addRow("%s-%d-%s", state, size.width(), dark ? "dark" : "light") << QString::fromLatin1(state) << size << dark;
                }
            }
        }
    }
    void everyStateFitsAndNothingOverlaps() {
        QFETCH(QString, state);
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        ui::Theme::instance().setChoiceForThisRun(dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        FakeRouter router;
        fill(router, state);
        ui::RouterPanel panel;
        panel.resize(size);
        panel.setSource(&router);
        panel.show();
        for (int turn = 0; turn < 4; ++turn) { // wrapped texts learn their width first, then ask for their height
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        QCOMPARE(panel.size(), size);
        save(panel, QString::fromLatin1(QTest::currentDataTag()));

        QCOMPARE(firstCutOff(panel), QString());
        const auto* picture = panel.findChild<ui::LanePicture*>();
        QVERIFY(picture);
        const std::vector<QRectF> texts = picture->textRects();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            QVERIFY2(QRectF(picture->rect()).contains(texts[i]), qPrintable(QString::number(i)));
            for (std::size_t j = i + 1; j < texts.size(); ++j) {
                QVERIFY2(!texts[i].intersects(texts[j]), qPrintable(QStringLiteral("%1 over %2").arg(i).arg(j)));
            }
        }
    }

    void applyingSendsThePlanThatWasShownAndNothingBefore() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        router.planAnswer = testing::fastTrackPlan();
        router.applyAnswer = core::model::ChangeRecord{testing::fastTrackPlan(), core::model::ChangeOutcome::Kept, {}, {}};
        ui::RouterPanel panel;
        panel.resize(1192, 838);
        panel.setSource(&router);
        panel.show();
        QPushButton* add = nullptr;
        for (QPushButton* button : panel.findChildren<QPushButton*>()) {
            if (button->text().startsWith(QStringLiteral("Add FastTrack"))) {
                add = button;
            }
        }
        QVERIFY(add);
        QVERIFY(add->isEnabled());
        add->click();
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        auto* dialog = panel.findChild<ui::ChangeDialog*>();
        QCOMPARE(router.plansAsked.size(), 1u);
        QVERIFY(router.applied.empty());
        const auto* sending = dialog->findChild<ui::CommandBlock*>(QStringLiteral("sending"));
        QVERIFY(sending->commands().contains(QStringLiteral("action=fasttrack-connection")));
        QCOMPARE(sending->commands().count(u'\n'), 1); // the reasons are not commands
        QCoreApplication::processEvents();
        save(*dialog, QStringLiteral("dialog-%1").arg(ui::colors().dark ? QStringLiteral("dark") : QStringLiteral("light")));
        dialog->findChild<QPushButton*>(QStringLiteral("apply"))->click();
        QTRY_COMPARE(router.applied.size(), 1u);
        QCOMPARE(router.applied.front().steps.size(), 2u);
    }

    void cancellingSendsNothing() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        router.planAnswer = testing::fastTrackPlan();
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        panel.findChild<ui::TuningController*>()->start(Tuning::AddFastTrack);
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        QTest::keyClick(panel.findChild<ui::ChangeDialog*>(), Qt::Key_Escape);
        QTRY_VERIFY(!panel.findChild<ui::ChangeDialog*>());
        QVERIFY(router.applied.empty());
    }

    void anObstacleIsToldInsteadOfAnEmptyPlan() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        core::model::Plan plan;
        plan.title = "Add FastTrack";
        plan.obstacle = "Connection tracking is off; FastTrack needs it.";
        router.planAnswer = plan;
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        panel.findChild<ui::TuningController*>()->start(Tuning::AddFastTrack);
        const auto shows = [&] {
            for (const ui::NoticeBar* bar : panel.findChildren<ui::NoticeBar*>()) {
                if (bar->isVisible() && bar->text().contains(QStringLiteral("Connection tracking is off"))) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(shows());
        QVERIFY(!panel.findChild<ui::ChangeDialog*>());
    }

    void aFailedChangeNamesTheReason() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        router.planAnswer = testing::fastTrackPlan();
        router.applyAnswer = core::base::fail(core::base::ErrorCode::Refused, "The router refused the rule", "not enough permissions (9)");
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        panel.findChild<ui::TuningController*>()->start(Tuning::AddFastTrack);
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        panel.findChild<ui::ChangeDialog*>()->accept();
        const auto shows = [&] {
            for (const ui::NoticeBar* bar : panel.findChildren<ui::NoticeBar*>()) {
                if (bar->isVisible() && bar->text().contains(QStringLiteral("not enough permissions"))) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(shows());
    }

    void undoIsOfferedWithItsCommandsAndSent() {
        FakeRouter router;
        fill(router, QStringLiteral("fixed"));
        ui::RouterPanel panel;
        panel.resize(1192, 838);
        panel.setSource(&router);
        panel.show();
        auto* undo = panel.findChild<QPushButton*>(QStringLiteral("undo"));
        QVERIFY(undo && undo->isVisible());
        QCOMPARE(undo->parentWidget()->findChild<ui::CommandBlock*>()->commands().count(u'\n'), 1);
        undo->click();
        QTRY_COMPARE(router.undone, 1);
    }

    void reconnectNowReachesTheRouter() {
        FakeRouter router;
        fill(router, QStringLiteral("offline"));
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        for (QPushButton* button : panel.findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("Reconnect now")) {
                button->click();
            }
        }
        QCOMPARE(router.reconnects, 1);
    }

    void theConfigurationIsReadWhenItsPageIsOpenedAndNotBefore() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        ui::RouterPanel panel;
        panel.resize(1192, 838);
        panel.setSource(&router);
        panel.show();
        QCOMPARE(router.explained.reads, 0);
        router.explained.readable = false;
        panel.showPage(ui::RouterPanel::ExplainPageAt);
        QCOMPARE(router.explained.reads, 0); // offline
        router.explained.readable = true;
        Q_EMIT router.explained.changed();
        QCOMPARE(router.explained.reads, 1);
        router.explained.current.phase = core::workspace::ExplainState::Phase::Failed;
        router.explained.current.message = QStringLiteral("the router refused");
        Q_EMIT router.explained.changed();
        panel.showPage(ui::RouterPanel::PathsPageAt);
        panel.showPage(ui::RouterPanel::ExplainPageAt);
        QCOMPARE(router.explained.reads, 1); // again only when the user says so
        for (QPushButton* button : panel.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == QLatin1String("Read again")) {
                button->click();
                break;
            }
        }
        QCOMPARE(router.explained.reads, 2);
    }
    void aLaneLeadsToWhatPutsTrafficThere() {
        FakeRouter router;
        fill(router, QStringLiteral("slow"));
        ui::RouterPanel panel;
        panel.resize(1192, 838);
        panel.setSource(&router);
        panel.show();
        Q_EMIT panel.findChild<ui::LanePicture*>()->pathClicked(core::model::PathKind::FastTrack);
        auto* details = panel.findChild<ui::PathDetails*>();
        QVERIFY(details);
        for (QPushButton* button : details->findChildren<QPushButton*>()) {
            button->click();
        }
        QVERIFY(panel.findChild<ui::ExplainPage*>()->isVisible());
        QCOMPARE(router.explained.reads, 1);
        router.explained.current.phase = core::workspace::ExplainState::Phase::Ready;
        router.explained.current.explained = testing::explainedOffice();
        Q_EMIT router.explained.changed();
        QVERIFY(!router.explained.followed.empty());
        QCOMPARE(router.explained.followed.back().from, std::string("vlan20-guest")); // the first pair on FastTrack
    }
    void turningToAnotherRouterForgetsTheFirst() {
        FakeRouter first;
        fill(first, QStringLiteral("slow"));
        FakeRouter second;
        fill(second, QStringLiteral("waiting"));
        second.routerName = QStringLiteral("branch-hex");
        ui::RouterPanel panel;
        panel.setSource(&first);
        panel.setSource(&second);
        panel.show();
        Q_EMIT first.sampleAdded();
        Q_EMIT first.stateChanged();
        bool named = false;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            named = named || label->text() == QLatin1String("branch-hex");
            QVERIFY(label->text() != QLatin1String("office-gw"));
        }
        QVERIFY(named);
    }
};

QTEST_MAIN(tst_Pages)
#include "tst_pages.moc"
