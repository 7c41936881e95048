// The experiments that are kept, to choose from: search, filter by verdict, the list. Several may be chosen, to be compared.
#pragma once

#include "ui/pages/experiment_source.h"
#include "ui/widgets/card.h"

class QButtonGroup;
class QLabel;
class QLineEdit;
class QListView;

namespace ui {

class ExperimentFilterModel;
class ExperimentListModel;

class ExperimentList : public Card {
    Q_OBJECT
public:
    explicit ExperimentList(QWidget* parent = nullptr);

    // Chooses what is open in it, as far as it is shown.
    void show(const core::workspace::ShelfState& state);
    [[nodiscard]] QStringList chosen() const;

Q_SIGNALS:
    void chosenChanged(const QStringList& ids);

private:
    void filter();
    void showHint();

    ExperimentListModel* model_;
    ExperimentFilterModel* shown_;
    QLineEdit* search_;
    QButtonGroup* verdicts_;
    QListView* list_;
    QLabel* hint_;
    bool read_ = false, showing_ = false;
};

} // namespace ui
