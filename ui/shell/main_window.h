// The window: menu, sidebar, the panel of the chosen router, status line. Wires core::workspace to the views and holds no data of its own.
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
#include <map>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace ui {

class RouterListModel;
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
    // Opens the connect dialog.
    void askForRouter();
    // The router shown; nullptr: the welcome page.
    [[nodiscard]] core::workspace::Router* currentRouter() const;

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildMenus();
    void buildViewMenu();
    void enableRouterActions();
    void addRouter(core::workspace::Router* router);
    void removeRouter(core::workspace::Router* router);
    void refresh(const QString& id);
    void showRouter(const QString& id);
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
    StatusLine* status_;
    std::map<QString, WorkspaceRouterSource*> sources_; // children of the window
    struct RouterActions;
    std::unique_ptr<RouterActions> actions_;
};

} // namespace ui
