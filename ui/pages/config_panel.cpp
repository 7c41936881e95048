#include "ui/pages/config_panel.h"

#include "ui/pages/change_dialog.h"
#include "ui/pages/config_header.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/tab_strip.h"
#include "ui/pages/twin_page.h"

#include <QBoxLayout>
#include <QStackedWidget>

namespace ui {

ConfigPanel::ConfigPanel(QWidget* parent)
    : QWidget(parent)
    , header_(new ConfigHeader(this))
    , tabs_(new TabStrip({tr("Explain"), tr("Twin")}, this))
    , pages_(new QStackedWidget(this))
    , page_(new ExplainPage)
    , twin_(new TwinPage) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 6, 16, 6); // of a low window; resizeEvent gives more where there is room
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(tabs_);
    pages_->addWidget(page_);
    pages_->addWidget(twin_);
    column->addWidget(pages_, 1);
    tabs_->setSpansVisible(false);
    connect(tabs_, &TabStrip::pageChosen, pages_, &QStackedWidget::setCurrentIndex);
    connect(page_, &ExplainPage::findingCountChanged, this, [this] { tabs_->setBadge(ExplainPageAt, page_->findingCount()); });
    connect(page_, &ExplainPage::tryRequested, this, [this](const TwinChange& change) {
        twin_->tryChange(change);
        showPage(TwinPageAt);
    });
    connect(page_, &ExplainPage::planned, this, &ConfigPanel::showPlan);
    connect(header_, &ConfigHeader::openRequested, this, &ConfigPanel::openRequested);
    connect(header_, &ConfigHeader::followRequested, this, [this] {
        showPage(ExplainPageAt);
        page_->focusFollow();
    });
    connect(header_, &ConfigHeader::boardChosen, this, [this](const QString& model) {
        if (source_) {
            source_->chooseBoard(model);
        }
    });
}

void ConfigPanel::setSource(ExplainSource* source) {
    if (source_) {
        source_->disconnect(this);
    }
    source_ = source;
    page_->setSource(source);
    twin_->setSource(source ? source->twin() : nullptr);
    tabs_->setBadge(ExplainPageAt, source ? page_->findingCount() : 0);
    if (source) {
        connect(source, &ExplainSource::changed, this, &ConfigPanel::showHeader);
        showHeader();
    }
}

void ConfigPanel::showPage(Page page) {
    tabs_->choose(page);
}

void ConfigPanel::fixChosen() {
    page_->fixChosen();
}

void ConfigPanel::tryOnTwin() {
    if (!page_->tryChosen()) {
        twin_->run();
        showPage(TwinPageAt);
    }
}

void ConfigPanel::showPlan(const core::model::Plan& plan) {
    if (!source_) {
        return;
    }
    auto* dialog = new ChangeDialog(plan, source_->name(), ChangeDialog::For::File, window());
    connect(dialog, &ChangeDialog::tryRequested, this, [this, plan] {
        twin_->tryChange({QString::fromStdString(plan.title), {}, plan});
        showPage(TwinPageAt);
    });
    dialog->open();
}

void ConfigPanel::showHeader() {
    if (source_) {
        header_->show(*source_);
    }
}

// A low window spends its height on the page, not on air.
void ConfigPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool low = height() < 740;
    layout()->setContentsMargins(16, low ? 6 : 12, 16, low ? 6 : 12);
    layout()->setSpacing(low ? 0 : 10);
}

} // namespace ui
