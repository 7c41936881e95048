#include "ui/pages/walk_panel.h"

#include "ui/pages/card_list.h"
#include "ui/pages/walk_delegate.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/verdict_style.h"
#include "ui/widgets/path_badge.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QEvent>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QStyle>

namespace ui {
namespace {

// "bridge → ether1, TCP 443"
QString questionText(const core::model::PathQuestion& question) {
    const auto end = [](const std::string& name, const std::string& host) { return plainText(name) + (host.empty() ? QString() : u' ' + plainText(host)); };
    QString text = QStringLiteral("%1 → %2, %3").arg(end(question.from, question.source), end(question.to, question.destination), plainText(question.protocol).toUpper());
    if (question.destinationPort != 0) {
        text += u' ' + QString::number(question.destinationPort);
    }
    return question.family == "ipv6" ? text + WalkPanel::tr(", IPv6") : text;
}

} // namespace

WalkPanel::WalkPanel(QWidget* parent)
    : Card({}, parent)
    , model_(new WalkModel(this))
    , heading_(new QLabel(this))
    , badge_(new PathBadge(this))
    , agent_(new QLabel(this))
    , first_(new QPushButton(tr("First packet"), this))
    , later_(new QPushButton(tr("Later ones"), this))
    , list_(new QListView(this))
    , hint_(new QLabel(this)) {
    heading_->setProperty("role", QStringLiteral("strong"));
    heading_->setTextFormat(Qt::PlainText);
    heading_->setWordWrap(true);
    heading_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* group = new QButtonGroup(this);
    for (QPushButton* chip : {first_, later_}) {
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        group->addButton(chip);
    }
    first_->setToolTip(tr("The packet that opens the connection"));
    later_->setToolTip(tr("Any packet of the connection once it is established"));
    later_->setChecked(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(badge_, 1);
    row->addWidget(first_);
    row->addWidget(later_);
    auto* top = new QVBoxLayout;
    top->setSpacing(2);
    top->addWidget(heading_);
    top->addLayout(row);
    agent_->setTextFormat(Qt::PlainText);
    agent_->setWordWrap(true);
    agent_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    top->addWidget(agent_);
    body()->addLayout(top);

    delegate_ = new WalkDelegate(list_);
    list_->setModel(model_);
    list_->setItemDelegate(delegate_);
    makeCardList(*list_, *hint_);
    list_->setAccessibleName(tr("Stages of the packet"));
    setFocusProxy(list_);
    hint_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    body()->addWidget(hint_, 1);
    body()->addWidget(list_, 1);
    connect(group, &QButtonGroup::buttonClicked, this, &WalkPanel::refresh);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) {
            Q_EMIT stepChosen();
        }
    });
    connect(list_, &QListView::clicked, this, &WalkPanel::stepChosen);
}

void WalkPanel::show(std::shared_ptr<const core::workspace::FollowedPacket> followed, const QString& placeholder) {
    followed_ = std::move(followed);
    const bool failed = followed_ && !followed_->trace;
    hint_->setText(failed ? breakable(plainText(followed_->trace.error().describe())) : placeholder);
    refresh();
}

void WalkPanel::refresh() {
    // A stage stays chosen while the same packet is followed again, through a configuration that changed.
    const bool same = drawn_ && followed_ && drawn_->question.from == followed_->question.from && drawn_->question.to == followed_->question.to;
    const int at = same ? list_->currentIndex().row() : -1;
    const int scrolled = list_->verticalScrollBar()->value();
    drawn_ = followed_;
    const std::shared_ptr<const core::workspace::FollowedPacket> followed = followed_;
    {
        const QSignalBlocker quiet(list_->selectionModel());
        model_->set(followed, first_->isChecked());
    }
    const core::model::PacketWalk* walk = model_->walk();
    heading_->setText(followed ? breakable(questionText(followed->question)) : tr("The packet's walk"));
    if (walk != nullptr) {
        const core::model::Verdict& verdict = followed->trace->verdict;
        badge_->set(walk->path, walk->dropped ? tr("dropped") : certaintyText(verdict.certainty));
        delegate_->setPathColor(verdictColor(colors(), walk->path));
    } else {
        badge_->set(std::nullopt);
    }
    for (QPushButton* chip : {first_, later_}) {
        chip->setVisible(walk != nullptr);
    }
    showAgent();
    list_->setVisible(walk != nullptr);
    hint_->setVisible(walk == nullptr);
    if (at >= 0 && at < model_->rowCount()) {
        const QSignalBlocker quiet(list_->selectionModel());
        list_->setCurrentIndex(model_->index(at));
    }
    if (same && walk != nullptr) {
        list_->doItemsLayout();
        list_->verticalScrollBar()->setValue(scrolled);
    } else if (walk != nullptr) {
        list_->scrollToTop();
        list_->scrollTo(model_->index(model_->decidingRow()));
    }
}

// What a packet on the agent did, in one line above the stages.
void WalkPanel::showAgent() {
    agent_->hide();
    if (model_->walk() == nullptr || !followed_->taken) {
        return;
    }
    const char* role = "dim";
    QString text;
    const core::model::WalkDifference* difference = model_->difference();
    if (!*followed_->taken) {
        text = tr("The agent did not tell: %1").arg(plainText(followed_->taken->error().describe()));
    } else if (difference == nullptr) {
        text = tr("No such packet came by on the agent.");
    } else if (difference->same()) {
        role = "ok";
        text = tr("✓ A packet on the agent went the same way.");
    } else {
        role = "warn";
        const std::size_t stages = difference->differing();
        text = !difference->samePath ? tr("A packet on the agent took another path.")
               : stages == 1         ? tr("A packet on the agent took this path, but one stage differs.")
                                     : tr("A packet on the agent took this path, but %1 stages differ.").arg(stages);
    }
    agent_->setProperty("role", QString::fromLatin1(role));
    agent_->style()->unpolish(agent_);
    agent_->style()->polish(agent_);
    agent_->setText(breakable(text));
    agent_->show();
}

void WalkPanel::highlight(const std::vector<core::model::ConfigRef>& lines, bool scroll) {
    model_->highlight(lines);
    if (!scroll) {
        return;
    }
    for (int row = 0; row < model_->rowCount(); ++row) {
        if (model_->index(row).data(WalkModel::HighlightRole).toBool()) {
            list_->scrollTo(model_->index(row));
            return;
        }
    }
}

void WalkPanel::clearChoice() {
    const QSignalBlocker quiet(list_->selectionModel());
    list_->clearSelection();
    list_->setCurrentIndex({});
    list_->viewport()->update();
}

const core::model::WalkStep* WalkPanel::currentStep() const {
    return model_->step(list_->currentIndex());
}

void WalkPanel::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && model_->walk() != nullptr) {
        delegate_->setPathColor(verdictColor(colors(), model_->walk()->path));
    }
}

} // namespace ui
