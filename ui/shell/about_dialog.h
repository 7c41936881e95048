// Help > About. Deletes itself.
#pragma once

#include <QDialog>

namespace ui {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

} // namespace ui
