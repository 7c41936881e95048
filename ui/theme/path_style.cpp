#include "ui/theme/path_style.h"

#include "ui/theme/palette.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

namespace ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ui::paths", text);
}

} // namespace

using core::model::PathKind;

QString pathName(PathKind kind) {
    switch (kind) {
    case PathKind::Switch:
        return tr("Switch chip");
    case PathKind::L3Hw:
        return tr("L3 hardware");
    case PathKind::FastPath:
        return tr("Fast path");
    case PathKind::FastTrack:
        return tr("FastTrack");
    case PathKind::Slow:
        return tr("Slow path");
    }
    return {};
}

QString pathShortName(PathKind kind) {
    switch (kind) {
    case PathKind::Switch:
        return tr("switch");
    case PathKind::L3Hw:
        return tr("L3HW");
    case PathKind::FastPath:
        return tr("fast path");
    case PathKind::FastTrack:
        return tr("FastTrack");
    case PathKind::Slow:
        return tr("slow");
    }
    return {};
}

QString pathMeaning(PathKind kind) {
    switch (kind) {
    case PathKind::Switch:
        return tr("Forwarded between ports of one switch chip. The CPU never sees these frames.");
    case PathKind::L3Hw:
        return tr("Routed by the switch chip. The CPU never sees these packets.");
    case PathKind::FastPath:
        return tr("Forwarded by the CPU straight from the driver, without connection tracking, firewall or queues.");
    case PathKind::FastTrack:
        return tr("Packets of fasttracked connections: the CPU skips firewall, simple queues and global queue trees.");
    case PathKind::Slow:
        return tr("The whole stack: connection tracking, every firewall rule, every queue. Costs the most CPU per packet.");
    }
    return {};
}

QColor pathColor(const Palette& palette, PathKind kind) {
    return palette.path[static_cast<std::size_t>(kind)];
}

QColor pathInk(const Palette& palette, PathKind kind) {
    if (palette.dark || kind == PathKind::FastPath || kind == PathKind::FastTrack) {
        return QColor(0x14, 0x17, 0x1c);
    }
    return palette.onLane;
}

QBrush unattributedBrush(const Palette& palette) {
    constexpr int kTile = 6;
    QPixmap tile(kTile, kTile);
    QColor back = palette.unattributed;
    back.setAlphaF(0.35F);
    tile.fill(back);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.unattributed, 1.6));
    for (int shift = -kTile; shift <= kTile; shift += kTile) {
        painter.drawLine(QPointF(shift, kTile), QPointF(shift + kTile, 0));
    }
    painter.end();
    return QBrush(tile);
}

} // namespace ui
