// View > Choose a board: what a router is wanted for on the left, the boards that carry it, on which path, with how much room, and the configuration that
// takes that path. Works out anew with each change; figures and their sources are those of `pathscopectl advise`. Deletes itself.
#pragma once

#include "core/model/advice.h"

#include <QDialog>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QSpinBox;
class QVBoxLayout;

namespace ui {

class CommandBlock;

class AdvisorDialog : public QDialog {
    Q_OBJECT
public:
    explicit AdvisorDialog(QWidget* parent = nullptr);

    [[nodiscard]] core::model::SizingNeed need() const;

private:
    QWidget* makeForm();
    QWidget* makeDetails();
    void ask();
    void fill();
    void showBoard();

    QSpinBox* down_;
    QSpinBox* up_;
    QSpinBox* users_;
    QSpinBox* interVlan_;
    QComboBox* vpn_;
    QCheckBox* qos_;
    QCheckBox* all_;
    QListWidget* boards_;
    QLabel* verdict_;
    QLabel* legs_;
    QLabel* notes_;
    CommandBlock* pattern_;
    std::vector<core::model::BoardAdvice> advice_;
    int asked_ = 0; // a newer question voids the answer to an older one
};

} // namespace ui
