#include "ui/shell/import_button.h"

#include "core/workspace/address_import.h"
#include "core/workspace/secrets.h"

#include <QFile>
#include <QFileDialog>
#include <QInputDialog>

namespace ui {
namespace {

constexpr qint64 kLargest = 16 << 20;
constexpr qsizetype kNotesShown = 3;

} // namespace

ImportButton::ImportButton(core::workspace::Workspace& workspace, QWidget* parent)
    : QPushButton(tr("Import…"), parent)
    , workspace_(workspace) {
    setToolTip(tr("Address file of WinBox, or a CSV file"));
    setProperty("kind", QStringLiteral("link"));
    setAutoDefault(false);
    connect(this, &QPushButton::clicked, this, &ImportButton::choose);
}

void ImportButton::choose() {
    auto* files = new QFileDialog(this, tr("Import routers"));
    files->setAttribute(Qt::WA_DeleteOnClose);
    files->setNameFilters({tr("Address files (*.cdb *.csv *.txt)"), tr("All files (*)")});
    connect(files, &QFileDialog::fileSelected, this, [this](const QString& path) { importFile(path); });
    files->open();
}

void ImportButton::askSecret(const QString& path) {
    auto* ask = new QInputDialog(this);
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setWindowTitle(tr("Import routers"));
    ask->setLabelText(tr("WinBox's master password"));
    ask->setTextEchoMode(QLineEdit::Password);
    connect(ask, &QInputDialog::textValueSelected, this, [this, path](const QString& typed) {
        if (!typed.isEmpty()) {
            importFile(path, typed);
        }
    });
    ask->open();
}

void ImportButton::importFile(const QString& path, const QString& secret) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargest) {
        Q_EMIT failed(tr("%1 cannot be read, or is larger than any address file.").arg(path));
        return;
    }
    const QByteArray bytes = file.readAll();
    if (core::workspace::wantsPassword(bytes) && secret.isEmpty()) {
        askSecret(path);
        return;
    }
    const auto import = core::workspace::importAddresses(bytes, secret);
    if (!import) {
        Q_EMIT failed(QString::fromStdString(import.error().describe()));
        return;
    }
    std::vector<core::workspace::Endpoint> endpoints;
    int passwords = 0;
    for (const core::workspace::ImportedRouter& router : import->routers) {
        endpoints.push_back(router.endpoint);
        if (!router.password.isEmpty() && workspace_.secrets().isOpen()) {
            workspace_.secrets().keep(router.endpoint, router.password);
            ++passwords;
        }
    }
    workspace_.rememberEndpoints(endpoints);
    QStringList lines{tr("%n router(s) imported", nullptr, static_cast<int>(endpoints.size())) + tr(", %1 with password.").arg(passwords)};
    lines += import->notes.mid(0, kNotesShown);
    Q_EMIT imported(lines.join(u'\n'));
}

} // namespace ui
