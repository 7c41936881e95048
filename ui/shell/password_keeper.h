// "Remember the password", and the passphrase where there is no keychain: the part of the connect dialog that talks to
// core::workspace::Secrets.
//
//   keeper->start();                              // finds out where passwords can be kept
//   keeper->find(endpoint);                       // found() comes when there is one
//   if (keeper->ready(message)) keeper->keep(endpoint, password);   // before the dialog closes
#pragma once

#include "core/workspace/secrets.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace ui {

class PasswordKeeper : public QWidget {
    Q_OBJECT
public:
    explicit PasswordKeeper(core::workspace::Secrets& secrets, QWidget* parent = nullptr);

    void start();
    void find(const core::workspace::Endpoint& endpoint);
    [[nodiscard]] bool wanted() const;
    // Nothing is in the way: nothing to keep, or the store is open or could be opened with the passphrase typed. Else `why` is for the
    // user.
    [[nodiscard]] bool ready(QString& why);
    // Keeps when wanted, forgets otherwise; the store must be open for either. Failures are told by failed().
    void keep(const core::workspace::Endpoint& endpoint, const QString& password);

Q_SIGNALS:
    void found(const QString& password);
    void failed(const QString& why);

private:
    void refresh();
    QCoro::Task<void> look();
    QCoro::Task<void> read(core::workspace::Endpoint endpoint);

    core::workspace::Secrets& secrets_;
    QCheckBox* remember_;
    QLineEdit* passphrase_;
    QLabel* hint_;
    std::optional<core::workspace::Endpoint> asked_; // found() is for this one
};

} // namespace ui
