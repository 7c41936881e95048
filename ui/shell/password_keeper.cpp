#include "ui/shell/password_keeper.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>

namespace ui {

using core::base::Result;
using core::workspace::Endpoint;
using core::workspace::Secrets;

namespace {

QCoro::Task<void> keepAway(Secrets& secrets, Endpoint endpoint, QString password, bool wanted, QPointer<PasswordKeeper> who) {
    QCoro::Task<Result<void>> task = wanted ? secrets.keep(endpoint, password) : secrets.forget(endpoint);
    const Result<void> done = co_await task;
    if (!done && who) {
        Q_EMIT who->failed(QString::fromStdString(done.error().describe()));
    }
}

} // namespace

PasswordKeeper::PasswordKeeper(Secrets& secrets, QWidget* parent)
    : QWidget(parent)
    , secrets_(secrets)
    , remember_(new QCheckBox(this))
    , passphrase_(new QLineEdit(this))
    , hint_(new QLabel(this)) {
    remember_->setObjectName(QStringLiteral("remember"));
    passphrase_->setObjectName(QStringLiteral("passphrase"));
    passphrase_->setEchoMode(QLineEdit::Password);
    passphrase_->setAccessibleName(tr("Passphrase of the saved passwords"));
    hint_->setWordWrap(true);
    hint_->setProperty("role", QStringLiteral("small"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(remember_);
    column->addWidget(passphrase_);
    column->addWidget(hint_);
    connect(remember_, &QCheckBox::toggled, this, &PasswordKeeper::refresh);
    connect(&secrets_, &Secrets::storeChanged, this, &PasswordKeeper::refresh);
    connect(passphrase_, &QLineEdit::editingFinished, this, [this] {
        if (secrets_.store() == Secrets::Store::Locked && !passphrase_->text().isEmpty() && secrets_.unlock(passphrase_->text()) &&
            asked_) {
            find(*asked_);
        }
    });
    refresh();
}

void PasswordKeeper::start() {
    look();
}

QCoro::Task<void> PasswordKeeper::look() {
    const QPointer<PasswordKeeper> self(this);
    co_await secrets_.look();
    if (self) {
        refresh();
        if (asked_) {
            find(*asked_);
        }
    }
}

void PasswordKeeper::refresh() {
    using Store = Secrets::Store;
    const Store store = secrets_.store();
    remember_->setEnabled(store != Store::Unknown);
    remember_->setText(store == Store::Keychain ? tr("Remember in the system's keychain") : tr("Remember in an encrypted file"));
    const bool asks = store == Store::Locked || (store == Store::NewFile && remember_->isChecked());
    passphrase_->setVisible(asks);
    hint_->setVisible(asks);
    passphrase_->setPlaceholderText(store == Store::Locked ? tr("passphrase") : tr("new passphrase, eight characters or more"));
    hint_->setText(
        store == Store::Locked
            ? tr("There is no system keychain here. Saved passwords are in an encrypted file that this opens.")
            : tr("There is no system keychain here. Passwords go into a file encrypted with this passphrase; without it they are lost."));
}

bool PasswordKeeper::wanted() const {
    return remember_->isChecked();
}

void PasswordKeeper::find(const Endpoint& endpoint) {
    asked_ = endpoint;
    if (secrets_.isOpen()) {
        read(endpoint);
    }
}

QCoro::Task<void> PasswordKeeper::read(Endpoint endpoint) {
    const QPointer<PasswordKeeper> self(this);
    QCoro::Task<Result<std::optional<QString>>> task = secrets_.read(endpoint);
    const Result<std::optional<QString>> password = co_await task;
    if (!self || !asked_ || !isSameDoor(*asked_, endpoint)) {
        co_return;
    }
    if (!password) {
        Q_EMIT failed(QString::fromStdString(password.error().describe()));
    } else if (*password) {
        remember_->setChecked(true);
        Q_EMIT found(**password);
    }
}

bool PasswordKeeper::ready(QString& why) {
    if (!wanted() || secrets_.isOpen()) {
        return true;
    }
    const Result<void> open = secrets_.unlock(passphrase_->text());
    if (!open) {
        why = QString::fromStdString(open.error().describe());
        passphrase_->setFocus();
    }
    return open.has_value();
}

void PasswordKeeper::keep(const Endpoint& endpoint, const QString& password) {
    if (secrets_.isOpen()) {
        keepAway(secrets_, endpoint, password, wanted(), this);
    }
}

} // namespace ui
