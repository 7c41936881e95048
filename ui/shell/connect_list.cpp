#include "ui/shell/connect_list.h"

#include "ui/pages/endpoint_text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

namespace ui {

using core::workspace::DiscoveredRouter;
using core::workspace::Endpoint;

namespace {

enum Role { DetailRole = Qt::UserRole, IndexRole, SavedRole };
constexpr int kRow = 46;
constexpr int kSection = 28;

// Two lines: name, and what is known. Sections are entries that cannot be chosen.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {120, index.flags().testFlag(Qt::ItemIsSelectable) ? kRow : kSection};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Palette& p = colors();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF area = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5);
        if (!index.flags().testFlag(Qt::ItemIsSelectable)) {
            painter->setFont(textFont(TextRole::Section));
            painter->setPen(p.dim);
            painter->drawText(area.adjusted(4, 4, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
            painter->restore();
            return;
        }
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(selected ? QPen(option.state.testFlag(QStyle::State_HasFocus) ? p.accent : p.border, 1) : QPen(Qt::NoPen));
            painter->setBrush(selected ? p.raised : p.lineSoft);
            painter->drawRoundedRect(area, 7, 7);
        }
        const QRectF upper(area.left() + 10, area.top() + 4, area.width() - 20, 18);
        const QRectF lower(upper.left(), upper.bottom(), upper.width(), 16);
        const auto line = [painter](const QRectF& where, TextRole role, const QColor& color, const QString& text) {
            painter->setFont(textFont(role));
            painter->setPen(color);
            painter->drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                              QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, static_cast<int>(where.width())));
        };
        line(upper, selected ? TextRole::Strong : TextRole::Body, p.text, index.data().toString());
        line(lower, TextRole::Small, p.dim, index.data(DetailRole).toString());
        painter->restore();
    }
};

bool matches(const QString& wanted, const QStringList& texts) {
    return std::any_of(texts.begin(), texts.end(), [&wanted](const QString& text) { return text.contains(wanted, Qt::CaseInsensitive); });
}

QString detailOf(const DiscoveredRouter& router) {
    QStringList parts{router.address, router.board, router.version.section(u' ', 0, 0)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ConnectList::ConnectList(core::workspace::Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , discovery_(&workspace.discovery())
    , search_(new QLineEdit(this))
    , list_(new QListWidget(this))
    , state_(new QLabel(this)) {
    search_->setPlaceholderText(tr("Search saved and nearby"));
    search_->setAccessibleName(tr("Search routers"));
    search_->setObjectName(QStringLiteral("search"));
    search_->setClearButtonEnabled(true);
    list_->setItemDelegate(new EntryDelegate(list_));
    list_->setAccessibleName(tr("Routers"));
    list_->setMouseTracking(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    state_->setWordWrap(true);
    state_->setTextFormat(Qt::PlainText);
    state_->setProperty("role", QStringLiteral("small"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    column->addWidget(state_);

    connect(search_, &QLineEdit::textChanged, this, &ConnectList::fill);
    connect(search_, &QLineEdit::returnPressed, list_, [this] { list_->setFocus(); });
    connect(&workspace_.discovery(), &core::workspace::Discovery::changed, this, &ConnectList::fill);
    connect(list_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item == nullptr || !item->flags().testFlag(Qt::ItemIsSelectable)) {
            return;
        }
        const auto index = item->data(IndexRole).value<std::size_t>();
        if (item->data(SavedRole).toBool()) {
            Q_EMIT chosen(saved_[index], true);
            return;
        }
        Endpoint endpoint;
        endpoint.host = found_[index].address;
        endpoint.label = found_[index].identity;
        Q_EMIT chosen(endpoint, false);
    });
    connect(list_, &QListWidget::itemActivated, this, &ConnectList::activated);
    reload();
}

ConnectList::~ConnectList() {
    if (discovery_) {
        discovery_->stop();
    }
}

void ConnectList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    workspace_.discovery().start();
}

void ConnectList::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (discovery_) {
        discovery_->stop();
    }
}

void ConnectList::reload() {
    saved_ = workspace_.rememberedEndpoints();
    fill();
}

int ConnectList::shownCount() const {
    int count = 0;
    for (int i = 0; i < list_->count(); ++i) {
        count += list_->item(i)->flags().testFlag(Qt::ItemIsSelectable) ? 1 : 0;
    }
    return count;
}

void ConnectList::addSection(const QString& title) {
    auto* item = new QListWidgetItem(title, list_);
    item->setFlags(Qt::NoItemFlags);
}

void ConnectList::addEntry(const QString& title, const QString& detail, int index, bool saved) {
    auto* item = new QListWidgetItem(title, list_);
    item->setData(DetailRole, detail);
    item->setData(Qt::AccessibleDescriptionRole, detail);
    item->setData(IndexRole, QVariant::fromValue(static_cast<std::size_t>(index)));
    item->setData(SavedRole, saved);
}

// What is chosen stays chosen, and choosing it again here tells nobody: the form may have been edited since.
void ConnectList::fill() {
    found_ = workspace_.discovery().routers();
    const QListWidgetItem* current = list_->currentItem();
    const QString chosenTitle = current != nullptr ? current->text() : QString();
    const QString chosenDetail = current != nullptr ? current->data(DetailRole).toString() : QString();
    const QSignalBlocker quiet(list_);
    list_->clear();
    const QString wanted = search_->text().trimmed();
    bool first = true;
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const DiscoveredRouter& router = found_[i];
        if (matches(wanted, {router.identity, router.address, router.board, router.mac})) {
            if (std::exchange(first, false)) {
                addSection(tr("NEARBY"));
            }
            addEntry(router.identity.isEmpty() ? router.address : router.identity, detailOf(router), static_cast<int>(i), false);
        }
    }
    first = true;
    for (std::size_t i = 0; i < saved_.size(); ++i) {
        const Endpoint& endpoint = saved_[i];
        if (matches(wanted, {endpoint.label, endpoint.host, endpoint.user})) {
            if (std::exchange(first, false)) {
                addSection(tr("SAVED"));
            }
            const QString where = endpointText(endpoint) + QStringLiteral(" · ") + viaText(endpoint.via);
            addEntry(endpoint.label.isEmpty() ? endpoint.host : endpoint.label, where, static_cast<int>(i), true);
        }
    }
    for (int i = 0; i < list_->count(); ++i) {
        if (!chosenTitle.isEmpty() && list_->item(i)->text() == chosenTitle &&
            list_->item(i)->data(DetailRole).toString() == chosenDetail) {
            list_->setCurrentRow(i);
        }
    }
    const QString problem = workspace_.discovery().problem();
    state_->setText(!problem.isEmpty() ? problem
                    : found_.empty()   ? tr("Listening for routers that announce themselves (MNDP)…")
                                       : tr("%n router(s) nearby", nullptr, static_cast<int>(found_.size())));
}

} // namespace ui
