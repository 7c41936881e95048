#include "ui/pages/save_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace ui {

QString writeWhole(const QString& path, const QByteArray& content) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) {
        return {};
    }
    return QCoreApplication::translate("ui::file", "%1 could not be written: %2").arg(path, file.errorString());
}

void saveFile(const SaveQuestion& question, const QByteArray& content, QWidget* parent, std::function<void(const QString& why)> failed) {
    auto* dialog = new QFileDialog(parent, question.title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(question.filter);
    dialog->setDefaultSuffix(question.suffix);
    dialog->selectFile(question.name);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [content, failed = std::move(failed)](const QString& path) {
        if (const QString why = writeWhole(path, content); !why.isEmpty()) {
            failed(why);
        }
    });
    dialog->open();
}

} // namespace ui
