#include "ui/shell/export_opener.h"

#include "core/workspace/config_document.h"
#include "core/workspace/recent_files.h"
#include "ui/theme/plain_text.h"

#include <QAction>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace ui {
namespace {

constexpr int kMostDropped = 20; // at once

} // namespace

ExportOpener::ExportOpener(core::workspace::Workspace& workspace, QWidget* window)
    : QObject(window)
    , workspace_(workspace)
    , window_(window) {
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

void ExportOpener::addTo(QMenu* file, QMenu* edit) {
    file->addAction(tr("&Open export…"), QKeySequence::Open, this, &ExportOpener::choose);
    recent_ = file->addMenu(tr("Open &recent"));
    connect(file, &QMenu::aboutToShow, this, &ExportOpener::fillRecent);
    fillRecent();
    edit->addAction(tr("&Paste export"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), this, &ExportOpener::paste);
}

void ExportOpener::fillRecent() {
    recent_->clear();
    for (const QString& path : core::workspace::recentFiles()) {
        const QFileInfo file(path);
        // '&' would mark a key.
        const QString text = plainText(file.fileName() + QStringLiteral("  –  ") + file.path()).replace(u'&', QStringLiteral("&&"));
        recent_->addAction(recent_->fontMetrics().elidedText(text, Qt::ElideMiddle, 480), this, [this, path] { open(path); });
    }
    recent_->menuAction()->setEnabled(!recent_->isEmpty());
    if (!recent_->isEmpty()) {
        recent_->addSeparator();
        recent_->addAction(tr("&Clear list"), this, [] { core::workspace::forgetRecentFiles(); });
    }
}

void ExportOpener::choose() {
    auto* dialog = new QFileDialog(window_, tr("Open export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("RouterOS exports (*.rsc *.txt *.cfg *.conf)"), tr("Bundles of evidence (*.pathscope)"), tr("All files (*)")});
    const QStringList recent = core::workspace::recentFiles();
    if (!recent.isEmpty()) {
        dialog->setDirectory(QFileInfo(recent.front()).absolutePath());
    }
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths) {
            open(path);
        }
    });
    dialog->open();
}

void ExportOpener::open(const QString& path) {
    if (path.endsWith(QStringLiteral(".pathscope"))) {
        Q_EMIT bundleChosen(path);
        return;
    }
    Q_EMIT opened(workspace_.openConfig(path)->id());
}

void ExportOpener::paste() {
    const QString text = QGuiApplication::clipboard()->text();
    if (text.trimmed().isEmpty()) {
        Q_EMIT nothingToPaste();
        return;
    }
    Q_EMIT opened(workspace_.openConfigText(text)->id());
}

QStringList ExportOpener::filesOf(const QMimeData* data) {
    QStringList out;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile() && out.size() < kMostDropped) {
            out << url.toLocalFile();
        }
    }
    return out;
}

bool ExportOpener::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::DragEnter) {
        auto* drag = static_cast<QDragEnterEvent*>(event);
        if (!filesOf(drag->mimeData()).isEmpty()) {
            drag->acceptProposedAction();
            return true;
        }
    } else if (event->type() == QEvent::Drop) {
        auto* drop = static_cast<QDropEvent*>(event);
        for (const QString& path : filesOf(drop->mimeData())) {
            open(path);
        }
        drop->acceptProposedAction();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ui
