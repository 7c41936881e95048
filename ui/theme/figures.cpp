#include "ui/theme/figures.h"

#include "core/base/format.h"

#include <cmath>

namespace ui {

QString absentText() {
    return QStringLiteral("–");
}

Figure rateFigure(core::base::BitRate rate) {
    const QString text = QString::fromStdString(core::base::formatBitRate(rate));
    const qsizetype space = text.indexOf(u' ');
    return {text.left(space), text.mid(space + 1)};
}

QString rateText(core::base::BitRate rate) {
    return rate.bps < 0.5 ? QStringLiteral("0") : QString::fromStdString(core::base::formatBitRate(rate));
}

QString rateText(const std::optional<core::base::BitRate>& rate) {
    return rate ? rateText(*rate) : absentText();
}

QString packetRateText(core::base::PacketRate rate) {
    return QString::fromStdString(core::base::formatPacketRate(rate));
}

QString countText(std::uint64_t n) {
    return QString::fromStdString(core::base::formatCount(n));
}

QString shareNumber(double share) {
    const double percent = share * 100;
    if (percent <= 0) {
        return QStringLiteral("0");
    }
    if (percent < 1) {
        return QStringLiteral("<1");
    }
    if (percent > 99 && percent < 100) {
        return percent > 99.95 ? QStringLiteral("100") : QStringLiteral(">99");
    }
    return QString::number(std::lround(percent));
}

QString shareText(double share) {
    return shareNumber(share) + QStringLiteral(" %");
}

QString durationText(core::base::Nanos span) {
    const double ms = static_cast<double>(span) / static_cast<double>(core::base::kMillisecond);
    if (ms >= 999.5) {
        return QString::number(ms / 1000, 'f', 1) + QStringLiteral(" s");
    }
    return QString::number(ms, 'f', ms < 9.95 ? 1 : 0) + QStringLiteral(" ms");
}

QString millisecondsText(double ms) {
    return QString::number(ms, 'f', ms < 0.995 ? 2 : ms < 99.95 ? 1 : 0) + QStringLiteral(" ms");
}

QString changeText(core::base::BitRate before, core::base::BitRate after) {
    if (before.bps < 1) {
        return {};
    }
    const long percent = std::lround((after.bps / before.bps - 1) * 100);
    const QString sign = percent > 0 ? QStringLiteral("+") : percent < 0 ? QStringLiteral("−") : QStringLiteral("±");
    return sign + QString::number(std::labs(percent)) + QStringLiteral(" %");
}

} // namespace ui
