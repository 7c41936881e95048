// The bar of a change under way: what it says in each phase, its two words, and how the end is told until it is read.
#include "fake_router.h"
#include "ui/pages/change_bar.h"
#include "ui/pages/router_panel.h"
#include "ui/theme/theme.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using core::model::ChangeOutcome;
using core::workspace::ChangeEnd;
using core::workspace::PendingChange;
using ui::ChangeBar;

namespace {

PendingChange waiting(int seconds) {
    PendingChange pending;
    pending.phase = PendingChange::Phase::Waiting;
    pending.title = QStringLiteral("Add FastTrack");
    pending.secondsLeft = seconds;
    pending.scheduler = true;
    return pending;
}

} // namespace

class TestChangeBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().setChoice(ui::ThemeChoice::Dark); }

    void itCountsDownAndOffersBothWords() {
        ChangeBar bar;
        bar.show(waiting(125), std::nullopt);
        QVERIFY(bar.title().contains(QStringLiteral("2:05")));
        QVERIFY(bar.text().contains(QStringLiteral("scheduler")));
        QSignalSpy keep(&bar, &ChangeBar::keepRequested), back(&bar, &ChangeBar::rollBackRequested);
        bar.findChild<QPushButton*>(QStringLiteral("keep"))->click();
        bar.findChild<QPushButton*>(QStringLiteral("rollBack"))->click();
        QCOMPARE(keep.count(), 1);
        QCOMPARE(back.count(), 1);
    }

    void nothingCanBeSaidWhileItIsBeingSent() {
        ChangeBar bar;
        PendingChange pending = waiting(170);
        pending.phase = PendingChange::Phase::Applying;
        pending.step = 1;
        pending.steps = 3;
        bar.show(pending, std::nullopt);
        QVERIFY(bar.title().contains(QStringLiteral("step 2 of 3")));
        QVERIFY(bar.findChild<QPushButton*>(QStringLiteral("keep"))->isHidden());
    }

    void theEndStaysUntilItIsRead() {
        ChangeBar bar;
        const ChangeEnd end{QStringLiteral("Add FastTrack"), ChangeOutcome::Unknown, QStringLiteral("Compare the router with the journal."), 4};
        bar.show(std::nullopt, end);
        QVERIFY(!bar.isHidden());
        QVERIFY(bar.title().contains(QStringLiteral("not known")));
        QCOMPARE(bar.tone(), ui::Tone::Bad);
        QCOMPARE(bar.text(), QStringLiteral("Compare the router with the journal."));
        for (QPushButton* button : bar.findChildren<QPushButton*>()) {
            if (!button->isHidden()) {
                button->click(); // Dismiss is the only one left
            }
        }
        QVERIFY(bar.isHidden());
        bar.show(std::nullopt, end);
        QVERIFY(bar.isHidden());
        ChangeEnd next = end;
        next.number = 5;
        next.outcome = ChangeOutcome::Kept;
        bar.show(std::nullopt, next);
        QVERIFY(!bar.isHidden());
        QCOMPARE(bar.tone(), ui::Tone::Ok);
    }

    void thePanelPassesTheWordsOn() {
        testing::FakeRouter router;
        router.current.link = core::workspace::LinkState::Online;
        ui::RouterPanel panel;
        panel.setSource(&router);
        auto* bar = panel.findChild<ChangeBar*>(QStringLiteral("changeBar"));
        QVERIFY(bar && bar->isHidden());
        router.pending = waiting(60);
        Q_EMIT router.changeStateChanged();
        QVERIFY(!bar->isHidden());
        bar->findChild<QPushButton*>(QStringLiteral("keep"))->click();
        QCOMPARE(router.kept, 1);
        bar->findChild<QPushButton*>(QStringLiteral("rollBack"))->click();
        QCOMPARE(router.rolledBack, 1);
        router.pending.reset();
        Q_EMIT router.changeStateChanged();
        QVERIFY(bar->isHidden());
    }

    void minutes() {
        QCOMPARE(ui::minutesText(0), QStringLiteral("0:00"));
        QCOMPARE(ui::minutesText(180), QStringLiteral("3:00"));
    }
};

QTEST_MAIN(TestChangeBar)
#include "tst_change_bar.moc"
