#include "ui/shell/main_window.h"

#include "ui/models/router_list_model.h"
#include "ui/pages/config_panel.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/journal_dialog.h"
#include "ui/pages/qos_wizard.h"
#include "ui/pages/router_panel.h"
#include "ui/pages/tuning_controller.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/advisor_dialog.h"
#include "ui/shell/config_shelf.h"
#include "ui/shell/connect_dialog.h"
#include "ui/shell/export_opener.h"
#include "ui/shell/lab_dialog.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/status_line.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/workspace_experiment_source.h"
#include "ui/shell/workspace_router_source.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QLabel>
#include <QMenuBar>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

namespace ui {
namespace {

using core::workspace::Endpoint;
using core::workspace::LinkState;
using core::workspace::Router;
using core::workspace::Tuning;

constexpr QLatin1String kGeometryKey("v1/window/geometry");
constexpr QLatin1String kSplitterKey("v1/window/splitter");
constexpr int kSidebarWidth = 248;
enum Page { WelcomeAt, RouterAt, ConfigAt, ExperimentsAt, WizardAt };

} // namespace

// What the Router menu offers; enabled as the shown router allows.
struct MainWindow::RouterActions {
    QAction* reconnect = nullptr;
    QAction* disconnect = nullptr;
    QAction* remove = nullptr;
    QAction* addFastTrack = nullptr;
    QAction* removeFastTrack = nullptr;
    QAction* queues = nullptr;
    QAction* queuesGlobal = nullptr;
    QAction* removeQueues = nullptr;
    QAction* undo = nullptr;
    QAction* journal = nullptr;
    QAction* qos = nullptr;
    QAction* fastTracked = nullptr;
    QAction* measure = nullptr;
};

MainWindow::MainWindow(core::workspace::Workspace& workspace, QWidget* parent)
    : QMainWindow(parent)
    , workspace_(workspace)
    , model_(new RouterListModel(this))
    , splitter_(new QSplitter(this))
    , sidebar_(new Sidebar(model_, splitter_))
    , stack_(new QStackedWidget(splitter_))
    , panel_(new RouterPanel(stack_))
    , config_(new ConfigPanel(stack_))
    , experiments_(new ExperimentsPage(stack_))
    , status_(new StatusLine(this))
    , shelf_(new ConfigShelf(workspace, model_, this))
    , opener_(new ExportOpener(workspace, this))
    , actions_(std::make_unique<RouterActions>()) {
    setWindowTitle(tr("Pathscope"));
    setMinimumSize(1000, 600);
    auto* welcome = new WelcomePage(stack_);
    stack_->addWidget(welcome);
    stack_->addWidget(panel_);
    stack_->addWidget(config_);
    stack_->addWidget(experiments_);
    splitter_->addWidget(sidebar_);
    splitter_->addWidget(stack_);
    splitter_->setHandleWidth(1);
    splitter_->setChildrenCollapsible(false);
    splitter_->setStretchFactor(1, 1);
    splitter_->setSizes({kSidebarWidth, 1440 - kSidebarWidth});
    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(splitter_, 1);
    column->addWidget(status_);
    setCentralWidget(central);
    buildMenus();

    connect(&workspace_, &core::workspace::Workspace::routerAdded, this, &MainWindow::addRouter);
    connect(&workspace_, &core::workspace::Workspace::routerRemoved, this, &MainWindow::removeRouter);
    connect(sidebar_, &Sidebar::chosen, this, &MainWindow::turnTo);
    connect(sidebar_, &Sidebar::connectRequested, this, [this] { askConnection(nullptr); });
    connect(sidebar_, &Sidebar::contextMenuRequested, this, [this](const QString& id, const QPoint& at) {
        sidebar_->select(id);
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(shelf_->find(id) ? QList<QAction*>{actions_->reconnect} : QList<QAction*>{actions_->reconnect, actions_->disconnect});
        menu->addSeparator();
        menu->addAction(actions_->remove);
        menu->popup(at);
    });
    connect(welcome, &WelcomePage::connectRequested, this, [this] { askConnection(nullptr); });
    connect(welcome, &WelcomePage::labRequested, this, &MainWindow::askLab);
    connect(welcome, &WelcomePage::exportRequested, opener_, &ExportOpener::choose);
    followShelf();
    followExperiments();
    connect(panel_, &RouterPanel::connectionEditRequested, this, &MainWindow::replaceConnection);
    connect(panel_->tuning(), &TuningController::busyChanged, this, &MainWindow::enableRouterActions);
    for (Router* router : workspace_.routers()) {
        addRouter(router);
    }
    turnTo(sidebar_->selectedId());
    restoreLayout();
    sidebar_->setFocus(); // not the first button: a focus ring there reads as an invitation
}

MainWindow::~MainWindow() {
    workspace_.disconnect(this);
}

void MainWindow::buildMenus() {
    auto* brand = new QLabel(tr("Pathscope"), menuBar());
    brand->setProperty("role", QStringLiteral("strong"));
    brand->setContentsMargins(14, 0, 8, 0);
    menuBar()->setCornerWidget(brand, Qt::TopLeftCorner);
    menuBar()->setFixedHeight(36);

    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Connect to a router…"), QKeySequence::New, this, [this] { askConnection(nullptr); });
    file->addAction(tr("Open &lab…"), QKeySequence(Qt::CTRL | Qt::Key_L), this, &MainWindow::askLab);
    file->addSeparator();
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    opener_->addTo(file, edit);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);

