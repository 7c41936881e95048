#include "ui/pages/save_report_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

namespace ui {
namespace {

constexpr QLatin1String kFolderKey("v1/reports/folder"), kLogoKey("v1/reports/logo"), kFormKey("v1/reports/form");

struct Form {
    const char* ending;
    const char* name;
    const char* hint;
    bool several; // may hold more than one experiment
};
constexpr std::array<Form, 6> kForms{{
    {".pdf", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "PDF"), QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Pages of A4, to print or to send."), true},
    {".html", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "HTML"),
     QT_TRANSLATE_NOOP("ui::SaveReportDialog", "One page in one file; nothing is loaded from elsewhere."), true},
    {".pathscope", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Bundle"),
     QT_TRANSLATE_NOOP("ui::SaveReportDialog", "The evidence itself: opens again in any Pathscope and gives the same report."), false},
    {".csv", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "CSV"), QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Every second of every run, for a spreadsheet."),
     false},
    {".json", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "JSON"), QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Everything, for programs."), true},
    {".flent.gz", QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Flent"),
     QT_TRANSLATE_NOOP("ui::SaveReportDialog", "Two files, before and after, for flent-gui."), false},
}};

const Form& formOf(const QString& ending) {
    const auto* at = std::find_if(kForms.begin(), kForms.end(), [&](const Form& form) { return ending == QLatin1String(form.ending); });
    return at == kForms.end() ? kForms.front() : *at;
}

// A file of this name is no trouble on any system.
QString fileStem(QString title) {
    static const QRegularExpression kOther(QStringLiteral("[^\\w.-]+"), QRegularExpression::UseUnicodePropertiesOption);
    title = title.replace(kOther, QStringLiteral("-")).left(80);
    while (title.startsWith(u'-') || title.startsWith(u'.')) {
        title.remove(0, 1);
    }
    while (title.endsWith(u'-')) {
        title.chop(1);
    }
    return title.isEmpty() ? QStringLiteral("report") : title;
}

QString remembered(const QString& key, QStandardPaths::StandardLocation otherwise) {
    const QString kept = QSettings().value(key).toString();
    return !kept.isEmpty() && QDir(kept).exists() ? kept : QStandardPaths::writableLocation(otherwise);
}

} // namespace

