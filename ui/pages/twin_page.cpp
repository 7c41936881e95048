#include "ui/pages/twin_page.h"

#include "ui/pages/twin_boards_dialog.h"
#include "ui/pages/twin_controls.h"
#include "ui/pages/twin_result_view.h"
#include "ui/pages/twin_side_view.h"

#include <QBoxLayout>
#include <QSettings>
#include <QSplitter>

namespace ui {
namespace {

constexpr QLatin1String kColumnsKey("v1/twin/columns");

} // namespace

TwinPage::TwinPage(QWidget* parent)
    : QWidget(parent)
    , columns_(new QSplitter(Qt::Horizontal, this))
    , result_(new TwinResultView(columns_)) {
    auto* right = new QWidget(columns_);
    controls_ = new TwinControls(right);
    side_ = new TwinSideView(right);
    auto* side = new QVBoxLayout(right);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(10);
    side->addWidget(controls_);
    side->addWidget(side_, 1);
    side->addStretch(0);
    columns_->addWidget(result_);
    columns_->addWidget(right);
    columns_->setHandleWidth(10);
    columns_->setChildrenCollapsible(false);
    columns_->setStretchFactor(0, 59);
    columns_->setStretchFactor(1, 41);
    result_->setMinimumWidth(420);
    right->setMinimumWidth(370);
    if (!columns_->restoreState(QSettings().value(kColumnsKey).toByteArray())) {
        columns_->setSizes({680, 460});
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(columns_);

    connect(controls_, &TwinControls::runRequested, this, &TwinPage::run);
    connect(controls_, &TwinControls::boardsRequested, this, &TwinPage::askBoards);
    connect(result_, &TwinResultView::runRequested, this, &TwinPage::run);
    connect(result_, &TwinResultView::cancelRequested, this, [this] {
        if (source_) {
            source_->cancel();
        }
    });
    setFocusProxy(controls_);
}

TwinPage::~TwinPage() {
    QSettings().setValue(kColumnsKey, columns_->saveState());
}

void TwinPage::setSource(TwinSource* source) {
    if (source_ == source) {
        return;
    }
    if (source_) {
        source_->disconnect(this);
    }
    source_ = source;
    if (changeOf_ != source_) {
        change_.reset();
    }
    controls_->setChange(change_ ? &*change_ : nullptr);
    if (source) {
        connect(source, &TwinSource::changed, this, &TwinPage::showState);
        connect(source, &TwinSource::configChanged, this, &TwinPage::showConfig);
    }
    showConfig();
    showState();
}

void TwinPage::showConfig() {
    controls_->setSource(source_);
    result_->setInvitation(source_ && source_->canRun() ? tr("Choose traffic and press Run.\nThe twin carries it through this configuration in virtual time.")
                                                        : tr("The twin can run once the configuration can be read."));
}

void TwinPage::showState() {
    const core::workspace::TwinState state = source_ ? source_->state() : core::workspace::TwinState();
    result_->show(state);
    side_->show(state);
    controls_->setRunning(state.phase == core::workspace::TwinState::Phase::Running);
}

core::model::PredictionRequest TwinPage::request() const {
    core::model::PredictionRequest out = controls_->request();
    if (controls_->withChange() && change_ && !change_->plan) {
        std::string lines;
        for (const std::string& command : change_->commands) {
            lines += command + "\n";
        }
        out.change = lines;
    }
    return out;
}

std::optional<core::model::Plan> TwinPage::plan() const {
    return controls_->withChange() && change_ ? change_->plan : std::nullopt;
}

void TwinPage::tryChange(const TwinChange& change) {
    change_ = change;
    changeOf_ = source_;
    controls_->setChange(&change);
    run();
}

void TwinPage::run() {
    if (source_) {
        source_->run(request(), plan());
    }
}

void TwinPage::askBoards() {
    if (source_) {
        (new TwinBoardsDialog(*source_, request(), plan(), this))->open();
    }
}

} // namespace ui
