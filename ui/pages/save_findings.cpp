#include "ui/pages/save_findings.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ui::report", text);
}

} // namespace

QString writeReport(const QString& path, const QByteArray& report) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(report) == report.size() && file.commit()) {
        return {};
    }
    return tr("%1 could not be written: %2").arg(path, file.errorString());
}

void saveFindings(const QString& name, const QByteArray& report, QWidget* parent, std::function<void(const QString& why)> failed) {
    auto* dialog = new QFileDialog(parent, tr("Save findings"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("SARIF 2.1.0 (*.sarif)"));
    dialog->setDefaultSuffix(QStringLiteral("sarif"));
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [report, failed = std::move(failed)](const QString& path) {
        if (const QString why = writeReport(path, report); !why.isEmpty()) {
            failed(why);
        }
    });
    dialog->open();
}

} // namespace ui
