#include "ui/shell/connect_dialog.h"

#include "ui/pages/endpoint_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>

namespace ui {

using core::workspace::Endpoint;

ConnectDialog::ConnectDialog(std::vector<Endpoint> remembered, QWidget* parent)
    : QDialog(parent)
    , remembered_(std::move(remembered))
    , host_(new QLineEdit(this))
    , port_(new QSpinBox(this))
    , user_(new QLineEdit(this))
    , password_(new QLineEdit(this))
    , tls_(new QCheckBox(tr("Encrypt with TLS (API-SSL)"), this))
    , message_(new QLabel(this))
    , connect_(new QPushButton(tr("Connect"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Connect to a router"));
    setMinimumWidth(440);

    auto* title = new QLabel(tr("Connect to a router"), this);
    title->setProperty("role", QStringLiteral("title"));
    host_->setPlaceholderText(tr("192.168.88.1 or a name"));
    host_->setObjectName(QStringLiteral("host"));
    port_->setRange(1, 65535);
    port_->setValue(kApiPort);
    port_->setFixedWidth(84);
    user_->setText(QStringLiteral("admin"));
    password_->setEchoMode(QLineEdit::Password);
    password_->setPlaceholderText(tr("not remembered"));
    message_->setWordWrap(true);
    message_->setMinimumHeight(36);
    message_->setAlignment(Qt::AlignTop);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(9);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    if (!remembered_.empty()) {
        recent_ = new QComboBox(this);
        recent_->addItem(tr("Choose…"));
        for (const Endpoint& endpoint : remembered_) {
            recent_->addItem(endpointText(endpoint) + (endpoint.tls ? tr(" · TLS") : QString()));
        }
        form->addRow(tr("Recent"), recent_);
        connect(recent_, &QComboBox::activated, this, [this](int index) {
            if (index > 0) {
                setEndpoint(remembered_[static_cast<std::size_t>(index - 1)]);
            }
        });
    }
    auto* where = new QHBoxLayout;
    where->addWidget(host_, 1);
    where->addWidget(port_);
    form->addRow(tr("Host and port"), where);
    form->addRow(tr("User"), user_);
    form->addRow(tr("Password"), password_);
    form->addRow(QString(), tls_);

    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect_->setProperty("kind", QStringLiteral("primary"));
    connect_->setDefault(true);
    connect_->setObjectName(QStringLiteral("connect"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(connect_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(12);
    column->addWidget(title);
    column->addLayout(form);
    column->addWidget(message_);
    column->addLayout(buttons);

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(connect_, &QPushButton::clicked, this, &QDialog::accept);
    connect(tls_, &QCheckBox::toggled, this, [this](bool on) {
        // Follow the usual ports; a port the user chose stays.
        if (port_->value() == (on ? kApiPort : kApiSslPort)) {
            port_->setValue(on ? kApiSslPort : kApiPort);
        }
        validate();
    });
    connect(host_, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    connect(user_, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    host_->setFocus();
    validate();
}

void ConnectDialog::setEndpoint(const Endpoint& endpoint) {
    host_->setText(endpoint.host);
    tls_->setChecked(endpoint.tls);
    port_->setValue(endpoint.port);
    user_->setText(endpoint.user);
    password_->setFocus();
}

Endpoint ConnectDialog::endpoint() const {
    return {host_->text().trimmed(), static_cast<quint16>(port_->value()), user_->text().trimmed(), tls_->isChecked()};
}

QString ConnectDialog::password() const {
    return password_->text();
}

QString ConnectDialog::problem() const {
    const Endpoint e = endpoint();
    if (!e.host.isEmpty() && !isPlausibleHost(e.host)) {
        return tr("“%1” is neither an address nor a host name.").arg(e.host);
    }
    if (e.user.isEmpty()) {
        return tr("The router wants a user name; a new one has “admin”.");
    }
    return {};
}

void ConnectDialog::validate() {
    const QString wrong = problem();
    const Endpoint e = endpoint();
    connect_->setEnabled(wrong.isEmpty() && !e.host.isEmpty());
    host_->setProperty("invalid", !e.host.isEmpty() && !isPlausibleHost(e.host));
    host_->style()->unpolish(host_);
    host_->style()->polish(host_);
    if (!wrong.isEmpty()) {
        message_->setProperty("role", QStringLiteral("bad"));
        message_->setText(wrong);
    } else if (!e.tls && !isLoopbackHost(e.host)) {
        message_->setProperty("role", QStringLiteral("warn"));
        message_->setText(tr("Without TLS the password and everything read from the router cross the network in plain text."));
    } else {
        message_->setProperty("role", QStringLiteral("dim"));
        message_->setText(e.tls ? tr("Needs the api-ssl service with a certificate on the router.") : QString());
    }
    message_->style()->unpolish(message_);
    message_->style()->polish(message_);
}

} // namespace ui
