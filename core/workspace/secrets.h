// Passwords of routers between runs: in the system's keychain, or where there is none in a file encrypted with the user's passphrase. Never
// plain.
//
//   Secrets& secrets = workspace.secrets();
//   co_await secrets.look();                       // which of the two
//   Result<std::optional<QString>> password = co_await secrets.read(endpoint);
//
// Keychain entries have the service "Pathscope" and the name "user@host:port/api-ssl". The file is passwords.sealed in the application's
// data folder, see sealed_text.h; it has to be unlocked once per run. GUI thread; the keychain may ask the user something meanwhile.
#pragma once

#include "core/base/result.h"
#include "core/workspace/router_state.h"

#include <QCoroTask>
#include <QObject>
#include <QString>
#include <map>
#include <optional>

namespace core::workspace {

class Secrets : public QObject {
    Q_OBJECT
public:
    enum class Store {
        Unknown,  // look() has not answered yet
        Keychain, // the system's
        NewFile,  // no keychain, no file yet: unlock() makes one with its passphrase
        Locked,   // a file that wants its passphrase
        Unlocked, // a file that was opened
    };

    // The file, for tests; empty: in the application's data folder. useKeychain false: as if there were none.
    explicit Secrets(QString file = {}, bool useKeychain = true, QObject* parent = nullptr);

    QCoro::Task<Store> look();
    [[nodiscard]] Store store() const { return store_; }
    // Passwords can be read and kept now.
    [[nodiscard]] bool isOpen() const { return store_ == Store::Keychain || store_ == Store::Unlocked; }

    // InvalidInput: wrong passphrase, or a new one shorter than eight characters.
    core::base::Result<void> unlock(const QString& passphrase);

    QCoro::Task<core::base::Result<std::optional<QString>>> read(Endpoint endpoint);
    QCoro::Task<core::base::Result<void>> keep(Endpoint endpoint, QString password);
    QCoro::Task<core::base::Result<void>> forget(Endpoint endpoint);

    // "user@host:port/ssh"
    [[nodiscard]] static QString keyOf(const Endpoint& endpoint);

Q_SIGNALS:
    void storeChanged();

private:
    void setStore(Store store);
    [[nodiscard]] core::base::Result<void> writeFile() const;

    QString file_;
    bool useKeychain_;
    Store store_ = Store::Unknown;
    QString passphrase_;                   // of the unlocked file
    std::map<QString, QString> passwords_; // in it
};

} // namespace core::workspace
