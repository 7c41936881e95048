#include "ui/shell/sidebar.h"

#include "ui/models/router_list_model.h"
#include "ui/shell/router_list_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>

namespace ui {

Sidebar::Sidebar(RouterListModel* model, QWidget* parent)
    : QWidget(parent)
    , model_(model)
    , list_(new QListView(this))
    , hint_(new QLabel(this))
    , experiments_(new QPushButton(tr("Experiments"), this)) {
    auto* heading = new QLabel(tr("ROUTERS"), this);
    heading->setFont(textFont(TextRole::Section));
    heading->setProperty("role", QStringLiteral("dim"));
    auto* add = new QPushButton(tr("+ Connect"), this);
    add->setProperty("kind", QStringLiteral("link"));
    add->setToolTip(tr("Connect to a router (Ctrl+N)"));
    connect(add, &QPushButton::clicked, this, &Sidebar::connectRequested);

    list_->setModel(model);
    list_->setItemDelegate(new RouterListDelegate(list_));
    list_->setMouseTracking(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setVerticalScrollMode(QListView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->viewport()->setAutoFillBackground(false);
    list_->setAccessibleName(tr("Routers"));
    setFocusProxy(list_);
    connect(list_, &QListView::clicked, this, [this] { Q_EMIT chosen(selectedId()); }); // the current one too, when another page is shown
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { Q_EMIT chosen(selectedId()); });
    connect(list_, &QListView::customContextMenuRequested, this, [this](const QPoint& at) {
        if (const QModelIndex index = list_->indexAt(at); index.isValid()) {
            Q_EMIT contextMenuRequested(index.data(RouterListModel::IdRole).toString(), list_->viewport()->mapToGlobal(at));
        }
    });

    hint_->setText(tr("No router connected yet."));
    hint_->setProperty("role", QStringLiteral("small"));
    hint_->setContentsMargins(4, 4, 4, 8);
    experiments_->setObjectName(QStringLiteral("experiments"));
    experiments_->setProperty("kind", QStringLiteral("entry"));
    experiments_->setCheckable(true);
    experiments_->setToolTip(tr("What changes did, measured (Ctrl+5)"));
    connect(experiments_, &QPushButton::clicked, this, &Sidebar::experimentsRequested);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 6, 0, 2);
    head->addWidget(heading);
    head->addStretch(1);
    head->addWidget(add);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(hint_);
    column->addWidget(list_, 1);
    column->addWidget(experiments_);
    setMinimumWidth(196);
    connect(model, &QAbstractItemModel::rowsInserted, this, &Sidebar::showHint);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &Sidebar::showHint);
    showHint();
}

void Sidebar::showHint() {
    hint_->setVisible(model_->routerCount() == 0);
}

void Sidebar::select(const QString& id) {
    if (const QModelIndex index = model_->indexOf(id); index.isValid()) {
        list_->setCurrentIndex(index);
    }
}

void Sidebar::setExperimentsShown(bool shown) {
    experiments_->setChecked(shown);
    if (shown) {
        list_->selectionModel()->select(list_->currentIndex(), QItemSelectionModel::Deselect);
    } else if (list_->currentIndex().isValid()) {
        list_->selectionModel()->select(list_->currentIndex(), QItemSelectionModel::Select);
    }
}

QString Sidebar::selectedId() const {
    return list_->currentIndex().data(RouterListModel::IdRole).toString();
}

void Sidebar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colors().line);
}

} // namespace ui
