#include "ui/widgets/path_badge.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/theme/verdict_style.h"

#include <QFontMetrics>
#include <QPainter>

namespace ui {
namespace {

constexpr int kSquare = 11;
constexpr int kGap = 7;

} // namespace

PathBadge::PathBadge(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void PathBadge::set(const std::optional<core::model::VerdictPath>& path, const QString& note) {
    path_ = path;
    note_ = note;
    setAccessibleName(text());
    setVisible(path.has_value());
    updateGeometry();
    update();
}

QString PathBadge::text() const {
    return path_ ? verdictName(*path_) : QString();
}

QSize PathBadge::sizeHint() const {
    const int name = QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(text());
    const int note = note_.isEmpty() ? 0 : QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(note_) + kGap;
    return {kSquare + kGap + name + note + 2, 22};
}

void PathBadge::paintEvent(QPaintEvent*) {
    if (!path_) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(verdictColor(colors(), *path_));
    painter.drawRoundedRect(QRectF(0, (height() - kSquare) / 2.0, kSquare, kSquare), 3, 3);
    painter.setFont(textFont(TextRole::Strong));
    painter.setPen(colors().text);
    QRectF words = QRectF(rect()).adjusted(kSquare + kGap, 0, 0, 0);
    const QString name = QFontMetrics(painter.font()).elidedText(text(), Qt::ElideRight, static_cast<int>(words.width()));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, name);
    words.setLeft(words.left() + QFontMetrics(painter.font()).horizontalAdvance(name) + kGap);
    painter.setFont(textFont(TextRole::Body));
    painter.setPen(colors().dim);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(painter.font()).elidedText(note_, Qt::ElideRight, static_cast<int>(words.width())));
}

} // namespace ui