SaveReportDialog::SaveReportDialog(const QString& title, bool several, QWidget* parent)
    : QDialog(parent)
    , suggestion_(fileStem(title))
    , form_(new QComboBox(this))
    , title_(new QLineEdit(this))
    , logo_(new QLineEdit(QSettings().value(kLogoKey).toString(), this))
    , place_(new QLineEdit(this))
    , addresses_(new QCheckBox(tr("Replace addresses"), this))
    , names_(new QCheckBox(tr("Replace names and comments"), this))
    , hint_(new QLabel(this))
    , save_(new QPushButton(tr("Save"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Save report"));
    setMinimumWidth(560);
    auto* heading = new QLabel(tr("Save report"), this);
    heading->setProperty("role", QStringLiteral("title"));
    for (const Form& form : kForms) {
        if (!several || form.several) {
            form_->addItem(tr(form.name), QString::fromLatin1(form.ending));
        }
    }
    form_->setCurrentIndex(std::max(0, form_->findData(QSettings().value(kFormKey))));
    form_->setAccessibleName(tr("Form"));
    title_->setPlaceholderText(title);
    logo_->setPlaceholderText(tr("none"));
    place_->setObjectName(QStringLiteral("reportFile"));
    place_->setText(QDir(remembered(kFolderKey, QStandardPaths::DocumentsLocation)).filePath(suggestion_));
    hint_->setProperty("role", QStringLiteral("small"));
    hint_->setWordWrap(true);
    hint_->setMinimumHeight(2 * hint_->fontMetrics().height());
    hint_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    const auto chooser = [this](QLineEdit* field, const QString& name, void (SaveReportDialog::*choose)()) {
        auto* button = new QPushButton(tr("Choose…"), this);
        button->setAutoDefault(false);
        button->setAccessibleName(name);
        connect(button, &QPushButton::clicked, this, choose);
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        row->addWidget(field, 1);
        row->addWidget(button);
        return row;
    };
    const auto label = [this](const QString& text, QWidget* of) {
        auto* out = new QLabel(text, this);
        out->setBuddy(of);
        return out;
    };
    auto* grid = new QFormLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(8);
    grid->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    grid->addRow(tr("&Form"), form_);
    grid->addRow(tr("&Title"), title_);
    grid->addRow(label(tr("&Logo"), logo_), chooser(logo_, tr("Choose a logo"), &SaveReportDialog::chooseLogo));
    auto* hide = new QVBoxLayout;
    hide->setSpacing(4);
    hide->addWidget(addresses_);
    hide->addWidget(names_);
    grid->addRow(tr("Hide"), hide);
    grid->addRow(label(tr("F&ile"), place_), chooser(place_, tr("Choose a file"), &SaveReportDialog::choosePlace));

    addresses_->setToolTip(tr("IPv4, IPv6 and MAC: each gets a stand-in that is the same everywhere"));
    names_->setToolTip(tr("The router's name, and names, comments and users in the commands"));
    save_->setObjectName(QStringLiteral("save"));
    save_->setProperty("kind", QStringLiteral("primary"));
    save_->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(hint_, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(save_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(12);
    column->addWidget(heading);
    column->addLayout(grid);
    column->addLayout(buttons);
    connect(form_, &QComboBox::currentIndexChanged, this, &SaveReportDialog::adaptName);
    connect(place_, &QLineEdit::textChanged, this, &SaveReportDialog::showHint);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save_, &QPushButton::clicked, this, &QDialog::accept);
    connect(this, &QDialog::accepted, this, &SaveReportDialog::remember);
    adaptName();
    save_->setFocus();
}

QString SaveReportDialog::fileName() const {
    const QString ending = form_->currentData().toString(), name = place_->text().trimmed();
    return name.endsWith(ending) ? name : name + ending;
}

core::workspace::ReportLook SaveReportDialog::look() const {
    core::workspace::ReportLook out;
    out.title = title_->text().trimmed().toStdString();
    out.logoFile = logo_->text().trimmed().toStdString();
    out.redact.addresses = addresses_->isChecked();
    out.redact.names = names_->isChecked();
    return out;
}

void SaveReportDialog::adaptName() {
    QString name = place_->text().trimmed();
    for (const Form& form : kForms) {
        if (name.endsWith(QLatin1String(form.ending))) {
            name.chop(static_cast<int>(qstrlen(form.ending)));
        }
    }
    place_->setText(name + form_->currentData().toString());
    const QString ending = form_->currentData().toString();
    const bool page = ending == QLatin1String(".pdf") || ending == QLatin1String(".html");
    title_->setEnabled(page);
    logo_->setEnabled(page);
    showHint();
}

void SaveReportDialog::showHint() {
    const QFileInfo file(fileName());
    const bool place = !place_->text().trimmed().isEmpty() && file.dir().exists() && !file.isDir();
    save_->setEnabled(place);
    hint_->setText(!place          ? tr("There is no such folder.")
                   : file.exists() ? tr("This file is there already and will be replaced.")
                                   : tr(formOf(form_->currentData().toString()).hint));
}

void SaveReportDialog::choosePlace() {
    auto* dialog = new QFileDialog(this, tr("Save report"), QFileInfo(fileName()).absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // said below the field
    dialog->selectFile(QFileInfo(fileName()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        place_->setText(path);
        adaptName();
    });
    dialog->open();
}

void SaveReportDialog::chooseLogo() {
    auto* dialog = new QFileDialog(this, tr("Choose a logo"), remembered(kFolderKey, QStandardPaths::PicturesLocation));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilter(tr("Pictures (*.png *.svg)"));
    connect(dialog, &QFileDialog::fileSelected, logo_, &QLineEdit::setText);
    dialog->open();
}

void SaveReportDialog::remember() const {
    QSettings settings;
    settings.setValue(kFolderKey, QFileInfo(fileName()).absolutePath());
    settings.setValue(kLogoKey, logo_->text().trimmed());
    settings.setValue(kFormKey, form_->currentData());
}

} // namespace ui
