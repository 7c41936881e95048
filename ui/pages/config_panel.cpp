#include "ui/pages/config_panel.h"

#include "ui/pages/config_header.h"
#include "ui/pages/explain_page.h"

#include <QBoxLayout>

namespace ui {

ConfigPanel::ConfigPanel(QWidget* parent)
    : QWidget(parent)
    , header_(new ConfigHeader(this))
    , page_(new ExplainPage(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    column->addWidget(header_);
    column->addWidget(page_, 1);
    connect(header_, &ConfigHeader::openRequested, this, &ConfigPanel::openRequested);
    connect(header_, &ConfigHeader::followRequested, page_, &ExplainPage::focusFollow);
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
    if (source) {
        connect(source, &ExplainSource::changed, this, &ConfigPanel::showHeader);
        showHeader();
    }
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
    layout()->setContentsMargins(16, low ? 6 : 12, 16, low ? 10 : 12);
    layout()->setSpacing(low ? 6 : 10);
}

} // namespace ui
