#include "ui/pages/twin_controls.h"

#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr QLatin1String kGroup("v1/twin");
constexpr double kMega = 1e6;
const QString kLearned = QStringLiteral("learned");

QSpinBox* spinBox(QWidget* parent, int least, int value, int most, const QString& unit, const QString& none = {}) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(unit);
    box->setSpecialValueText(none);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

QComboBox* comboBox(QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(7);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setMaxVisibleItems(18);
    return box;
}

// "=%1" where the test counts its flows.
std::vector<std::string> testsOf(const QString& traffic, int flows) {
    std::vector<std::string> out;
    for (const QString& test : traffic.split(u'+', Qt::SkipEmptyParts)) {
        out.push_back((test.endsWith(u'=') ? test + QString::number(flows) : test).toStdString());
    }
    return out;
}

} // namespace

TwinControls::TwinControls(QWidget* parent)
    : Card(tr("What is tried"), parent)
    , board_(comboBox(this))
    , traffic_(comboBox(this))
    , flows_(spinBox(this, 1, 8, 500, {}))
    , from_(comboBox(this))
    , to_(comboBox(this))
    , rate_(spinBox(this, 0, 0, 400'000, tr(" Mb/s"), tr("as it goes")))
    , packet_(spinBox(this, 64, 1518, 9216, tr(" B")))
    , seconds_(spinBox(this, 1, 10, 600, tr(" s")))
    , seed_(spinBox(this, 1, 1, 999'999, {}))
    , change_(new QCheckBox(this))
    , hint_(new QLabel(tr("No change is chosen. A finding and a plan have “Try on twin”."), this))
    , run_(new QPushButton(tr("Run"), this))
    , boards_(new QPushButton(tr("Which board would carry this?"), this)) {
    boards_->setProperty("kind", QStringLiteral("link"));
    titleRow()->addWidget(boards_);
    traffic_->addItem(tr("TCP up"), QStringLiteral("tcp_nup="));
    traffic_->addItem(tr("TCP down"), QStringLiteral("tcp_ndown="));
    traffic_->addItem(tr("TCP both ways"), QStringLiteral("tcp_nup=+tcp_ndown="));
    traffic_->addItem(tr("RRUL"), QStringLiteral("rrul"));
    traffic_->addItem(tr("UDP up"), QStringLiteral("udp_nup="));
    traffic_->addItem(tr("UDP down"), QStringLiteral("udp_ndown="));
    traffic_->addItem(tr("IMIX up"), QStringLiteral("imix_nup="));
    traffic_->addItem(tr("Calls"), QStringLiteral("voip="));
    traffic_->addItem(tr("Web pages"), QStringLiteral("web="));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    addField(*grid, 0, 0, tr("&Board"), board_, 2);
    addField(*grid, 0, 2, tr("&Traffic"), traffic_);
    addField(*grid, 0, 3, tr("F&lows"), flows_);
    addField(*grid, 1, 0, tr("Fr&om"), from_);
    addField(*grid, 1, 1, tr("&Into"), to_);
    addField(*grid, 1, 2, tr("R&ate"), rate_);
    addField(*grid, 1, 3, tr("&Packet"), packet_);
    addField(*grid, 2, 2, tr("&During"), seconds_);
    addField(*grid, 2, 3, tr("S&eed"), seed_);
    for (int column = 0; column < 4; ++column) {
        grid->setColumnStretch(column, column < 3 ? 3 : 2);
    }
    rate_->setToolTip(tr("Of all senders of a direction together, whole frames"));
    packet_->setToolTip(tr("Octets of the largest frame, with FCS"));
    seed_->setToolTip(tr("The same seed gives the same result, to the octet"));
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    column->addStretch(1);
    column->addWidget(change_);
    hint_->setWordWrap(true);
    hint_->setProperty("role", QStringLiteral("small"));
    column->addWidget(hint_);
    grid->addLayout(column, 4, 0, 2, 2);
    body()->addLayout(grid);
    run_->setObjectName(QStringLiteral("runTwin"));
    run_->setProperty("kind", QStringLiteral("primary"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(run_);
    grid->addLayout(buttons, 6, 0, 1, 4);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    recall();
    setChange(nullptr);

    connect(traffic_, &QComboBox::currentIndexChanged, this, &TwinControls::enableFields);
    connect(run_, &QPushButton::clicked, this, [this] {
        remember();
        Q_EMIT runRequested();
    });
    connect(boards_, &QPushButton::clicked, this, &TwinControls::boardsRequested);
    enableFields();
}

void TwinControls::addField(QGridLayout& grid, int row, int column, const QString& name, QWidget* field, int span) {
    auto* label = new QLabel(name, this);
    label->setProperty("role", QStringLiteral("small"));
    label->setBuddy(field);
    QString plain = name;
    field->setAccessibleName(plain.remove(u'&'));
    grid.addWidget(label, row * 2, column, 1, span);
    grid.addWidget(field, row * 2 + 1, column, 1, span);
}

void TwinControls::setSource(TwinSource* source) {
    source_ = source;
    fillBoards();
    fillPlaces();
    learn();
    enableFields();
}

// The board of the configuration stands first, by the name it has there.
void TwinControls::fillBoards() {
    const QString kept = board_->currentData().toString();
    board_->clear();
    if (source_ != nullptr) {
        const QString own = plainText(source_->board());
        board_->addItem(own.isEmpty() ? tr("of the configuration") : own, QString());
        for (const QString& model : source_->boards()) {
            if (model != own) {
                board_->addItem(model, model);
            }
        }
    }
    board_->setCurrentIndex(std::max(0, board_->findData(kept)));
}

void TwinControls::fillPlaces() {
    const auto chosen = [this](const QComboBox* box, const char* otherwise) {
        const int at = box->currentIndex();
        return at >= 0 && at < static_cast<int>(places_.size()) ? places_[static_cast<std::size_t>(at)] : std::string(otherwise);
    };
    const std::string from = chosen(from_, "LAN");
    const std::string to = chosen(to_, "WAN");
    places_ = source_ != nullptr ? source_->places() : std::vector<std::string>{"LAN", "WAN"};
    for (auto [box, name] : {std::pair(from_, from), std::pair(to_, to)}) {
        box->clear();
        for (const std::string& place : places_) {
            box->addItem(plainText(place));
        }
        const auto found = std::find(places_.begin(), places_.end(), name);
        box->setCurrentIndex(found != places_.end() ? static_cast<int>(found - places_.begin()) : box == from_ ? 0 : 1);
    }
}

// "What it carries now" is offered only where that is known.
void TwinControls::learn() {
    learned_ = source_ != nullptr ? source_->learn() : std::nullopt;
    const int at = traffic_->findData(kLearned);
    if (!learned_) {
        if (at >= 0) {
            traffic_->removeItem(at);
        }
        return;
    }
    const QString text = tr("What it carries now (%1)").arg(rateText(learned_->rate));
    if (at >= 0) {
        traffic_->setItemText(at, text);
    } else {
        traffic_->addItem(text, kLearned);
    }
}

void TwinControls::setChange(const TwinChange* change) {
    hasChange_ = change != nullptr;
    change_->setVisible(hasChange_);
    hint_->setVisible(!hasChange_);
    if (hasChange_) {
        change_->setText(tr("With the change"));
        change_->setToolTip(plainToolTip(plainText(change->title)));
        change_->setChecked(true);
    }
}

void TwinControls::setRunning(bool running) {
    running_ = running;
    enableFields();
}

void TwinControls::enableFields() {
    const QString traffic = traffic_->currentData().toString();
    const bool learned = traffic == kLearned;
    flows_->setEnabled(traffic.contains(u'='));
    for (QWidget* field : std::initializer_list<QWidget*>{from_, to_, rate_, packet_}) {
        field->setEnabled(!learned);
    }
    run_->setEnabled(source_ != nullptr && source_->canRun() && !running_);
    boards_->setEnabled(source_ != nullptr && source_->canRun());
}

bool TwinControls::withChange() const {
    return hasChange_ && change_->isChecked();
}

core::model::PredictionRequest TwinControls::request() const {
    core::model::PredictionRequest out;
    out.board = board_->currentData().toString().toStdString();
    out.durationS = seconds_->value();
    out.seed = static_cast<std::uint64_t>(seed_->value());
    const QString traffic = traffic_->currentData().toString();
    if (traffic == kLearned && learned_) {
        out.mix = learned_->parts;
        return out;
    }
    out.tests = testsOf(traffic, flows_->value());
    out.from = places_[static_cast<std::size_t>(std::max(0, from_->currentIndex()))];
    out.to = places_[static_cast<std::size_t>(std::max(0, to_->currentIndex()))];
    out.rateBps = rate_->value() * kMega;
    out.packetSize = static_cast<std::uint32_t>(packet_->value());
    return out;
}

void TwinControls::remember() const {
    QSettings settings;
    settings.beginGroup(kGroup);
    settings.setValue(QStringLiteral("traffic"), traffic_->currentData());
    settings.setValue(QStringLiteral("flows"), flows_->value());
    settings.setValue(QStringLiteral("rate"), rate_->value());
    settings.setValue(QStringLiteral("packet"), packet_->value());
    settings.setValue(QStringLiteral("seconds"), seconds_->value());
    settings.setValue(QStringLiteral("seed"), seed_->value());
}

void TwinControls::recall() {
    places_ = {"LAN", "WAN"};
    QSettings settings;
    settings.beginGroup(kGroup);
    traffic_->setCurrentIndex(std::max(0, traffic_->findData(settings.value(QStringLiteral("traffic")))));
    for (auto [box, name] : {std::pair(flows_, "flows"), std::pair(rate_, "rate"), std::pair(packet_, "packet"), std::pair(seconds_, "seconds"), std::pair(seed_, "seed")}) {
        box->setValue(settings.value(QString::fromLatin1(name), box->value()).toInt());
    }
}

} // namespace ui