    QMenu* router = menuBar()->addMenu(tr("&Router"));
    RouterActions& a = *actions_;
    a.reconnect = router->addAction(tr("&Reconnect now"), QKeySequence(Qt::Key_F5), this, [this] {
        if (WorkspaceRouterSource* source = current()) {
            source->reconnectNow();
        } else {
            shelf_->readAgain(sidebar_->selectedId());
        }
    });
    a.disconnect = router->addAction(tr("&Disconnect"), QKeySequence(Qt::CTRL | Qt::Key_D), this,
                                     [this] { current()->router()->disconnectFromRouter(); });
    a.remove = router->addAction(tr("Remove from &list"), QKeySequence(Qt::CTRL | Qt::Key_W), this, &MainWindow::removeCurrent);
    router->addSeparator();
    const auto tuning = [&](const QString& text, const QKeySequence& keys, Tuning what) {
        return router->addAction(text, keys, this, [this, what] { panel_->tuning()->start(what); });
    };
    a.addFastTrack = tuning(tr("Add &FastTrack…"), QKeySequence(Qt::CTRL | Qt::Key_T), Tuning::AddFastTrack);
    a.removeFastTrack = tuning(tr("Remove FastTrac&k…"), {}, Tuning::RemoveFastTrack);
    a.queues = tuning(tr("&Queue on WAN and bridge…"), QKeySequence(Qt::CTRL | Qt::Key_B), Tuning::QueuesOnInterfaces);
    a.queuesGlobal = tuning(tr("Queue on &global…"), {}, Tuning::QueuesOnGlobal);
    a.removeQueues = tuning(tr("Remove q&ueues…"), {}, Tuning::RemoveQueues);
    router->addSeparator();
    a.undo = router->addAction(tr("&Undo last change"), QKeySequence::Undo, this, [this] { panel_->tuning()->undo(); });

