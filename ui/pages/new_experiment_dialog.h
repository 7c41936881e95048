// A new experiment: on which router, what is changed, in which order and how long. accepted(): the user pressed Measure.
// Window-modal, never exec()ed; deletes itself.
#pragma once

#include "ui/pages/experiment_source.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

class NewExperimentDialog : public QDialog {
    Q_OBJECT
public:
    // At least one target. `current`: which of them is chosen at first.
    // `loadProblem`: ExperimentSource's.
    NewExperimentDialog(std::vector<ExperimentTarget> targets, const QString& current, std::function<QString(const QString& loads)> loadProblem,
                        QWidget* parent);

    // Measures what a change does that was kept: it is taken back for some of the runs. Nothing else can be chosen then.
    void setKept(const QString& title, qint64 number);
    [[nodiscard]] ExperimentWish wish() const;

private:
    void suggestChange();
    void offerOrders();
    void showHint();
    [[nodiscard]] const ExperimentTarget* target() const;

    std::vector<ExperimentTarget> targets_;
    std::optional<qint64> kept_;
    QComboBox *router_, *change_, *order_, *judge_;
    QSpinBox *seconds_, *warmup_;
    QCheckBox* askTwin_;
    std::function<QString(const QString& loads)> loadProblem_;
    QLineEdit *loads_, *title_, *question_;
    QLabel* hint_;
    QPushButton* measure_;
};

} // namespace ui
