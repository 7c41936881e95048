#include "ui/pages/path_details.h"

#include "ui/theme/figures.h"
#include "ui/theme/path_style.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QScreen>
#include <algorithm>

namespace ui {
namespace {

constexpr std::size_t kMostInterfaces = 6;

QLabel* label(const QString& text, const char* role, QWidget* parent) {
    auto* out = new QLabel(text, parent);
    out->setProperty("role", QString::fromLatin1(role));
    return out;
}

} // namespace

PathDetails::PathDetails(core::model::PathKind kind, const std::optional<core::model::RateSample>& rates, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint)
    , kind_(kind) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_TranslucentBackground);
    setFixedWidth(340);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 12, 16, 14);
    column->setSpacing(6);
    column->addWidget(label(pathName(kind), "strong", this));
    auto* meaning = label(pathMeaning(kind), "dim", this);
    meaning->setWordWrap(true);
    column->addWidget(meaning);

    std::vector<const core::model::InterfaceRates*> carriers;
    if (rates) {
        for (const core::model::InterfaceRates& interface : rates->interfaces) {
            if (interface.paths && interface.paths->of(kind).bps > 0) {
                carriers.push_back(&interface);
            }
        }
    }
    std::sort(carriers.begin(), carriers.end(), [kind](const auto* a, const auto* b) { return a->paths->of(kind) > b->paths->of(kind); });
    column->addSpacing(4);
    if (carriers.empty()) {
        column->addWidget(label(rates ? tr("Nothing came in on this path in the last second.") : tr("No figures yet."), "small", this));
        addExplain();
        return;
    }
    column->addWidget(label(tr("Came in through"), "small", this));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(0, 1);
    for (std::size_t i = 0; i < std::min(carriers.size(), kMostInterfaces); ++i) {
        const int row = static_cast<int>(i);
        const core::model::InterfaceRates& interface = *carriers[i];
        grid->addWidget(label(QString::fromStdString(interface.name), "", this), row, 0);
        grid->addWidget(label(rateText(interface.paths->of(kind)), "", this), row, 1, Qt::AlignRight);
        grid->addWidget(label(tr("%1 of its bytes").arg(shareText(interface.paths->share(kind))), "dim", this), row, 2, Qt::AlignRight);
    }
    column->addLayout(grid);
    if (carriers.size() > kMostInterfaces) {
        column->addWidget(label(tr("and %n more", nullptr, static_cast<int>(carriers.size() - kMostInterfaces)), "small", this));
    }
    addExplain();
}

void PathDetails::addExplain() {
    auto* explain = new QPushButton(tr("What puts traffic here…"), this);
    explain->setProperty("kind", QStringLiteral("link"));
    connect(explain, &QPushButton::clicked, this, [this] {
        Q_EMIT explainRequested();
        close();
    });
    layout()->addWidget(explain);
    layout()->setAlignment(explain, Qt::AlignLeft);
    explain->setFocus();
}

void PathDetails::popup(const QPoint& at) {
    adjustSize();
    const QRect room = (parentWidget() ? parentWidget()->screen() : screen())->availableGeometry();
    QRect place(at + QPoint(8, 8), sizeHint());
    place.moveRight(std::min(place.right(), room.right() - 8));
    place.moveBottom(std::min(place.bottom(), room.bottom() - 8));
    move(place.topLeft());
    show();
}

void PathDetails::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
    painter.fillPath(shape, colors().raised);
    painter.save();
    painter.setClipPath(shape);
    painter.fillRect(QRectF(0, 0, 4, height()), pathColor(colors(), kind_));
    painter.restore();
    painter.setPen(QPen(colors().border, 1));
    painter.drawPath(shape);
}

} // namespace ui