    a.qos = router->addAction(tr("&QoS that keeps FastTrack…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q), this, &MainWindow::askQos);
    a.journal = router->addAction(tr("&Journal of changes…"), QKeySequence(Qt::CTRL | Qt::Key_J), this, [this] {
        auto* journal = new JournalDialog(current(), this);
        connect(journal, &JournalDialog::undoPlanned, panel_->tuning(), &TuningController::offer);
        journal->show();
    });
    a.fastTracked = router->addAction(tr("FastTracked &connections…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), this, &MainWindow::showOldConnections);
    a.measure = router->addAction(tr("New e&xperiment…"), QKeySequence(Qt::CTRL | Qt::Key_E), this, [this] {
        showExperiments();
        experiments_->askNew();
    });

    buildViewMenu();

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keyboard"), QKeySequence(Qt::Key_F1), this, [this] {
        QList<QAction*> all;
        for (const QAction* menu : menuBar()->actions()) {
            all += menu->menu()->actions();
        }
        (new ShortcutsDialog(all, this))->open();
    });
    help->addAction(tr("&About Pathscope"), this, [this] { (new AboutDialog(this))->open(); });
}

void MainWindow::askQos() {
    RouterSource* source = current();
    if (source == nullptr) {
        return;
    }
    if (!wizard_ || wizard_->source() != source) {
        delete wizard_;
        wizard_ = new QosWizard(source, stack_);
        stack_->insertWidget(WizardAt, wizard_);
        TuningController* tuning = panel_->tuning();
        connect(wizard_, &QosWizard::planned, tuning, &TuningController::offer);
        connect(wizard_, &QosWizard::applyRequested, tuning, &TuningController::apply);
        connect(wizard_, &QosWizard::keepRequested, tuning, &TuningController::keep);
        connect(wizard_, &QosWizard::rollBackRequested, tuning, &TuningController::rollBack);
        connect(wizard_, &QosWizard::closed, this, &MainWindow::closeWizard);
    }
    stack_->setCurrentIndex(WizardAt);
    sidebar_->setExperimentsShown(false);
    wizard_->setFocus();
}

// What was wished for is forgotten with it; a change that was sent goes on.
void MainWindow::closeWizard() {
    if (wizard_) {
        wizard_->deleteLater();
        stack_->removeWidget(wizard_);
        wizard_ = nullptr;
        turnTo(sidebar_->selectedId());
    }
}

void MainWindow::buildViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    auto* sidebar = view->addAction(tr("&Sidebar"), QKeySequence(Qt::Key_F9), this, [this](bool on) { sidebar_->setVisible(on); });
    sidebar->setCheckable(true);
    sidebar->setChecked(true);
    auto* full = view->addAction(tr("&Full screen"), QKeySequence(Qt::Key_F11), this,
                                 [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
    full->setCheckable(true);
    view->addSeparator();
    view->addAction(tr("&Paths page"), QKeySequence(Qt::CTRL | Qt::Key_1), this, [this] {
        leaveExperiments();
        panel_->showPage(RouterPanel::PathsPageAt);
    });
    view->addAction(tr("&Explain page"), QKeySequence(Qt::CTRL | Qt::Key_2), this, &MainWindow::showExplain);
    view->addAction(tr("T&win page"), QKeySequence(Qt::CTRL | Qt::Key_4), this, &MainWindow::showTwin);
    view->addAction(tr("E&xperiments page"), QKeySequence(Qt::CTRL | Qt::Key_5), this, &MainWindow::showExperiments);
    view->addAction(tr("&History of paths"), QKeySequence(Qt::CTRL | Qt::Key_6), this, &MainWindow::showHistory);
    view->addAction(tr("Tr&y the chosen finding on the twin"), QKeySequence(Qt::CTRL | Qt::Key_Y), this, &MainWindow::tryOnTwin);
    view->addAction(tr("Fi&x the chosen finding…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X), this, &MainWindow::fixChosen);
    view->addAction(tr("&Choose a board…"), QKeySequence(Qt::CTRL | Qt::Key_3), this, &MainWindow::adviseBoard);
    view->addSeparator();
    auto* group = new QActionGroup(this);
    const auto theme = [&](const QString& text, ThemeChoice choice) {
        QAction* action = view->addAction(text, this, [choice] { Theme::instance().setChoice(choice); });
        action->setCheckable(true);
        action->setChecked(Theme::instance().choice() == choice);
        group->addAction(action);
    };
    theme(tr("Theme of the &desktop"), ThemeChoice::System);
    theme(tr("D&ark theme"), ThemeChoice::Dark);
    theme(tr("&Light theme"), ThemeChoice::Light);
}

WorkspaceRouterSource* MainWindow::current() const {
    const auto it = sources_.find(sidebar_->selectedId());
    return it == sources_.end() ? nullptr : it->second;
}

Router* MainWindow::currentRouter() const {
    return current() ? current()->router() : nullptr;
}

Router* MainWindow::openLab(const QString& name) {
    Router* router = workspace_.startLab(name);
    sidebar_->select(router->id());
    return router;
}

void MainWindow::addRouter(Router* router) {
    auto* source = new WorkspaceRouterSource(router, this);
    const QString id = router->id();
    sources_[id] = source;
    connect(source, &RouterSource::stateChanged, this, [this, id] { refresh(id); });
    connect(source, &RouterSource::sampleAdded, this, [this, id] { refresh(id); });
    connect(source, &RouterSource::changeStateChanged, this, &MainWindow::enableRouterActions);
    refresh(id);
    sidebar_->select(id);
}

void MainWindow::removeRouter(Router* router) {
    const auto it = sources_.find(router->id());
    if (it == sources_.end()) {
        return;
    }
    WorkspaceRouterSource* source = it->second;
    sources_.erase(it);
    if (panel_->source() == source) {
        panel_->setSource(nullptr);
    }
    model_->remove(router->id());
    delete source;
    turnTo(sidebar_->selectedId());
}

void MainWindow::refresh(const QString& id) {
    const WorkspaceRouterSource* source = sources_.at(id);
    model_->upsert({id, source->name(), source->isLab(), source->labName(), source->state()});
    if (sidebar_->selectedId() == id) {
        status_->show(source);
        enableRouterActions();
        if (stack_->currentIndex() != ExperimentsAt) {
            setWindowTitle(tr("%1 · Pathscope").arg(source->name()));
        }
    }
}

void MainWindow::turnTo(const QString& id) {
    const auto it = sources_.find(id);
    WorkspaceRouterSource* source = it == sources_.end() ? nullptr : it->second;
    ExplainSource* config = shelf_->find(id);
    if (panel_->source() != source) {
        panel_->setSource(source);
    }
    if (config_->source() != config) {
        config_->setSource(config);
    }
    sidebar_->setExperimentsShown(false);
    stack_->setCurrentIndex(config ? ConfigAt : source ? RouterAt : WelcomeAt);
    if (config) {
        status_->show(*config);
    } else {
        status_->show(source);
    }
    const QString name = config ? plainText(config->name()) : source ? source->name() : QString();
    setWindowTitle(name.isEmpty() ? tr("Pathscope") : tr("%1 · Pathscope").arg(name));
    enableRouterActions();
}

// Exports come, change and go.
void MainWindow::followShelf() {
    connect(shelf_, &ConfigShelf::added, sidebar_, &Sidebar::select);
    connect(opener_, &ExportOpener::opened, sidebar_, &Sidebar::select);
    connect(opener_, &ExportOpener::bundleChosen, this, &MainWindow::openBundle);
    connect(shelf_, &ConfigShelf::changed, this, [this](const QString& id) {
        if (sidebar_->selectedId() == id && shelf_->find(id)) {
            status_->show(*shelf_->find(id));
            enableRouterActions();
        }
    });
    connect(shelf_, &ConfigShelf::removed, this, [this](const QString& id) {
        if (config_->source() == shelf_->find(id)) {
            config_->setSource(nullptr);
        }
    });
    connect(opener_, &ExportOpener::nothingToPaste, this, [this] { status_->say(tr("There is no text on the clipboard to paste.")); });
}

void MainWindow::followExperiments() {
    experiments_->setSource(new WorkspaceExperimentSource(
        workspace_, [this] { return currentRouter() ? currentRouter()->id() : QString(); }, this));
    connect(sidebar_, &Sidebar::experimentsRequested, this, [this] {
        if (stack_->currentIndex() == ExperimentsAt) {
            leaveExperiments(); // a second click goes back, also where there is no router to click
        } else {
            showExperiments();
        }
    });
    connect(experiments_, &ExperimentsPage::labRequested, this, &MainWindow::askLab);
    connect(panel_, &RouterPanel::measureRequested, this, [this](const QString& title, qint64 number) {
        const Router* router = currentRouter();
        showExperiments();
        if (router) {
            experiments_->askForKept(router->id(), title, number);
        }
    });
}

void MainWindow::showExperiments() {
    stack_->setCurrentIndex(ExperimentsAt);
    sidebar_->setExperimentsShown(true);
    setWindowTitle(tr("%1 · Pathscope").arg(tr("Experiments")));
    experiments_->refresh();
    experiments_->setFocus();
}

void MainWindow::showHistory() {
    showExperiments();
    experiments_->showHistory();
}

void MainWindow::openBundle(const QString& path) {
    showExperiments();
    experiments_->openBundle(path);
}

void MainWindow::leaveExperiments() {
    if (stack_->currentIndex() == ExperimentsAt || stack_->currentIndex() == WizardAt) {
        turnTo(sidebar_->selectedId());
    }
}

void MainWindow::showExplain() {
    leaveExperiments();
    panel_->showPage(RouterPanel::ExplainPageAt);
    config_->showPage(ConfigPanel::ExplainPageAt);
}

void MainWindow::showTwin() {
    leaveExperiments();
    panel_->showPage(RouterPanel::TwinPageAt);
    config_->showPage(ConfigPanel::TwinPageAt);
}

void MainWindow::tryOnTwin() {
    if (stack_->currentIndex() == ConfigAt) {
        config_->tryOnTwin();
    } else if (stack_->currentIndex() == RouterAt) {
        panel_->tryOnTwin();
    }
}

void MainWindow::fixChosen() {
    if (stack_->currentIndex() == ConfigAt) {
        config_->fixChosen();
    } else if (stack_->currentIndex() == RouterAt) {
        panel_->fixChosen();
    }
}

void MainWindow::showOldConnections() {
    panel_->showOldConnections();
}

ExplainSource* MainWindow::currentExplanation() const {
    ExplainSource* config = shelf_->find(sidebar_->selectedId());
    return config || !current() ? config : current()->explain();
}

void MainWindow::openExport(const QString& path) {
    opener_->open(path);
}

void MainWindow::enableRouterActions() {
    const WorkspaceRouterSource* source = current();
    const bool busy = panel_->tuning()->busy() || (source && source->pendingChange());
    const bool online = source && source->state().link == LinkState::Online;
    const bool ready = online && !busy;
    const std::optional<bool> fastTrack = source ? source->state().fastTrackActive : std::nullopt;
    RouterActions& a = *actions_;
    const ExplainSource* config = shelf_->find(sidebar_->selectedId());
    a.reconnect->setText(config ? tr("&Read again") : tr("&Reconnect now"));
    a.reconnect->setEnabled(config || (source && !online && source->state().link != LinkState::Connecting));
    a.disconnect->setEnabled(source && source->state().link != LinkState::Failed);
    a.remove->setEnabled(source || config);
    a.addFastTrack->setEnabled(ready && !fastTrack.value_or(false));
    a.removeFastTrack->setEnabled(ready && fastTrack.value_or(true));
    for (QAction* action : {a.queues, a.queuesGlobal, a.removeQueues}) {
        action->setEnabled(ready);
    }
    a.undo->setEnabled(ready && source->canUndo());
    a.journal->setEnabled(source);
    a.qos->setEnabled(source && source->state().link == core::workspace::LinkState::Online);
    a.fastTracked->setEnabled(a.qos->isEnabled());
    a.measure->setEnabled(online);
}

void MainWindow::askForRouter() {
    askConnection(nullptr);
}

void MainWindow::askConnection(const Endpoint* start) {
    auto* dialog = new ConnectDialog(workspace_, this);
    if (start) {
        dialog->setEndpoint(*start);
    }
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const Router* router = workspace_.addRouter(dialog->endpoint(), dialog->password());
        sidebar_->select(router->id());
    });
    dialog->open();
}

// The link failed for good: the corrected connection takes the failed one's place.
void MainWindow::replaceConnection() {
    Router* failed = currentRouter();
    if (!failed) {
        return;
    }
    const QString id = failed->id();
    auto* dialog = new ConnectDialog(workspace_, this);
    dialog->setEndpoint(failed->endpoint());
    if (failed->state().peerAlarm) {
        dialog->showAlarm(*failed->state().peerAlarm);
    }
    connect(dialog, &QDialog::accepted, this, [this, dialog, id] {
        if (const auto it = sources_.find(id); it != sources_.end()) {
            workspace_.removeRouter(it->second->router());
        }
        const Router* router = workspace_.addRouter(dialog->endpoint(), dialog->password());
        sidebar_->select(router->id());
    });
    dialog->open();
}

void MainWindow::askLab() {
    auto* dialog = new LabDialog(this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (!dialog->chosen().isEmpty()) {
            openLab(dialog->chosen());
        }
    });
    dialog->open();
}

void MainWindow::adviseBoard() {
    (new AdvisorDialog(this))->show();
}

void MainWindow::removeCurrent() {
    if (Router* router = currentRouter()) {
        workspace_.removeRouter(router);
    } else {
        shelf_->close(sidebar_->selectedId());
    }
}

void MainWindow::restoreLayout() {
    const QSettings settings;
    if (!restoreGeometry(settings.value(kGeometryKey).toByteArray())) {
        resize(1440, 900);
    }
    splitter_->restoreState(settings.value(kSplitterKey).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(kGeometryKey, saveGeometry());
    settings.setValue(kSplitterKey, splitter_->saveState());
    QMainWindow::closeEvent(event);
}

} // namespace ui
