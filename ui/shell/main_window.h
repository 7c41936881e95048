// The window: menu, sidebar, the panel of the chosen router or export, status line. Wires core::workspace to the views and holds no data of its own.
//
//   core::workspace::Workspace workspace;
//   ui::MainWindow window(workspace);   // the workspace outlives the window
//   window.openLab(core::workspace::Workspace::defaultLab());
//   window.show();
//
// Size, place and splitter are remembered between runs.
#pragma once

#include "core/workspace/workspace.h"

#include <QMainWindow>
#include <QPointer>
#include <map>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace ui {

class ConfigPanel;
class ConfigShelf;
class ExperimentsPage;
class ExplainSource;
class ExportOpener;
class RouterListModel;
class QosWizard;
class RouterPanel;
class Sidebar;
class StatusLine;
class WorkspaceRouterSource;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(core::workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~MainWindow() override;

    core::workspace::Router* openLab(const QString& name);
    // Turns to it; what cannot be read is said where it would stand.
    void openExport(const QString& path);
    // The Explain page of the router shown.
    void showExplain();
    // The Twin page of the router or export shown.
    void showTwin();
    // Tries what the chosen finding asks for; without one, the configuration as it is.
    void tryOnTwin();
    void fixChosen();
    void showOldConnections();
    // Queues for the router shown, step by step.
    void askQos();
    // The Experiments page; the router shown stays chosen.
    void showExperiments();
    // The other half of that page: what the routers' traffic did, and the changes marked on it.
    void showHistory();
    // A bundle of evidence, on that page.
    void openBundle(const QString& path);
    void adviseBoard();
    // What the Explain page shows or would show; nullptr: no router and no export.
    [[nodiscard]] ExplainSource* currentExplanation() const;
    // Opens the connect dialog.
    void askForRouter();
    // The router shown; nullptr: the welcome page.
    [[nodiscard]] core::workspace::Router* currentRouter() const;

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildMenus();
    void buildViewMenu();
    void followExperiments();
    void leaveExperiments(); // or the wizard
    void closeWizard();
    void followShelf();
    void enableRouterActions();
    void addRouter(core::workspace::Router* router);
    void removeRouter(core::workspace::Router* router);
    void refresh(const QString& id);
    void turnTo(const QString& id);
    void askConnection(const core::workspace::Endpoint* start);
    void replaceConnection();
    void askLab();
    void removeCurrent();
    void restoreLayout();
    [[nodiscard]] WorkspaceRouterSource* current() const;

    core::workspace::Workspace& workspace_;
    RouterListModel* model_;
    QSplitter* splitter_;
    Sidebar* sidebar_;
    QStackedWidget* stack_;
    RouterPanel* panel_;
    ConfigPanel* config_;
    ExperimentsPage* experiments_;
    QPointer<QosWizard> wizard_;
    StatusLine* status_;
    ConfigShelf* shelf_;
    ExportOpener* opener_;
    std::map<QString, WorkspaceRouterSource*> sources_; // children of the window
    struct RouterActions;
    std::unique_ptr<RouterActions> actions_;
};

} // namespace ui
