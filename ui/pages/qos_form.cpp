#include "ui/pages/qos_form.h"

#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/card.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <array>
#include <cmath>

namespace ui {

using core::base::BitRate;
using core::workspace::QosLinks;
using core::workspace::QosWishes;
using core::workspace::Shaper;

namespace {

constexpr int kMomentMs = 300; // a plan for every key would flicker
constexpr double kMostMbps = 100'000;
constexpr double kMega = 1e6;

QFormLayout* formIn(Card* card) {
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    card->body()->addLayout(form);
    return form;
}

QLabel* said(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", QStringLiteral("dim"));
    return label;
}

QVBoxLayout* columnOf(QWidget* page) {
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    return column;
}

std::optional<BitRate> rateOf(const QDoubleSpinBox& box) {
    return box.value() > 0 ? std::optional(BitRate{box.value() * kMega}) : std::nullopt;
}

// "bridge, with vlan10 and vlan20"
QString linkText(const core::workspace::QosLink& link) {
    QStringList covers;
    for (const std::string& name : link.covers) {
        if (name != link.parent) {
            covers << plainText(name);
        }
    }
    return covers.isEmpty() ? plainText(link.parent) : QosForm::tr("%1, with %2").arg(plainText(link.parent), covers.join(QStringLiteral(", ")));
}

void clear(QBoxLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

QosForm::QosForm(QWidget* parent)
    : QStackedWidget(parent)
    , moment_(new QTimer(this))
    , down_(rate(QStringLiteral("down"), tr("Rate of the line towards the users")))
    , up_(rate(QStringLiteral("up"), tr("Rate of the line towards the provider")))
    , kind_(new QComboBox(this))
    , overhead_(new QComboBox(this))
    , calls_(new QCheckBox(tr("Calls in a class of their own (DSCP EF)"), this))
    , fastTrack_(new QCheckBox(tr("Add the FastTrack rule where it is missing"), this))
    , replaceSimple_(new QCheckBox(tr("Switch simple queues off: FastTracked packets pass them by"), this))
    , linksSaid_(said({}, this))
    , portSaid_(said({}, this))
    , seenSaid_(said({}, this))
    , useSeen_(new QPushButton(tr("Use them"), this)) {
    addWidget(linksPage());
    addWidget(bandwidthPage());
    addWidget(shaperPage());
    moment_->setSingleShot(true);
    moment_->setInterval(kMomentMs);
    connect(moment_, &QTimer::timeout, this, &QosForm::changed);
    for (QDoubleSpinBox* box : {down_, up_}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &QosForm::soon);
    }
    for (QComboBox* box : {kind_, overhead_}) {
        connect(box, &QComboBox::currentTextChanged, this, &QosForm::soon);
    }
    for (QCheckBox* box : {calls_, fastTrack_, replaceSimple_}) {
        connect(box, &QCheckBox::toggled, this, &QosForm::soon);
    }
    setSeen({}, {});
}

void QosForm::soon() {
    moment_->start();
}

QWidget* QosForm::linksPage() {
    auto* page = new QWidget(this);
    auto* column = columnOf(page);
    auto* up = new Card(tr("Towards the provider"), page);
    up->setSubtitle(tr("upload is shaped where it leaves by these"));
    wans_ = new QVBoxLayout;
    up->body()->addLayout(wans_);
    up->body()->addWidget(linksSaid_);
    auto* down = new Card(tr("Towards the users"), page);
    down->setSubtitle(tr("download is shaped where it leaves by these"));
    lans_ = new QVBoxLayout;
    lans_->setSpacing(6);
    down->body()->addLayout(lans_);
    auto* rest = new Card(tr("What is there already"), page);
    fastTrack_->setChecked(true);
    rest->body()->addWidget(fastTrack_);
    rest->body()->addWidget(replaceSimple_);
    for (Card* card : {up, down, rest}) {
        column->addWidget(card);
    }
    column->addStretch(1);
    return page;
}

QWidget* QosForm::bandwidthPage() {
    auto* page = new QWidget(this);
    auto* column = columnOf(page);
    auto* line = new Card(tr("What the line carries"), page);
    line->setSubtitle(tr("queues get 95 % of it"));
    auto* form = formIn(line);
    form->addRow(tr("&Down, towards the users"), down_);
    form->addRow(tr("&Up, towards the provider"), up_);
    line->body()->addWidget(said(tr("The queue has to be the narrowest place on the way, or the modem's queue decides how long packets wait."), page));
    line->body()->addWidget(portSaid_);
    auto* seen = new Card(tr("What was seen"), page);
    seen->setSubtitle(tr("the most of one second while this router was watched"));
    auto* row = new QHBoxLayout;
    row->addWidget(seenSaid_, 1);
    useSeen_->setObjectName(QStringLiteral("useSeen"));
    row->addWidget(useSeen_, 0, Qt::AlignTop);
    seen->body()->addLayout(row);
    column->addWidget(line);
    column->addWidget(seen);
    column->addStretch(1);
    connect(useSeen_, &QPushButton::clicked, this, [this] {
        down_->setValue(std::round(seenDown_.bps / kMega * 10) / 10);
        up_->setValue(std::round(seenUp_.bps / kMega * 10) / 10);
    });
    return page;
}

QWidget* QosForm::shaperPage() {
    auto* page = new QWidget(this);
    auto* column = columnOf(page);
    auto* shaper = new Card(tr("How packets wait"), page);
    auto* form = formIn(shaper);
    for (const auto& [words, value] : {std::pair{tr("Chosen by version"), Shaper::Auto}, {tr("fq-codel"), Shaper::FqCodel}, {tr("cake"), Shaper::Cake}, {tr("sfq"), Shaper::Sfq}, {tr("pcq"), Shaper::Pcq}}) {
        kind_->addItem(words, static_cast<int>(value));
    }
    kind_->setObjectName(QStringLiteral("kind"));
    overhead_->setObjectName(QStringLiteral("overhead"));
    overhead_->setEditable(true);
    overhead_->addItem(QString());
    overhead_->addItems({QStringLiteral("pppoe-ptm"), QStringLiteral("bridged-ptm"), QStringLiteral("pppoe-vcmux"), QStringLiteral("docsis"), QStringLiteral("ethernet")});
    overhead_->lineEdit()->setPlaceholderText(tr("none"));
    form->addRow(tr("&Queue kind"), kind_);
    form->addRow(tr("&Overhead of the line"), overhead_);
    shaper->body()->addWidget(said(tr("fq-codel keeps queues short at the least cost. cake also counts the overhead of the line and shares it by host, for more work on one core. RouterOS 6 has sfq and pcq."), page));
    auto* calls = new Card(tr("Calls"), page);
    calls->body()->addWidget(calls_);
    calls->body()->addWidget(said(tr("Their connections are marked, stay off FastTrack and have a queue that goes first; with cake they go by its tins, without a mark."), page));
    column->addWidget(shaper);
    column->addWidget(calls);
    column->addStretch(1);
    return page;
}

void QosForm::setLinks(const QosLinks& links) {
    clear(wans_);
    for (const core::workspace::QosLink& link : links.wans) {
        auto* label = new QLabel(linkText(link), this);
        label->setProperty("role", QStringLiteral("strong"));
        label->setTextFormat(Qt::PlainText);
        wans_->addWidget(label);
    }
    linksSaid_->setText(links.wans.empty() ? tr("Nothing in the configuration leads to a provider.")
                        : links.guessed   ? tr("Only the name says so: no default route leads there.")
                                          : QString());
    linksSaid_->setVisible(!linksSaid_->text().isEmpty());
    std::vector<std::string> off;
    for (const auto& [name, box] : towardsUsers_) {
        if (!box->isChecked()) {
            off.push_back(name);
        }
    }
    clear(lans_);
    towardsUsers_.clear();
    for (const core::workspace::QosLink& link : links.lans) {
        auto* box = new QCheckBox(linkText(link), this);
        box->setObjectName(QStringLiteral("lan:") + QString::fromStdString(link.parent));
        box->setChecked(std::find(off.begin(), off.end(), link.parent) == off.end());
        connect(box, &QCheckBox::toggled, this, &QosForm::soon);
        lans_->addWidget(box);
        towardsUsers_.emplace_back(link.parent, box);
    }
    if (links.lans.empty()) {
        lans_->addWidget(said(tr("No interface towards users was found."), this));
    }
    portSaid_->setText(links.port.bps > 0 ? tr("Without a rate the fastest port's is taken: %1.").arg(rateText(links.port)) : tr("The board is not known, so both rates have to be given."));
}

void QosForm::setSeen(BitRate down, BitRate up) {
    seenDown_ = down;
    seenUp_ = up;
    const bool any = down.bps > kMega && up.bps > kMega / 10;
    seenSaid_->setText(any ? tr("%1 down, %2 up. A line that was busy carries about that; one that was not, more.").arg(rateText(down), rateText(up))
                           : tr("Too little passed the line to tell. Fill it with a download and an upload, one after the other, and look again; or give the rates of the contract."));
    useSeen_->setVisible(any);
}

QDoubleSpinBox* QosForm::rate(const QString& name, const QString& what) {
    auto* box = new QDoubleSpinBox(this);
    box->setObjectName(name);
    box->setAccessibleName(what);
    box->setToolTip(what);
    box->setRange(0, kMostMbps);
    box->setDecimals(1);
    box->setSuffix(tr(" Mb/s"));
    box->setSpecialValueText(tr("the port's speed"));
    box->setMinimumWidth(170);
    return box;
}

QosWishes QosForm::wishes() const {
    QosWishes out;
    out.down = rateOf(*down_);
    out.up = rateOf(*up_);
    out.shaper = static_cast<Shaper>(kind_->currentData().toInt());
    out.overhead = overhead_->currentText().trimmed().toStdString();
    out.voice = calls_->isChecked();
    out.fastTrack = fastTrack_->isChecked();
    out.replaceSimple = replaceSimple_->isChecked();
    for (const auto& [name, box] : towardsUsers_) {
        if (!box->isChecked()) {
            out.leaveOut.push_back(name);
        }
    }
    return out;
}

} // namespace ui
