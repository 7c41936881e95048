#include "ui/pages/fasttracked_dialog.h"

#include "ui/models/fasttracked_model.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QTableView>

namespace ui {

using core::base::Result;
using core::workspace::FastTracked;

namespace {

QString sizeKey() {
    return QStringLiteral("fasttracked/size");
}

} // namespace

QString fastTrackedText(const FastTracked& now) {
    if (now.count == 0) {
        return {};
    }
    const QString count = now.count == 1 ? FastTrackedDialog::tr("1 connection is FastTracked and keeps that path whatever is changed")
                                         : FastTrackedDialog::tr("%1 connections are FastTracked and keep that path whatever is changed").arg(now.count);
    return now.listed ? FastTrackedDialog::tr("%1: %2 now, %3 so far.").arg(count, rateText(core::base::BitRate{now.bps}), QLocale().formattedDataSize(static_cast<qint64>(now.octets), 1, QLocale::DataSizeSIFormat))
                      : count + u'.';
}

FastTrackedDialog::FastTrackedDialog(RouterSource* source, QWidget* parent)
    : QDialog(parent)
    , source_(source)
    , model_(new FastTrackedModel(this))
    , said_(new QLabel(this))
    , table_(new QTableView(this))
    , again_(new QPushButton(tr("&Read again"), this))
    , chosen_(new QPushButton(tr("Look at the &chosen afresh…"), this))
    , all_(new QPushButton(tr("&All of them…"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("FastTracked connections on %1").arg(source->name()));
    resize(QSettings().value(sizeKey(), QSize(760, 520)).toSize());
    connect(this, &QDialog::finished, this, [this] { QSettings().setValue(sizeKey(), size()); });

    auto* title = new QLabel(tr("FastTracked connections"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* about = new QLabel(tr("A queue, a mark or a rule that was added since does not meet their packets until they end. Taken out of the connection table they are looked at "
                                "afresh; one whose new entry gets another port from NAT breaks."),
                             this);
    for (QLabel* label : {about, said_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setProperty("role", QStringLiteral("dim"));
    }
    said_->setObjectName(QStringLiteral("said"));
    table_->setModel(model_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->setAccessibleName(tr("Connections"));
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(FastTrackedModel::ConnectionColumn, QHeaderView::Stretch);
    auto* close = new QPushButton(tr("Close"), this);
    chosen_->setObjectName(QStringLiteral("flushChosen"));
    all_->setObjectName(QStringLiteral("flushAll"));
    again_->setObjectName(QStringLiteral("again"));
    for (QPushButton* button : {again_, chosen_, all_}) {
        button->setAutoDefault(false);
    }
    close->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(again_);
    buttons->addStretch(1);
    buttons->addWidget(chosen_);
    buttons->addWidget(all_);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(about);
    column->addWidget(said_);
    column->addWidget(table_, 1);
    column->addLayout(buttons);
    connect(again_, &QPushButton::clicked, this, &FastTrackedDialog::ask);
    connect(chosen_, &QPushButton::clicked, this, [this] { plan(false); });
    connect(all_, &QPushButton::clicked, this, [this] { plan(true); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FastTrackedDialog::look);
    connect(source, &QObject::destroyed, this, &QDialog::reject);
    ask();
}

void FastTrackedDialog::ask() {
    if (!source_) {
        return;
    }
    said_->setText(tr("Counting them…"));
    any_ = answered_ = false;
    again_->setEnabled(false);
    look();
    QCoro::connect(source_->fastTracked(), this, [this](const Result<FastTracked>& answer) { take(answer); });
}

void FastTrackedDialog::take(const Result<FastTracked>& answer) {
    again_->setEnabled(true);
    model_->set(answer ? answer->busiest : std::vector<core::workspace::FastTrackedConnection>());
    table_->setVisible(model_->rowCount() > 0);
    any_ = answer && answer->count > 0;
    if (!answer) {
        said_->setText(plainText(answer.error().describe()));
    } else if (!any_) {
        said_->setText(tr("No connection is FastTracked now."));
    } else {
        QString text = fastTrackedText(*answer);
        if (!answer->listed) {
            text += u' ' + tr("They are too many to be listed.");
        } else if (answer->count > answer->busiest.size()) {
            text += u' ' + tr("The %1 busiest:").arg(answer->busiest.size());
        }
        said_->setText(text);
    }
    look();
    answered_ = true;
    Q_EMIT answeredChanged();
}

void FastTrackedDialog::look() {
    chosen_->setEnabled(any_ && table_->selectionModel()->hasSelection());
    all_->setEnabled(any_);
}

void FastTrackedDialog::plan(bool all) {
    std::vector<core::workspace::ConnectionEnds> ends;
    for (const QModelIndex& row : all ? QModelIndexList() : table_->selectionModel()->selectedRows()) {
        ends.push_back(model_->ends(row.row()));
    }
    const core::model::Plan made = core::workspace::flushFastTracked(ends);
    accept();
    Q_EMIT planned(made);
}

} // namespace ui
