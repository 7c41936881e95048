#include "ui/pages/experiment_list.h"

#include "ui/models/experiment_filter_model.h"
#include "ui/models/experiment_list_model.h"
#include "ui/pages/card_list.h"
#include "ui/pages/experiment_delegate.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>

namespace ui {

ExperimentList::ExperimentList(QWidget* parent)
    : Card(tr("Measured"), parent)
    , model_(new ExperimentListModel(this))
    , shown_(new ExperimentFilterModel(this))
    , search_(new QLineEdit(this))
    , verdicts_(new QButtonGroup(this))
    , list_(new QListView(this))
    , hint_(new QLabel(this)) {
    shown_->setSourceModel(model_);
    search_->setPlaceholderText(tr("Search"));
    search_->setAccessibleName(tr("Search experiments"));
    search_->setClearButtonEnabled(true);
    auto* chips = new QHBoxLayout;
    chips->setSpacing(2);
    const QStringList names{tr("All"), tr("Better"), tr("Worse"), tr("Open")};
    for (int i = 0; i < names.size(); ++i) {
        auto* chip = new QPushButton(names[i], this);
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        chip->setChecked(i == 0);
        verdicts_->addButton(chip, i);
        chips->addWidget(chip);
    }
    verdicts_->button(3)->setToolTip(tr("No difference, not enough data, or no verdict"));
    chips->addStretch(1);

    makeCardList(*list_, *hint_);
    list_->setModel(shown_);
    list_->setItemDelegate(new ExperimentDelegate(list_));
    list_->setSelectionMode(QListView::ExtendedSelection);
    list_->setAccessibleName(tr("Experiments"));
    body()->addWidget(search_);
    body()->addLayout(chips);
    body()->addWidget(hint_);
    body()->addWidget(list_, 1);
    setFocusProxy(list_);

    connect(search_, &QLineEdit::textChanged, this, &ExperimentList::filter);
    connect(verdicts_, &QButtonGroup::idClicked, this, &ExperimentList::filter);
    connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!showing_) {
            Q_EMIT chosenChanged(chosen());
        }
    });
    showHint();
}

void ExperimentList::show(const core::workspace::ShelfState& state) {
    read_ = state.read;
    const QScopedValueRollback guard(showing_, true); // what is chosen here is open already
    model_->set(state.entries, state.verdicts);
    if (chosen() != state.open) {
        list_->clearSelection();
        for (const QString& id : state.open) {
            const QModelIndex at = shown_->mapFromSource(model_->indexOf(id));
            if (at.isValid()) {
                list_->selectionModel()->select(at, QItemSelectionModel::Select);
                list_->selectionModel()->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
                list_->scrollTo(at);
            }
        }
    }
    showHint();
}

// In the order of the list.
QStringList ExperimentList::chosen() const {
    QModelIndexList rows = list_->selectionModel()->selectedIndexes();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    QStringList ids;
    for (const QModelIndex& row : rows) {
        ids << row.data(ExperimentListModel::IdRole).toString();
    }
    return ids;
}

void ExperimentList::filter() {
    shown_->setWords(search_->text());
    shown_->setShow(static_cast<ExperimentFilterModel::Show>(verdicts_->checkedId()));
    showHint();
}

void ExperimentList::showHint() {
    const bool empty = shown_->rowCount() == 0;
    list_->setVisible(!empty);
    hint_->setVisible(empty);
    if (model_->rowCount() > 0) {
        hint_->setText(tr("None of the %1 fits the search.").arg(model_->rowCount()));
    } else {
        hint_->setText(read_ ? tr("Nothing has been measured yet.\n\nPress “New experiment…”: a router carries its traffic without and with a change, and "
                                  "the page says what the change did.")
                             : tr("Reading what was measured…"));
    }
    setSubtitle(model_->rowCount() == 0 ? QString() : QString::number(model_->rowCount()));
}

} // namespace ui
