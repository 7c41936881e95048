#include "ui/pages/findings_panel.h"

#include "ui/models/finding_filter_model.h"
#include "ui/pages/card_list.h"
#include "ui/pages/finding_delegate.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>

namespace ui {

FindingsPanel::FindingsPanel(QWidget* parent)
    : Card(tr("Findings"), parent)
    , model_(new FindingListModel(this))
    , filtered_(new FindingFilterModel(this))
    , words_(new QLineEdit(this))
    , show_(new QComboBox(this))
    , list_(new QListView(this))
    , hint_(new QLabel(this)) {
    filtered_->setSourceModel(model_);
    words_->setPlaceholderText(tr("Filter"));
    words_->setClearButtonEnabled(true);
    words_->setAccessibleName(tr("Filter findings by words"));
    words_->installEventFilter(this);
    using Show = FindingFilterModel::Show;
    show_->addItem(tr("All"), static_cast<int>(Show::Everything));
    show_->addItem(tr("Critical"), static_cast<int>(Show::Critical));
    show_->addItem(tr("Warnings"), static_cast<int>(Show::Warnings));
    show_->addItem(tr("Advice"), static_cast<int>(Show::Advice));
    show_->addItem(tr("Good"), static_cast<int>(Show::Good));
    show_->setAccessibleName(tr("Filter findings by severity"));
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(words_, 1);
    row->addWidget(show_);
    body()->addLayout(row);

    list_->setModel(filtered_);
    list_->setItemDelegate(new FindingDelegate(list_));
    makeCardList(*list_, *hint_);
    list_->setAccessibleName(tr("Findings"));
    setFocusProxy(list_);
    body()->addWidget(hint_);
    body()->addWidget(list_, 1);

    connect(words_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filtered_->setWords(text);
        restore();
    });
    connect(show_, &QComboBox::currentIndexChanged, this, [this] {
        filtered_->setShow(static_cast<Show>(show_->currentData().toInt()));
        restore();
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPanel::remember);
    // A click on the row that is chosen already turns the page back to it.
    connect(list_, &QListView::clicked, this, [this] { Q_EMIT chosen(current()); });
    connect(model_, &QAbstractItemModel::modelReset, this, &FindingsPanel::restore);
    connect(model_, &QAbstractItemModel::dataChanged, this, [this] { Q_EMIT chosen(current()); });
    showHint();
}

QModelIndex FindingsPanel::current() const {
    return filtered_->mapToSource(list_->currentIndex());
}

void FindingsPanel::clearChoice() {
    wanted_ = false;
    const QSignalBlocker quiet(list_->selectionModel());
    list_->clearSelection();
    list_->setCurrentIndex({});
    list_->viewport()->update();
}

void FindingsPanel::remember() {
    const QModelIndex index = list_->currentIndex();
    if (!index.isValid()) {
        return; // rows go away while the model changes: restore() follows
    }
    wanted_ = true;
    key_ = index.data(FindingListModel::KeyRole).toString();
    Q_EMIT chosen(current());
}

void FindingsPanel::restore() {
    showHint();
    if (!wanted_) {
        return;
    }
    QModelIndex index = filtered_->mapFromSource(model_->indexOf(key_));
    if (!index.isValid()) {
        index = filtered_->index(0, 0);
    }
    if (index.isValid()) {
        list_->setCurrentIndex(index);
    } else {
        Q_EMIT chosen({});
    }
}

void FindingsPanel::setPlaceholder(const QString& text) {
    placeholder_ = text;
    showHint();
}

void FindingsPanel::filter(const QString& words) {
    show_->setCurrentIndex(0);
    words_->setText(words);
}

void FindingsPanel::showHint() {
    const bool nothing = filtered_->rowCount() == 0;
    hint_->setText(filtered_->isFiltering() && model_->rowCount() > 0 ? tr("Nothing matches the filter.") : placeholder_);
    hint_->setVisible(nothing && !hint_->text().isEmpty());
}

// Down in the filter goes to the list, Escape empties it.
bool FindingsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == words_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            list_->setFocus(Qt::TabFocusReason);
            return true;
        }
        if (key == Qt::Key_Escape && !words_->text().isEmpty()) {
            words_->clear();
            return true;
        }
    }
    return Card::eventFilter(watched, event);
}

} // namespace ui
