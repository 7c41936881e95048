#include "ui/shell/advisor_dialog.h"

#include "core/base/format.h"
#include "core/workspace/advise.h"
#include "core/workspace/background.h"
#include "ui/shell/two_line_delegate.h"
#include "ui/widgets/command_block.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>

namespace ui {

using core::base::BitRate;
using core::base::formatBitRate;
using core::model::BoardAdvice;
using core::model::SizingNeed;
using core::model::Suits;

namespace {

constexpr double kMega = 1e6;
constexpr int kIndexRole = Qt::UserRole + 1; // into the advice

QSpinBox* spinBox(QWidget* parent, int value, int most, const QString& unit, const QString& none = {}) {
    auto* box = new QSpinBox(parent);
    box->setRange(none.isEmpty() ? 1 : 0, most);
    box->setValue(value);
    box->setSuffix(unit);
    box->setSpecialValueText(none);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

QLabel* textLabel(QWidget* parent, const char* role = nullptr) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (role != nullptr) {
        label->setProperty("role", QString::fromLatin1(role));
    }
    return label;
}

QString pathName(const std::string& path) {
    return path == "l3hw"        ? AdvisorDialog::tr("L3 hardware")
           : path == "fasttrack" ? AdvisorDialog::tr("FastTrack")
           : path == "queue"     ? AdvisorDialog::tr("FastTrack with a queue tree")
           : path == "slow"      ? AdvisorDialog::tr("the slow path")
                                 : QString::fromStdString(path);
}

QString suitsText(const BoardAdvice& board) {
    switch (board.suits) {
    case Suits::Carries: return AdvisorDialog::tr("carries it, %1 times the need").arg(board.headroom.value_or(1), 0, 'f', 1);
    case Suits::Unknown: return AdvisorDialog::tr("not known: nobody has measured it");
    case Suits::TooSmall: return AdvisorDialog::tr("too small");
    }
    return {};
}

QString legText(const core::model::SizingLeg& leg) {
    QString text = AdvisorDialog::tr("%1 by %2: %3 needed")
                       .arg(QString::fromStdString(leg.what), pathName(leg.path), QString::fromStdString(formatBitRate(leg.needed)));
    if (leg.atLeast) {
        text += AdvisorDialog::tr(", at least %1 measured").arg(QString::fromStdString(formatBitRate(*leg.atLeast)));
    }
    for (const std::string& source : leg.sources) {
        text += QStringLiteral("\n    ") + QString::fromStdString(source);
    }
    return leg.sources.empty() ? text + AdvisorDialog::tr("\n    no figure is known") : text;
}

} // namespace

AdvisorDialog::AdvisorDialog(QWidget* parent)
    : QDialog(parent)
    , down_(spinBox(this, 1000, 400'000, tr(" Mb/s")))
    , up_(spinBox(this, 500, 400'000, tr(" Mb/s")))
    , users_(spinBox(this, 0, 1'000'000, {}, tr("not said")))
    , interVlan_(spinBox(this, 0, 400'000, tr(" Mb/s"), tr("none")))
    , vpn_(new QComboBox(this))
    , qos_(new QCheckBox(tr("&Queues that keep delays short"), this))
    , all_(new QCheckBox(tr("Too &small ones as well"), this))
    , boards_(new QListWidget(this))
    , verdict_(textLabel(this, "title"))
    , legs_(textLabel(this))
    , notes_(textLabel(this, "dim"))
    , pattern_(new CommandBlock(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Choose a board"));
    resize(980, 620);
    boards_->setAccessibleName(tr("Boards"));
    boards_->setItemDelegate(new TwoLineDelegate(boards_));
    boards_->setMouseTracking(true);
    boards_->viewport()->setAutoFillBackground(false);
    boards_->setFixedWidth(270);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(makeForm());
    columns->addWidget(boards_);
    columns->addWidget(makeDetails(), 1);
    auto* title = new QLabel(tr("Which board carries the line, and on which path"), this);
    title->setProperty("role", QStringLiteral("title"));
    auto* hint = textLabel(this, "dim");
    hint->setText(tr("Only measured figures count, each with its source. What nobody has measured is said, not estimated."));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(hint);
    column->addLayout(columns, 1);

    for (QSpinBox* box : {down_, up_, users_, interVlan_}) {
        connect(box, &QSpinBox::valueChanged, this, &AdvisorDialog::ask);
    }
    connect(vpn_, &QComboBox::currentIndexChanged, this, &AdvisorDialog::ask);
    connect(qos_, &QCheckBox::toggled, this, &AdvisorDialog::ask);
    connect(all_, &QCheckBox::toggled, this, &AdvisorDialog::fill);
    connect(boards_, &QListWidget::currentRowChanged, this, &AdvisorDialog::showBoard);
    ask();
}

QWidget* AdvisorDialog::makeForm() {
    auto* form = new QWidget(this);
    form->setFixedWidth(230);
    vpn_->addItem(tr("none"), static_cast<int>(SizingNeed::Vpn::None));
    vpn_->addItem(tr("WireGuard"), static_cast<int>(SizingNeed::Vpn::WireGuard));
    vpn_->addItem(tr("IPsec"), static_cast<int>(SizingNeed::Vpn::IPsec));
    auto* fields = new QFormLayout;
    fields->setRowWrapPolicy(QFormLayout::WrapAllRows);
    fields->addRow(tr("&Download"), down_);
    fields->addRow(tr("&Upload"), up_);
    fields->addRow(tr("&People"), users_);
    fields->addRow(tr("&Tunnel through the line"), vpn_);
    fields->addRow(tr("&Between local networks"), interVlan_);
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(fields);
    column->addWidget(qos_);
    column->addStretch(1);
    column->addWidget(all_);
    return form;
}

QWidget* AdvisorDialog::makeDetails() {
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 8, 0);
    column->setSpacing(10);
    column->addWidget(verdict_);
    column->addWidget(legs_);
    column->addWidget(pattern_);
    column->addWidget(notes_);
    column->addStretch(1);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    area->setWidget(content);
    return area;
}

SizingNeed AdvisorDialog::need() const {
    SizingNeed need;
    need.down = BitRate{down_->value() * kMega};
    need.up = BitRate{up_->value() * kMega};
    need.users = users_->value();
    need.vpn = static_cast<SizingNeed::Vpn>(vpn_->currentData().toInt());
    need.qos = qos_->isChecked();
    need.interVlan = BitRate{interVlan_->value() * kMega};
    return need;
}

void AdvisorDialog::ask() {
    const int question = ++asked_;
    core::workspace::inBackground(
        this, [need = need()] { return core::workspace::advise(need); },
        [this, question](const core::base::Result<std::vector<BoardAdvice>>& answer) {
            if (question != asked_) {
                return;
            }
            advice_ = answer.value_or(std::vector<BoardAdvice>());
            fill();
            if (!answer) {
                verdict_->setText(QString::fromStdString(answer.error().describe()));
            }
        });
}

void AdvisorDialog::fill() {
    const QString kept = boards_->currentItem() != nullptr ? boards_->currentItem()->text() : QString();
    const QSignalBlocker quiet(boards_);
    boards_->clear();
    int row = 0;
    for (std::size_t i = 0; i < advice_.size(); ++i) {
        const BoardAdvice& board = advice_[i];
        if (board.suits == Suits::TooSmall && !all_->isChecked()) {
            continue;
        }
        const QString title = QString::fromStdString(board.title());
        auto* item = new QListWidgetItem(title, boards_);
        item->setData(kIndexRole, static_cast<int>(i));
        item->setData(TwoLineDelegate::kDetailRole, suitsText(board));
        row = title == kept ? boards_->count() - 1 : row;
    }
    boards_->setCurrentRow(boards_->count() > 0 ? row : -1);
    showBoard();
}

void AdvisorDialog::showBoard() {
    const QListWidgetItem* item = boards_->currentItem();
    pattern_->setVisible(item != nullptr);
    legs_->setText({});
    notes_->setText({});
    if (item == nullptr) {
        verdict_->setText(tr("No board in the tables is known to carry this."));
        return;
    }
    const BoardAdvice& board = advice_[static_cast<std::size_t>(item->data(kIndexRole).toInt())];
    verdict_->setText(QString::fromStdString(board.title()) + QStringLiteral(": ") + suitsText(board));
    QStringList legs;
    for (const auto& leg : board.legs) {
        legs << legText(leg);
    }
    if (!board.why.empty()) {
        legs << QString::fromStdString(board.why);
    }
    legs_->setText(legs.join(QStringLiteral("\n")));
    std::vector<CommandLine> lines;
    for (const std::string& command : board.pattern) {
        lines.push_back({QString::fromStdString(command), CommandLine::Kind::Send});
    }
    pattern_->setVisible(!lines.empty());
    pattern_->setLines(lines);
    QStringList notes;
    for (const std::string& note : board.notes) {
        notes << QString::fromStdString(note);
    }
    notes_->setText(notes.join(QStringLiteral("\n")));
}

} // namespace ui
