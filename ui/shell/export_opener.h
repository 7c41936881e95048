// The ways an export gets into the window: File > Open export, the recent ones, Edit > Paste export, and files dropped on the window. A bundle of
// evidence may come the same ways.
//
//   auto* opener = new ExportOpener(workspace, this);
//   opener->addTo(fileMenu, editMenu);
//
// What was opened is told by Workspace::configOpened; opened() also comes for a file that was open already.
#pragma once

#include "core/workspace/workspace.h"

#include <QObject>

class QMenu;
class QMimeData;
class QWidget;

namespace ui {

class ExportOpener : public QObject {
    Q_OBJECT
public:
    // The workspace outlives it. `window` takes drops from now on.
    ExportOpener(core::workspace::Workspace& workspace, QWidget* window);

    void addTo(QMenu* file, QMenu* edit);
    void choose();
    void open(const QString& path);
    void paste();

Q_SIGNALS:
    void opened(const QString& id);
    void bundleChosen(const QString& path); // of evidence, NAME.pathscope
    void nothingToPaste(); // the clipboard holds no text

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillRecent();
    [[nodiscard]] static QStringList filesOf(const QMimeData* data);

    core::workspace::Workspace& workspace_;
    QWidget* window_;
    QMenu* recent_ = nullptr;
};

} // namespace ui
