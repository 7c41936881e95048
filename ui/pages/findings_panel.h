// Left column of the Explain page: the findings with their filter.
//
//   panel->model()->set(state.explained);
//   connect(panel, &FindingsPanel::chosen, …);      // row of model(), by mouse or keyboard
//
// The chosen row stays chosen over updates; when it is gone the first one is.
#pragma once

#include "ui/models/finding_list_model.h"
#include "ui/widgets/card.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;

namespace ui {

class FindingFilterModel;

class FindingsPanel : public Card {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    [[nodiscard]] FindingListModel* model() const { return model_; }
    [[nodiscard]] QModelIndex current() const; // of model()
    void clearChoice();
    // Shown while there are no rows and nothing is filtered.
    void setPlaceholder(const QString& text);
    void filter(const QString& words);

Q_SIGNALS:
    void chosen(const QModelIndex& index); // of model(); invalid: none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void remember();
    void restore();
    void showHint();

    FindingListModel* model_;
    FindingFilterModel* filtered_;
    QLineEdit* words_;
    QComboBox* show_;
    QListView* list_;
    QLabel* hint_;
    QString placeholder_, key_; // key of the chosen row
    bool wanted_ = true;        // a row should be chosen
};

} // namespace ui
