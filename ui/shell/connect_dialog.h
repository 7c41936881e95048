// Asks where to connect. Remembered endpoints fill the form; passwords are never remembered.
//
//   auto* dialog = new ui::ConnectDialog(workspace.rememberedEndpoints(), this);
//   connect(dialog, &QDialog::accepted, this, [=] { workspace.addRouter(dialog->endpoint(), dialog->password()); });
//   dialog->open();
//
// Deletes itself when closed. Connect stays disabled until the form is complete; what is missing is said in the dialog.
#pragma once

#include "core/workspace/router_state.h"

#include <QDialog>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

class ConnectDialog : public QDialog {
    Q_OBJECT
public:
    explicit ConnectDialog(std::vector<core::workspace::Endpoint> remembered, QWidget* parent = nullptr);

    // Starts from this endpoint, e.g. to correct a wrong password.
    void setEndpoint(const core::workspace::Endpoint& endpoint);
    [[nodiscard]] core::workspace::Endpoint endpoint() const;
    [[nodiscard]] QString password() const;

private:
    void validate();
    // Empty: fine.
    [[nodiscard]] QString problem() const;

    std::vector<core::workspace::Endpoint> remembered_;
    QComboBox* recent_ = nullptr;
    QLineEdit* host_;
    QSpinBox* port_;
    QLineEdit* user_;
    QLineEdit* password_;
    QCheckBox* tls_;
    QLabel* message_;
    QPushButton* connect_;
};

} // namespace ui
