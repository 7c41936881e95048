// Asks where to connect: saved routers, routers around, or an address typed.
//
//   auto* dialog = new ui::ConnectDialog(workspace, this);   // the workspace outlives it
//   connect(dialog, &QDialog::accepted, this, [=] { workspace.addRouter(dialog->endpoint(), dialog->password()); });
//   dialog->open();
//
// Deletes itself when closed. Connect stays disabled until the form is complete; what is missing, or unsafe, is said in the dialog. A
// router that shows another certificate or host key than before is refused here until the user trusts the new one, with both in sight.
#pragma once

#include "core/workspace/router_state.h"
#include "core/workspace/workspace.h"

#include <QDialog>
#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

class ConnectList;
class NoticeBar;
class PasswordKeeper;

class ConnectDialog : public QDialog {
    Q_OBJECT
public:
    explicit ConnectDialog(core::workspace::Workspace& workspace, QWidget* parent = nullptr);

    // Starts from this endpoint, e.g. to correct a wrong password.
    void setEndpoint(const core::workspace::Endpoint& endpoint);
    // Why this endpoint was refused: both fingerprints, and "Trust the new one".
    void showAlarm(const core::workspace::PeerAlarm& alarm);
    [[nodiscard]] core::workspace::Endpoint endpoint() const;
    [[nodiscard]] QString password() const;

public Q_SLOTS:
    void accept() override;

private:
    void buildForm();
    void followVia();
    void validate();
    void say(const char* role, const QString& text);
    void chooseKeyFile();
    // Empty: fine.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] core::workspace::Via via() const;

    core::workspace::Endpoint base_; // what the form does not show
    std::optional<core::workspace::PeerAlarm> alarm_;
    ConnectList* list_;
    QFormLayout* form_ = nullptr;
    QComboBox* via_;
    QLineEdit* host_;
    QSpinBox* port_;
    QLineEdit* user_;
    QLineEdit* password_;
    PasswordKeeper* keeper_;
    QWidget* keyRow_;
    QLineEdit* keyFile_;
    QCheckBox* legacy_;
    QCheckBox* anonymous_;
    QLabel* pinned_;
    NoticeBar* notice_;
    QLabel* message_;
    QPushButton* connect_;
    core::workspace::Via lastVia_ = core::workspace::Via::ApiSsl;
};

} // namespace ui
