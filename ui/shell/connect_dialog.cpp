#include "ui/shell/connect_dialog.h"

#include "ui/pages/endpoint_text.h"
#include "ui/shell/connect_list.h"
#include "ui/shell/import_button.h"
#include "ui/shell/password_keeper.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>

namespace ui {

using core::workspace::Endpoint;
using core::workspace::PeerAlarm;
using core::workspace::Via;

namespace {

constexpr int kListWidth = 270;

// "3f:1a:…" in groups people can compare, wrapping anywhere.
QString readable(const QString& fingerprint) {
    if (fingerprint.startsWith(QLatin1String("SHA256:"))) {
        return fingerprint;
    }
    QStringList groups;
    for (qsizetype i = 0; i < fingerprint.size(); i += 4) {
        groups << fingerprint.mid(i, 4);
    }
    return groups.join(u' ');
}

QLabel* plainLabel(QWidget* parent, const char* role) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText); // names and fingerprints come from the network
    label->setWordWrap(true);
    label->setProperty("role", QLatin1String(role));
    return label;
}

} // namespace

ConnectDialog::ConnectDialog(core::workspace::Workspace& workspace, QWidget* parent)
    : QDialog(parent)
    , list_(new ConnectList(workspace, this))
    , via_(new QComboBox(this))
    , host_(new QLineEdit(this))
    , port_(new QSpinBox(this))
    , user_(new QLineEdit(this))
    , password_(new QLineEdit(this))
    , keeper_(new PasswordKeeper(workspace.secrets(), this))
    , keyRow_(new QWidget(this))
    , keyFile_(new QLineEdit(keyRow_))
    , legacy_(new QCheckBox(tr("Allow old algorithms for this router"), this))
    , anonymous_(new QCheckBox(tr("Allow a router without a certificate"), this))
    , pinned_(plainLabel(this, "small"))
    , notice_(new NoticeBar(this))
    , message_(plainLabel(this, "dim"))
    , connect_(new QPushButton(tr("Connect"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("Connect to a router"));
    setMinimumSize(800, 520);
    buildForm();

    auto* title = new QLabel(tr("Connect to a router"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* import = new ImportButton(workspace, this);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect_->setProperty("kind", QStringLiteral("primary"));
    connect_->setDefault(true);
    connect_->setObjectName(QStringLiteral("connect"));

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(list_, 1);
    left->addWidget(import, 0, Qt::AlignLeft);
    list_->setFixedWidth(kListWidth);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->addWidget(notice_);
    right->addLayout(form_);
    right->addStretch(1);
    right->addWidget(message_);
    auto* halves = new QHBoxLayout;
    halves->setSpacing(24);
    halves->addLayout(left);
    halves->addLayout(right, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(connect_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(14);
    column->addWidget(title);
    column->addLayout(halves, 1);
    column->addLayout(buttons);

    connect(import, &ImportButton::failed, this, [this](const QString& why) { say("bad", why); });
    connect(import, &ImportButton::imported, this, [this](const QString& summary) {
        list_->reload();
        say("dim", summary);
    });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(connect_, &QPushButton::clicked, this, &QDialog::accept);
    connect(list_, &ConnectList::activated, this, [this] {
        if (connect_->isEnabled()) {
            accept();
        }
    });
    connect(list_, &ConnectList::chosen, this, [this](const Endpoint& endpoint, bool saved) {
        Endpoint next = endpoint;
        if (!saved) { // found: only where it is is known
            const Endpoint typed = this->endpoint();
            next.via = typed.via;
            next.port = typed.port;
            next.user = typed.user;
        }
        setEndpoint(next);
    });
    connect(keeper_, &PasswordKeeper::found, password_, &QLineEdit::setText);
    connect(keeper_, &PasswordKeeper::failed, this, [this](const QString& why) { say("warn", why); });
    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        base_.fingerprint = alarm_->seen;
        alarm_.reset();
        notice_->hide();
        validate();
    });
    keeper_->start();
    followVia();
    host_->setFocus();
}

void ConnectDialog::buildForm() {
    via_->addItem(tr("API-SSL: encrypted"), static_cast<int>(Via::ApiSsl));
    via_->addItem(tr("SSH: encrypted"), static_cast<int>(Via::Ssh));
    via_->addItem(tr("API: plain text"), static_cast<int>(Via::Api));
    via_->setObjectName(QStringLiteral("via"));
    host_->setPlaceholderText(tr("192.168.88.1 or a name"));
    host_->setObjectName(QStringLiteral("host"));
    port_->setRange(1, 65535);
    port_->setValue(usualPort(Via::ApiSsl));
    port_->setFixedWidth(84);
    port_->setAccessibleName(tr("Port"));
    user_->setText(QStringLiteral("admin"));
    password_->setEchoMode(QLineEdit::Password);
    password_->setObjectName(QStringLiteral("password"));
    keyFile_->setPlaceholderText(tr("none: agent and password only"));
    keyFile_->setAccessibleName(tr("Private key"));
    legacy_->setObjectName(QStringLiteral("legacy"));
    legacy_->setToolTip(tr("RouterOS 6 needs them. They protect less: somebody with much computing power could read along."));
    anonymous_->setObjectName(QStringLiteral("anonymous"));
    anonymous_->setToolTip(tr("Encrypted, but anybody in between could pretend to be the router. Better: give api-ssl a certificate."));
    message_->setMinimumHeight(36);
    message_->setAlignment(Qt::AlignBottom | Qt::AlignLeft);
    pinned_->setTextInteractionFlags(Qt::TextSelectableByMouse);

    form_ = new QFormLayout;
    form_->setHorizontalSpacing(16);
    form_->setVerticalSpacing(9);
    form_->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* where = new QHBoxLayout;
    where->setSpacing(8);
    where->addWidget(host_, 1);
    where->addWidget(port_);
    auto* browse = new QPushButton(tr("Browse…"), keyRow_);
    browse->setAutoDefault(false);
    auto* key = new QHBoxLayout(keyRow_);
    key->setContentsMargins(0, 0, 0, 0);
    key->addWidget(keyFile_, 1);
    key->addWidget(browse);
    form_->addRow(tr("Speak"), via_);
    form_->addRow(tr("Host and port"), where);
    form_->addRow(tr("User"), user_);
    form_->addRow(tr("Password"), password_);
    form_->addRow(QString(), keeper_);
    form_->addRow(tr("Private key"), keyRow_);
    form_->addRow(QString(), legacy_);
    form_->addRow(QString(), anonymous_);
    form_->addRow(QString(), pinned_);

    connect(browse, &QPushButton::clicked, this, &ConnectDialog::chooseKeyFile);
    connect(via_, &QComboBox::currentIndexChanged, this, &ConnectDialog::followVia);
    connect(host_, &QLineEdit::textEdited, this, [this] { // another router: what was pinned is not its
        base_ = {};
        validate();
    });
    for (const QLineEdit* field : {host_, user_}) {
        connect(field, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    }
    for (const QCheckBox* box : {legacy_, anonymous_}) {
        connect(box, &QCheckBox::toggled, this, &ConnectDialog::validate);
    }
}

Via ConnectDialog::via() const {
    return static_cast<Via>(via_->currentData().toInt());
}

// Shows what the way needs, and follows the usual ports; a port the user chose stays.
void ConnectDialog::followVia() {
    if (port_->value() == usualPort(lastVia_)) {
        port_->setValue(usualPort(via()));
    }
    if (via() != lastVia_) {
        base_.fingerprint.clear(); // a certificate's is no host key's
    }
    lastVia_ = via();
    const bool ssh = via() == Via::Ssh;
    keyRow_->setVisible(ssh);
    form_->labelForField(keyRow_)->setVisible(ssh);
    legacy_->setVisible(ssh);
    anonymous_->setVisible(via() == Via::ApiSsl);
    validate();
}

void ConnectDialog::setEndpoint(const Endpoint& endpoint) {
    via_->setCurrentIndex(via_->findData(static_cast<int>(endpoint.via)));
    host_->setText(endpoint.host);
    port_->setValue(endpoint.port);
    if (!endpoint.user.isEmpty()) {
        user_->setText(endpoint.user);
    }
    keyFile_->setText(endpoint.keyFile);
    legacy_->setChecked(endpoint.legacySsh);
    anonymous_->setChecked(endpoint.allowAnonymous);
    base_ = endpoint;
    alarm_.reset();
    notice_->hide();
    password_->clear();
    keeper_->find(this->endpoint());
    validate();
}

void ConnectDialog::showAlarm(const PeerAlarm& alarm) {
    alarm_ = alarm;
    notice_->present(Tone::Bad, tr("This is not the router seen before"),
                     tr("Known:  %1\nNow:  %2\n%3\nUnless it was reset or given a new certificate or key, somebody may be in between. "
                        "Compare the new one on the router "
                        "itself before you trust it.")
                         .arg(readable(alarm.known), readable(alarm.seen), alarm.detail),
                     tr("Trust the new one"), false);
    validate();
}

Endpoint ConnectDialog::endpoint() const {
    Endpoint out = base_;
    out.host = host_->text().trimmed();
    out.port = static_cast<quint16>(port_->value());
    out.user = user_->text().trimmed();
    out.via = via();
    out.keyFile = out.via == Via::Ssh ? keyFile_->text().trimmed() : QString();
    out.legacySsh = out.via == Via::Ssh && legacy_->isChecked();
    out.allowAnonymous = out.via == Via::ApiSsl && anonymous_->isChecked();
    return out;
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

void ConnectDialog::say(const char* role, const QString& text) {
    message_->setProperty("role", QLatin1String(role));
    message_->setText(text);
    message_->style()->unpolish(message_);
    message_->style()->polish(message_);
}

void ConnectDialog::validate() {
    const QString wrong = problem();
    const Endpoint e = endpoint();
    connect_->setEnabled(wrong.isEmpty() && !e.host.isEmpty() && !alarm_);
    host_->setProperty("invalid", !e.host.isEmpty() && !isPlausibleHost(e.host));
    host_->style()->unpolish(host_);
    host_->style()->polish(host_);
    pinned_->setVisible(!e.fingerprint.isEmpty());
    pinned_->setText(tr("Has to show SHA-256 %1").arg(readable(e.fingerprint)));
    if (!wrong.isEmpty()) {
        say("bad", wrong);
    } else if (e.via == Via::Api && !isLoopbackHost(e.host)) {
        say("warn", tr("The password and everything read from the router cross the network in plain text."));
    } else if (e.legacySsh) {
        say("warn", tr("Old algorithms protect less. Update the router, or set strong-crypto=yes in /ip ssh, and leave this off."));
    } else if (e.allowAnonymous) {
        say("warn", tr("Without a certificate nothing proves that this is your router."));
    } else if (e.via == Via::ApiSsl) {
        say("dim", e.fingerprint.isEmpty() ? tr("The router's certificate is remembered at first sight; another one later is refused.")
                                           : QString());
    } else {
        say("dim", e.via == Via::Ssh ? tr("The router's host key is remembered at first sight; another one later is refused.") : QString());
    }
}

void ConnectDialog::accept() {
    QString why;
    if (!connect_->isEnabled()) {
        return;
    }
    if (!keeper_->ready(why)) {
        say("bad", why);
        return;
    }
    keeper_->keep(endpoint(), password());
    QDialog::accept();
}

void ConnectDialog::chooseKeyFile() {
    auto* files = new QFileDialog(this, tr("Private key"));
    files->setAttribute(Qt::WA_DeleteOnClose);
    connect(files, &QFileDialog::fileSelected, keyFile_, &QLineEdit::setText);
    files->open();
}

} // namespace ui
