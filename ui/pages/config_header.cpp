#include "ui/pages/config_header.h"

#include "ui/pages/explain_source.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/status_pill.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>

namespace ui {
namespace {

constexpr qsizetype kLongestVersion = 20; // "7.16beta2 (testing)"; a file may say anything

} // namespace

ConfigHeader::ConfigHeader(QWidget* parent)
    : QWidget(parent)
    , name_(new ElidedLabel(this))
    , board_(new QComboBox(this))
    , version_(new StatusPill(this))
    , age_(new StatusPill(this))
    , open_(new QPushButton(tr("Open export…"), this))
    , follow_(new QPushButton(tr("Follow a packet"), this)) {
    setFixedHeight(46);
    name_->setProperty("role", QStringLiteral("title"));
    board_->setMaxVisibleItems(24);
    board_->setMinimumContentsLength(16);
    board_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    board_->setAccessibleName(tr("Board"));
    board_->setToolTip(tr("The board the configuration is judged on"));
    follow_->setProperty("kind", QStringLiteral("primary"));
    follow_->setToolTip(tr("Choose where a packet comes from and where it goes"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(name_);
    row->addSpacing(4);
    row->addWidget(board_);
    row->addWidget(version_);
    row->addWidget(age_);
    row->addStretch(1);
    row->addWidget(open_);
    row->addWidget(follow_);
    connect(board_, &QComboBox::activated, this, [this] { Q_EMIT boardChosen(board_->currentData().toString()); });
    connect(open_, &QPushButton::clicked, this, &ConfigHeader::openRequested);
    connect(follow_, &QPushButton::clicked, this, &ConfigHeader::followRequested);
}

void ConfigHeader::fillBoards(const ExplainSource& source) {
    const auto& state = source.state();
    const QString stated = state.explained ? plainText(state.explained->statedModel) : QString();
    const QString own = stated.isEmpty() ? tr("Board not known") : stated;
    if (board_->count() == 0) {
        board_->addItem(own, QString());
        for (const QString& model : source.boards()) {
            board_->addItem(model, model);
        }
    } else {
        board_->setItemText(0, own);
    }
    board_->setCurrentIndex(std::max(0, board_->findData(state.board)));
}

void ConfigHeader::show(const ExplainSource& source) {
    const auto& state = source.state();
    name_->setText(plainText(source.name()));
    fillBoards(source);
    const QString version = state.explained ? plainText(state.explained->diagnosis.version) : QString();
    version_->set(version.isEmpty() ? QString() : QStringLiteral("RouterOS ") + version.left(kLongestVersion));
    age_->set(state.explained ? tr("read %1").arg(state.readAt.toString(QStringLiteral("HH:mm:ss"))) : QString());
    follow_->setEnabled(state.explained != nullptr);
}

} // namespace ui
