#include "ui/shell/about_dialog.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ui {

AboutDialog::AboutDialog(QWidget* parent)
    : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("About Pathscope"));
    setMinimumWidth(420);
    const auto line = [this](const QString& text, const char* role) {
        auto* label = new QLabel(text, this);
        label->setProperty("role", QString::fromLatin1(role));
        label->setWordWrap(true);
        return label;
    };
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(22, 18, 22, 16);
    column->setSpacing(8);
    column->addWidget(line(QStringLiteral("Pathscope"), "title"));
    column->addWidget(line(tr("Version %1 · Qt %2").arg(QStringLiteral(PATHSCOPE_VERSION), QString::fromLatin1(qVersion())), "small"));
    column->addSpacing(4);
    column->addWidget(
        line(tr("Shows which of the five RouterOS packet paths your traffic takes (switch chip, L3 hardware, fast path, FastTrack, slow "
                "path) and lets you move it to a faster one."),
             ""));
    column->addWidget(
        line(tr("Free software under the GNU General Public License, version 3 or later. It comes without any warranty."), "dim"));
    column->addWidget(line(tr("RouterOS and MikroTik are trademarks of Mikrotīkls SIA, which has no part in this program."), "dim"));
    column->addSpacing(6);
    column->addWidget(close, 0, Qt::AlignRight);
}

} // namespace ui
