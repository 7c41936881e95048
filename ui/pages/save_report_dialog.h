// How a report is saved: in what form, under which title, with whose logo, with what hidden, and where. accepted(): the user pressed Save.
// Window-modal, never exec()ed; deletes itself.
#pragma once

#include "core/workspace/evidence.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class SaveReportDialog : public QDialog {
    Q_OBJECT
public:
    // Several experiments go into HTML, PDF and JSON only.
    SaveReportDialog(const QString& title, bool several, QWidget* parent);

    [[nodiscard]] QString fileName() const;
    [[nodiscard]] core::workspace::ReportLook look() const;

private:
    void adaptName(); // its ending is that of the form
    void showHint();
    void choosePlace();
    void chooseLogo();
    void remember() const;

    QString suggestion_;
    QComboBox* form_;
    QLineEdit *title_, *logo_, *place_;
    QCheckBox *addresses_, *names_;
    QLabel* hint_;
    QPushButton* save_;
};

} // namespace ui
