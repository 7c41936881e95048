// The opened exports: a row of the sidebar and a source for the Explain page each. Follows the workspace.
//
//   auto* shelf = new ConfigShelf(workspace, model, this);
//   if (ExplainSource* source = shelf->find(id)) panel->setSource(source);
#pragma once

#include "core/workspace/workspace.h"

#include <QObject>
#include <map>

namespace ui {

class ExplainSource;
class RouterListModel;
class WorkspaceExplainSource;

class ConfigShelf : public QObject {
    Q_OBJECT
public:
    // Workspace and model outlive it.
    ConfigShelf(core::workspace::Workspace& workspace, RouterListModel* model, QObject* parent = nullptr);
    ~ConfigShelf() override;

    // Null: no export has this id.
    [[nodiscard]] ExplainSource* find(const QString& id) const;
    void close(const QString& id);
    void readAgain(const QString& id);

Q_SIGNALS:
    void added(const QString& id);
    void changed(const QString& id);
    void removed(const QString& id); // its source is still there

private:
    void add(core::workspace::ConfigDocument* document);
    void remove(core::workspace::ConfigDocument* document);
    void refresh(core::workspace::ConfigDocument* document);
    [[nodiscard]] core::workspace::ConfigDocument* documentOf(const QString& id) const;

    core::workspace::Workspace& workspace_;
    RouterListModel* model_;
    std::map<QString, WorkspaceExplainSource*> sources_; // children of this
};

} // namespace ui
