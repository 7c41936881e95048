// File > Open lab: the labs that come with the product, each with what it shows and the board it models. Deletes itself.
#pragma once

#include <QDialog>

class QListWidget;

namespace ui {

class LabDialog : public QDialog {
    Q_OBJECT
public:
    explicit LabDialog(QWidget* parent = nullptr);
    [[nodiscard]] QString chosen() const; // lab name; empty: none

private:
    QListWidget* list_;
};

} // namespace ui
