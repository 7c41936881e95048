#include "core/workspace/config_document.h"
#include "core/workspace/experiment_shelf.h"
#include "core/workspace/workspace.h"
#include "ui/pages/config_panel.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/router_panel.h"
#include "ui/shell/advisor_dialog.h"
#include "ui/shell/connect_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/two_line_delegate.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice_bar.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using core::workspace::LinkState;
using core::workspace::Workspace;

namespace {

// A loopback port nobody listens on.
quint16 closedPort() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

class tst_MainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test-window"));
        QSettings().clear();
        qputenv("XDG_DATA_HOME", data_.path().toUtf8());
        ui::Theme::instance().setChoiceForThisRun(ui::ThemeChoice::Dark);
    }
    void cleanupTestCase() { QSettings().clear(); }

    void theAdvisorAnswersAnewWithEachChange() {
        ui::AdvisorDialog dialog;
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* boards = dialog.findChild<QListWidget*>();
        QTRY_VERIFY(boards->count() > 0);
        QVERIFY(boards->item(0)->data(ui::TwoLineDelegate::kDetailRole).toString().contains(QStringLiteral("carries it")));
        const auto spins = dialog.findChildren<QSpinBox*>();
        const auto down = std::find_if(spins.begin(), spins.end(), [](const QSpinBox* box) { return box->value() == 1000; });
        QVERIFY(down != spins.end());
        (*down)->setValue(300'000); // no board of the tables
        QCOMPARE(dialog.need().down.bps, 3e11);
        QTRY_VERIFY(boards->count() == 0 || !boards->item(0)->data(ui::TwoLineDelegate::kDetailRole).toString().contains(QStringLiteral("carries it")));
        const auto ticks = dialog.findChildren<QCheckBox*>();
        const int shown = boards->count();
        const auto all = std::find_if(ticks.begin(), ticks.end(), [](const QCheckBox* box) { return box->text().contains(QStringLiteral("small")); });
        QVERIFY(all != ticks.end());
        (*all)->setChecked(true);
        QTRY_VERIFY(boards->count() > shown);
    }

    void withoutARouterItOffersBothWaysToGetOne() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        QVERIFY(window.findChild<ui::WelcomePage*>()->isVisible());
        QVERIFY(!window.findChild<ui::RouterPanel*>()->isVisible());
        QVERIFY(!window.currentRouter());
    }
    void everyEnabledMenuEntryDoesSomethingAndShortcutsAreUnique() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        QStringList keys;
        for (const QAction* menu : window.menuBar()->actions()) {
            QVERIFY(menu->menu());
            for (const QAction* action : menu->menu()->actions()) {
                if (!action->isSeparator()) {
                    QVERIFY2(!action->text().isEmpty(), "an entry without a text");
                }
                if (!action->shortcut().isEmpty()) {
                    QVERIFY2(!keys.contains(action->shortcut().toString()), qPrintable(action->shortcut().toString()));
                    keys << action->shortcut().toString();
                }
                if (menu->text() == QLatin1String("&Router") && !action->isSeparator()) {
                    QVERIFY2(!action->isEnabled(), qPrintable(action->text())); // no router, nothing to do to it
                }
            }
        }
        QVERIFY(keys.size() >= 8);
    }
    void anUnreachableRouterIsShownOfflineWithAWayToRetryAndCanBeRemoved() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        auto* router =
            workspace.addRouter({QStringLiteral("127.0.0.1"), closedPort(), QStringLiteral("admin"), core::workspace::Via::Api}, QString());
        QCOMPARE(window.currentRouter(), router);
        QVERIFY(window.findChild<ui::RouterPanel*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(router->state().link == LinkState::Reconnecting, 8000);
        const auto offersRetry = [&] {
            for (const QPushButton* button : window.findChildren<QPushButton*>()) {
                if (button->isVisible() && button->text() == QLatin1String("Reconnect now")) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(offersRetry());
        workspace.removeRouter(router);
        QVERIFY(!window.currentRouter());
        QVERIFY(window.findChild<ui::WelcomePage*>()->isVisible());
    }
    void aLabThatDoesNotExistSaysSoAndTheWindowStaysUsable() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        auto* router = window.openLab(QStringLiteral("no-such-lab"));
        QVERIFY(router);
        QTRY_VERIFY(router->state().link == LinkState::Failed);
        const QString message = router->state().message; // names the lab, or the agent program where that is not built
        QVERIFY2(message.contains(QStringLiteral("no-such-lab")) || message.contains(QStringLiteral("pathscope-agent")),
                 qPrintable(message));
        workspace.removeRouter(router);
        QVERIFY(window.findChild<ui::WelcomePage*>()->isVisible());
    }
    void theExperimentsStandBesideTheRoutersAndOneGetsBack() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        auto* entry = window.findChild<ui::Sidebar*>()->findChild<QPushButton*>(QStringLiteral("experiments"));
        auto* page = window.findChild<ui::ExperimentsPage*>();
        entry->click();
        QVERIFY(page->isVisible() && entry->isChecked());
        entry->click(); // there is no router to go back to
        QVERIFY(window.findChild<ui::WelcomePage*>()->isVisible() && !entry->isChecked());
        window.showExperiments();
        auto* router = window.openLab(QStringLiteral("no-such-lab")); // a new one comes to the front
        QVERIFY(window.findChild<ui::RouterPanel*>()->isVisible() && !entry->isChecked());
        entry->click();
        QCOMPARE(window.currentRouter(), router); // what the Router menu means stays
        auto* list = window.findChild<ui::Sidebar*>()->findChild<QListView*>();
        QVERIFY(list->selectionModel()->selectedIndexes().isEmpty());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->currentIndex()).center());
        QVERIFY(window.findChild<ui::RouterPanel*>()->isVisible());
        QVERIFY(!list->selectionModel()->selectedIndexes().isEmpty());
        window.showHistory();
        window.showTwin();
        QVERIFY(window.findChild<ui::RouterPanel*>()->isVisible());
        window.openExport(QStringLiteral("/no/such/evidence.pathscope"));
        QVERIFY(page->isVisible());
        QTRY_VERIFY(workspace.experiments().state().problem.contains(QStringLiteral("evidence.pathscope")));
        workspace.removeRouter(router);
        QVERIFY(!page->isVisible());
    }
    void anExportIsOpenedPastedOrDroppedAndClosedAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("office & <b>shed.rsc"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# by RouterOS 7.16\n# model = RB750Gr3\n/interface bridge\nadd name=bridge\n/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n");
        file.close();
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        window.openExport(path);
        auto* panel = window.findChild<ui::ConfigPanel*>();
        QVERIFY(panel->isVisible());
        QVERIFY(!window.currentRouter());
        QTRY_COMPARE(panel->source()->state().phase, core::workspace::ExplainState::Phase::Ready);
        QVERIFY(window.windowTitle().startsWith(QStringLiteral("office & <b>shed.rsc")));

        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(path), QUrl::fromLocalFile(folder.filePath(QStringLiteral("gone.rsc")))});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &dropped, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &dropped, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &drop);
        QCOMPARE(workspace.configs().size(), 2u); // the first is open already
        QTRY_COMPARE(panel->source()->state().phase, core::workspace::ExplainState::Phase::Failed);

        QGuiApplication::clipboard()->setText(QStringLiteral("/interface bridge\nadd name=bridge\n"));
        QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(workspace.configs().size(), 3u);
        QTRY_COMPARE(panel->source()->name(), QStringLiteral("pasted export"));
        for (int left = 2; left >= 0; --left) {
            QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
            QCOMPARE(workspace.configs().size(), static_cast<std::size_t>(left));
        }
        QVERIFY(window.findChild<ui::WelcomePage*>()->isVisible());
    }
    void connectOpensTheDialog() {
        Workspace workspace;
        ui::MainWindow window(workspace);
        window.show();
        Q_EMIT window.findChild<ui::Sidebar*>()->connectRequested();
        QTRY_VERIFY(window.findChild<ui::ConnectDialog*>());
        window.findChild<ui::ConnectDialog*>()->reject();
    }
    void theWindowRemembersItsSize() {
        Workspace workspace;
        {
            ui::MainWindow window(workspace);
            window.show();
            window.resize(1111, 777);
            window.close();
        }
        ui::MainWindow window(workspace);
        QCOMPARE(window.size(), QSize(1111, 777));
    }

private:
    QTemporaryDir data_; // of the experiments
};

QTEST_MAIN(tst_MainWindow)
#include "tst_main_window.moc"
