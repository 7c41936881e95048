#include "ui/pages/follow_bar.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

namespace ui {
namespace {

QLabel* dim(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QStringLiteral("dim"));
    return label;
}

} // namespace

FollowBar::FollowBar(QWidget* parent)
    : QWidget(parent)
    , row_(new QHBoxLayout(this))
    , from_(new QComboBox(this))
    , to_(new QComboBox(this))
    , swap_(new QPushButton(QStringLiteral("⇄"), this))
    , protocol_(new QComboBox(this))
    , port_(new QLineEdit(this))
    , family_(new QComboBox(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(8);
    for (QComboBox* box : {from_, to_}) {
        box->setMinimumWidth(96);
        box->setMaximumWidth(200);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(9);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        box->setMaxVisibleItems(18);
    }
    from_->setAccessibleName(tr("From"));
    to_->setAccessibleName(tr("To"));
    swap_->setProperty("kind", QStringLiteral("link"));
    swap_->setToolTip(tr("The other direction"));
    swap_->setAccessibleName(tr("The other direction"));
    protocol_->setAccessibleName(tr("Protocol"));
    for (const char* name : {"tcp", "udp", "icmp", "gre", "ipsec-esp"}) {
        protocol_->addItem(QString::fromLatin1(name).toUpper(), QString::fromLatin1(name));
    }
    port_->setPlaceholderText(tr("any port"));
    port_->setValidator(new QIntValidator(0, 65535, port_));
    port_->setFixedWidth(78);
    port_->setToolTip(tr("Destination port"));
    port_->setAccessibleName(tr("Destination port"));
    family_->addItem(QStringLiteral("IPv4"), QStringLiteral("ipv4"));
    family_->addItem(QStringLiteral("IPv6"), QStringLiteral("ipv6"));
    family_->setAccessibleName(tr("Family"));
    row_->addWidget(dim(tr("Packet from"), this));
    row_->addWidget(from_, 2);
    row_->addWidget(swap_);
    row_->addWidget(dim(tr("to"), this));
    row_->addWidget(to_, 2);
    row_->addWidget(protocol_);
    row_->addWidget(port_);
    row_->addWidget(family_);
    row_->addStretch(1);
    for (QComboBox* box : {from_, to_, protocol_, family_}) {
        connect(box, &QComboBox::activated, this, &FollowBar::ask);
    }
    connect(port_, &QLineEdit::returnPressed, this, &FollowBar::ask);
    connect(port_, &QLineEdit::editingFinished, this, [this] {
        if (port_->isModified()) {
            ask();
        }
    });
    connect(swap_, &QPushButton::clicked, this, [this] {
        const int from = from_->currentIndex();
        from_->setCurrentIndex(to_->currentIndex());
        to_->setCurrentIndex(from);
        ask();
    });
    setFocusProxy(from_);
}

std::string FollowBar::nameOf(const QComboBox* box) const {
    const int at = box->currentIndex();
    return at < 0 || at >= static_cast<int>(names_.size()) ? std::string() : names_[static_cast<std::size_t>(at)];
}

void FollowBar::choose(QComboBox* box, const std::string& name) {
    const auto it = std::find(names_.begin(), names_.end(), name);
    box->setCurrentIndex(it == names_.end() ? -1 : static_cast<int>(it - names_.begin()));
}

void FollowBar::setInterfaces(const std::vector<std::string>& names) {
    if (names == names_) {
        return;
    }
    const std::string from = nameOf(from_);
    const std::string to = nameOf(to_);
    names_ = names;
    QStringList shown;
    for (const std::string& name : names) {
        shown << plainText(name);
    }
    for (QComboBox* box : {from_, to_}) {
        box->clear();
        box->addItems(shown);
    }
    choose(from_, from);
    choose(to_, to);
}

void FollowBar::enablePort() {
    const QString protocol = protocol_->currentData().toString();
    port_->setEnabled(protocol == QLatin1String("tcp") || protocol == QLatin1String("udp"));
}

void FollowBar::show(const core::model::PathQuestion& question) {
    choose(from_, question.from);
    choose(to_, question.to);
    protocol_->setCurrentIndex(std::max(0, protocol_->findData(QString::fromStdString(question.protocol))));
    family_->setCurrentIndex(question.family == "ipv6" ? 1 : 0);
    port_->setText(question.destinationPort == 0 ? QString() : QString::number(question.destinationPort));
    enablePort();
}

core::model::PathQuestion FollowBar::question() const {
    core::model::PathQuestion out;
    out.from = nameOf(from_);
    out.to = nameOf(to_);
    out.protocol = protocol_->currentData().toString().toStdString();
    out.family = family_->currentData().toString().toStdString();
    out.destinationPort = port_->isEnabled() ? port_->text().toUShort() : 0;
    return out;
}

void FollowBar::ask() {
    enablePort();
    port_->setModified(false);
    const core::model::PathQuestion wanted = question();
    if (!wanted.from.empty() && !wanted.to.empty()) {
        Q_EMIT asked(wanted);
    }
}

} // namespace ui
