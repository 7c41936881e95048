#include "ui/pages/twin_boards_dialog.h"

#include "ui/models/twin_boards_model.h"
#include "ui/pages/figures_table.h"
#include "ui/pages/twin_result_view.h"
#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kMega = 1e6;

} // namespace

TwinBoardsDialog::TwinBoardsDialog(TwinSource& source, core::model::PredictionRequest request, std::optional<core::model::Plan> plan, QWidget* parent)
    : QDialog(parent)
    , source_(&source)
    , request_(std::move(request))
    , plan_(std::move(plan))
    , model_(new TwinBoardsModel(this))
    , table_(new FiguresTable(this))
    , wanted_(new QSpinBox(this))
    , progress_(new QProgressBar(this))
    , again_(new QPushButton(this))
    , reason_(new QLabel(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Which board would carry this?"));
    resize(780, 520);
    auto* title = new QLabel(windowTitle(), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* what = new QLabel(trafficText(request_), this);
    what->setTextFormat(Qt::PlainText);
    what->setProperty("role", QStringLiteral("dim"));
    wanted_->setRange(0, 400'000);
    wanted_->setSuffix(tr(" Mb/s"));
    wanted_->setSpecialValueText(tr("not said"));
    wanted_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    wanted_->setValue(static_cast<int>(std::lround(request_.rateBps / kMega)));
    auto* need = new QLabel(tr("&Needed"), this);
    need->setBuddy(wanted_);
    auto* head = new QHBoxLayout;
    head->addWidget(what, 1);
    head->addWidget(need);
    head->addWidget(wanted_);
    table_->setMostRows(10);
    table_->setAccessibleName(tr("Boards"));
    table_->setModel(model_);
    reason_->setWordWrap(true);
    reason_->setTextFormat(Qt::PlainText);
    reason_->setProperty("role", QStringLiteral("dim"));
    progress_->setTextVisible(false);
    progress_->setFixedHeight(6);
    auto* close = new QPushButton(tr("Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(progress_, 1);
    buttons->addWidget(again_);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addLayout(head);
    column->addWidget(table_, 1);
    column->addWidget(reason_);
    column->addLayout(buttons);

    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(again_, &QPushButton::clicked, this, [this] {
        if (source_ && source_->state().tryingBoards) {
            source_->cancel();
        } else {
            start();
        }
    });
    connect(wanted_, &QSpinBox::valueChanged, this, &TwinBoardsDialog::showState);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TwinBoardsDialog::showReason);
    connect(&source, &TwinSource::changed, this, &TwinBoardsDialog::showState);
    start();
    table_->setFocus();
}

TwinBoardsDialog::~TwinBoardsDialog() {
    if (source_) {
        source_->disconnect(this);
        if (source_->state().tryingBoards) {
            source_->cancel();
        }
    }
}

void TwinBoardsDialog::start() {
    if (source_) {
        source_->tryBoards(request_, plan_);
        showState();
    }
}

void TwinBoardsDialog::showState() {
    if (!source_) {
        close();
        return;
    }
    const core::workspace::TwinState& state = source_->state();
    progress_->setRange(0, static_cast<int>(std::max<qsizetype>(1, source_->boards().size())));
    progress_->setValue(static_cast<int>(state.boards.size()));
    progress_->setVisible(state.tryingBoards);
    again_->setText(state.tryingBoards ? tr("Stop") : tr("Try again"));
    const int row = table_->currentIndex().row();
    model_->set(state.boards, wanted_->value() * kMega);
    if (row >= 0) {
        table_->selectRow(row);
    }
    showReason();
}

void TwinBoardsDialog::showReason() {
    QString text;
    if (source_ && table_->currentIndex().isValid()) {
        const auto& boards = source_->state().boards;
        const auto row = static_cast<std::size_t>(table_->currentIndex().row());
        text = row < boards.size() ? plainText(boards[row].problem) : QString();
    }
    reason_->setText(text);
}

} // namespace ui
