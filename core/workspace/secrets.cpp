#include "core/workspace/secrets.h"

#include "core/base/completion.h"
#include "core/workspace/sealed_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QSaveFile>
#include <QStandardPaths>
#include <qt6keychain/keychain.h>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr qsizetype kShortestPassphrase = 8;

QString service() {
    return QStringLiteral("Pathscope");
}

QLatin1String viaName(Via via) {
    return via == Via::ApiSsl ? QLatin1String("api-ssl") : via == Via::Ssh ? QLatin1String("ssh") : QLatin1String("api");
}

// Waits for a keychain job, which deletes itself.
core::base::Completion<QKeychain::Error> finished(QKeychain::Job* job, QString* text = nullptr) {
    core::base::Completion<QKeychain::Error> done;
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, job, [done, text](QKeychain::Job* over) mutable {
        if (text != nullptr) {
            if (const auto* read = qobject_cast<QKeychain::ReadPasswordJob*>(over)) {
                *text = read->textData();
            }
        }
        done.resolve(over->error());
    });
    job->start();
    return done;
}

tl::unexpected<core::base::Error> keychainError(const char* what, QKeychain::Error error) {
    return fail(ErrorCode::Io, QStringLiteral("The system's keychain could not %1 the password.").arg(QLatin1String(what)).toStdString(),
                "keychain error " + std::to_string(static_cast<int>(error)));
}

tl::unexpected<core::base::Error> locked() {
    return fail(ErrorCode::PermissionDenied, "The saved passwords are locked. Give their passphrase first.");
}

} // namespace

Secrets::Secrets(QString file, bool useKeychain, QObject* parent)
    : QObject(parent)
    , file_(std::move(file))
    , useKeychain_(useKeychain) {
    if (file_.isEmpty()) {
        file_ = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/passwords.sealed");
    }
}

QString Secrets::keyOf(const Endpoint& endpoint) {
    return QStringLiteral("%1@%2:%3/%4").arg(endpoint.user, endpoint.host).arg(endpoint.port).arg(viaName(endpoint.via));
}

void Secrets::setStore(Store store) {
    if (store_ != store) {
        store_ = store;
        Q_EMIT storeChanged();
    }
}

QCoro::Task<Secrets::Store> Secrets::look() {
    const QPointer<Secrets> self(this);
    if (store_ != Store::Unknown) {
        co_return store_;
    }
    if (useKeychain_) {
        // A keychain that works knows that this entry is not there.
        auto* job = new QKeychain::ReadPasswordJob(service());
        job->setKey(QStringLiteral("is-there-a-keychain"));
        const QKeychain::Error answer = co_await finished(job);
        if (!self) {
            co_return Store::Unknown;
        }
        if (answer == QKeychain::NoError || answer == QKeychain::EntryNotFound) {
            setStore(Store::Keychain);
            co_return store_;
        }
    }
    if (store_ == Store::Unknown) {
        setStore(QFile::exists(file_) ? Store::Locked : Store::NewFile);
    }
    co_return store_;
}

Result<void> Secrets::unlock(const QString& passphrase) {
    if (store_ == Store::NewFile) {
        if (passphrase.size() < kShortestPassphrase) {
            return fail(ErrorCode::InvalidInput, "The passphrase needs at least eight characters.");
        }
        passphrase_ = passphrase;
        if (Result<void> written = writeFile(); !written) {
            return written;
        }
        setStore(Store::Unlocked);
        return {};
    }
    QFile file(file_);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io, "The saved passwords in " + file_.toStdString() + " cannot be read.", file.errorString().toStdString());
    }
    const Result<QByteArray> text = unseal(file.readAll(), passphrase);
    if (!text) {
        return tl::unexpected(text.error());
    }
    passwords_.clear();
    const QJsonObject entries = QJsonDocument::fromJson(*text).object();
    for (auto it = entries.begin(); it != entries.end(); ++it) {
        passwords_[it.key()] = it.value().toString();
    }
    passphrase_ = passphrase;
    setStore(Store::Unlocked);
    return {};
}

Result<void> Secrets::writeFile() const {
    QJsonObject entries;
    for (const auto& [key, password] : passwords_) {
        entries[key] = password;
    }
    const Result<QByteArray> sealed = seal(QJsonDocument(entries).toJson(QJsonDocument::Compact), passphrase_);
    if (!sealed) {
        return tl::unexpected(sealed.error());
    }
    QDir().mkpath(QFileInfo(file_).absolutePath());
    QSaveFile file(file_);
    const bool written = file.open(QIODevice::WriteOnly) && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         file.write(*sealed) == sealed->size() && file.commit();
    if (!written) {
        return fail(ErrorCode::Io, "The passwords could not be saved in " + file_.toStdString() + ".", file.errorString().toStdString());
    }
    return {};
}

QCoro::Task<Result<std::optional<QString>>> Secrets::read(Endpoint endpoint) {
    const QString key = keyOf(endpoint);
    if (store_ == Store::Keychain) {
        auto* job = new QKeychain::ReadPasswordJob(service());
        job->setKey(key);
        QString text;
        const QKeychain::Error error = co_await finished(job, &text);
        if (error == QKeychain::EntryNotFound) {
            co_return std::optional<QString>();
        }
        if (error != QKeychain::NoError) {
            co_return keychainError("give", error);
        }
        co_return std::optional<QString>(text);
    }
    if (store_ != Store::Unlocked) {
        co_return locked();
    }
    const auto it = passwords_.find(key);
    co_return it == passwords_.end() ? std::optional<QString>() : std::optional<QString>(it->second);
}

QCoro::Task<Result<void>> Secrets::keep(Endpoint endpoint, QString password) {
    const QString key = keyOf(endpoint);
    if (store_ == Store::Keychain) {
        auto* job = new QKeychain::WritePasswordJob(service());
        job->setKey(key);
        job->setTextData(password);
        const QKeychain::Error error = co_await finished(job);
        co_return error == QKeychain::NoError ? Result<void>{} : Result<void>(keychainError("keep", error));
    }
    if (store_ != Store::Unlocked) {
        co_return locked();
    }
    passwords_[key] = password;
    co_return writeFile();
}

QCoro::Task<Result<void>> Secrets::forget(Endpoint endpoint) {
    const QString key = keyOf(endpoint);
    if (store_ == Store::Keychain) {
        auto* job = new QKeychain::DeletePasswordJob(service());
        job->setKey(key);
        const QKeychain::Error error = co_await finished(job);
        const bool gone = error == QKeychain::NoError || error == QKeychain::EntryNotFound;
        co_return gone ? Result<void>{} : Result<void>(keychainError("forget", error));
    }
    if (store_ != Store::Unlocked) {
        co_return locked();
    }
    passwords_.erase(key);
    co_return writeFile();
}

} // namespace core::workspace
