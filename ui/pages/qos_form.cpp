#include "ui/pages/qos_form.h"

#include "ui/widgets/card.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QTimer>
#include <array>

namespace ui {

using core::base::BitRate;
using core::workspace::QosWishes;
using core::workspace::Shaper;

namespace {

constexpr int kMomentMs = 300; // a plan for every key would flicker
constexpr double kMostMbps = 100'000;
constexpr double kMega = 1e6;

QFormLayout* formIn(Card* card) {
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    card->body()->addLayout(form);
    return form;
}

std::optional<BitRate> rateOf(const QDoubleSpinBox& box) {
    return box.value() > 0 ? std::optional(BitRate{box.value() * kMega}) : std::nullopt;
}

} // namespace

QosForm::QosForm(QWidget* parent)
    : QWidget(parent)
    , down_(rate(QStringLiteral("down"), tr("Rate of the line towards the users")))
    , up_(rate(QStringLiteral("up"), tr("Rate of the line towards the provider")))
    , leaveOut_(new QLineEdit(this))
    , kind_(new QComboBox(this))
    , overhead_(new QComboBox(this))
    , calls_(new QCheckBox(tr("Calls in a class of their own (DSCP EF)"), this))
    , fastTrack_(new QCheckBox(tr("Add the FastTrack rule where it is missing"), this))
    , replaceSimple_(new QCheckBox(tr("Switch simple queues off"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);

    auto* line = new Card(tr("Bandwidth"), this);
    line->setSubtitle(tr("of the line; queues get 95 %"));
    auto* lineForm = formIn(line);
    lineForm->addRow(tr("&Down"), down_);
    lineForm->addRow(tr("&Up"), up_);
    column->addWidget(line);

    auto* shaper = new Card(tr("Shaper"), this);
    auto* shaperForm = formIn(shaper);
    for (const auto& [words, value] : {std::pair{tr("Chosen by version"), Shaper::Auto}, {tr("fq-codel"), Shaper::FqCodel}, {tr("cake"), Shaper::Cake}, {tr("sfq"), Shaper::Sfq}, {tr("pcq"), Shaper::Pcq}}) {
        kind_->addItem(words, static_cast<int>(value));
    }
    kind_->setObjectName(QStringLiteral("kind"));
    overhead_->setObjectName(QStringLiteral("overhead"));
    overhead_->setEditable(true);
    overhead_->addItem(QString());
    overhead_->addItems({QStringLiteral("pppoe-ptm"), QStringLiteral("bridged-ptm"), QStringLiteral("pppoe-vcmux"), QStringLiteral("docsis"), QStringLiteral("ethernet")});
    overhead_->lineEdit()->setPlaceholderText(tr("none"));
    shaperForm->addRow(tr("&Queue kind"), kind_);
    shaperForm->addRow(tr("&Overhead of the line"), overhead_);
    shaper->body()->addWidget(calls_);
    column->addWidget(shaper);

    auto* links = new Card(tr("Links"), this);
    auto* linksForm = formIn(links);
    leaveOut_->setObjectName(QStringLiteral("leaveOut"));
    leaveOut_->setPlaceholderText(tr("none"));
    leaveOut_->setToolTip(tr("Interfaces towards users that get no queue, with spaces between"));
    linksForm->addRow(tr("&Leave out"), leaveOut_);
    fastTrack_->setChecked(true);
    links->body()->addWidget(fastTrack_);
    links->body()->addWidget(replaceSimple_);
    column->addWidget(links);
    column->addStretch(1);

    auto* moment = new QTimer(this);
    moment->setSingleShot(true);
    moment->setInterval(kMomentMs);
    connect(moment, &QTimer::timeout, this, &QosForm::changed);
    const auto soon = [moment] { moment->start(); };
    for (QDoubleSpinBox* box : {down_, up_}) {
        connect(box, &QDoubleSpinBox::valueChanged, moment, soon);
    }
    for (QComboBox* box : {kind_, overhead_}) {
        connect(box, &QComboBox::currentTextChanged, moment, soon);
    }
    for (QCheckBox* box : {calls_, fastTrack_, replaceSimple_}) {
        connect(box, &QCheckBox::toggled, moment, soon);
    }
    connect(leaveOut_, &QLineEdit::textChanged, moment, soon);
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
    for (const QString& name : leaveOut_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        out.leaveOut.push_back(name.toStdString());
    }
    return out;
}

} // namespace ui
