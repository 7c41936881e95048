#include "core/load/wire.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>
#include <array>
#include <cmath>
#include <cstring>

namespace core::load {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::array<const char*, 3> kDirections{"down", "up", "both"};
constexpr int kVersion = 1;

QByteArray line(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QString tokenText(std::uint64_t token) {
    return QStringLiteral("%1").arg(token, 16, 16, QLatin1Char('0'));
}

std::optional<std::uint64_t> tokenOf(const QJsonValue& value) {
    bool ok = false;
    const QString text = value.toString();
    const std::uint64_t token = text.toULongLong(&ok, 16);
    return ok && text.size() == 16 ? std::optional(token) : std::nullopt;
}

std::optional<Hello> helloOf(const QJsonObject& object) {
    Hello hello;
    bool known = object.value(QLatin1String("pathscope-sink")).toInt() == kVersion;
    for (std::size_t i = 0; i < kDirections.size(); ++i) {
        if (object.value(QLatin1String("direction")).toString() == QLatin1String(kDirections[i])) {
            hello.direction = static_cast<Direction>(i);
            hello.flows = object.value(QLatin1String("flows")).toInt(-1);
            hello.udpBps = object.value(QLatin1String("udp_bps")).toDouble(-1);
            known = known && hello.flows >= 0 && hello.flows <= kMostFlows && hello.udpBps >= 0 && hello.udpBps <= kMostBps;
            return known ? std::optional(hello) : std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace

Result<ControlLine> readControlLine(const QByteArray& text) {
    const auto wrong = [] { return fail(ErrorCode::InvalidInput, "The other end of the load does not speak as Pathscope's sender and sink do."); };
    const QJsonDocument document = text.size() <= kLongestLine ? QJsonDocument::fromJson(text) : QJsonDocument();
    if (!document.isObject()) {
        return wrong();
    }
    const QJsonObject object = document.object();
    ControlLine out;
    if (object.contains(QLatin1String("pathscope-sink"))) {
        out.hello = helloOf(object);
        return out.hello ? Result<ControlLine>(out) : wrong();
    }
    if (object.contains(QLatin1String("token")) || object.contains(QLatin1String("data"))) {
        out.data = object.contains(QLatin1String("data"));
        out.token = tokenOf(object.value(out.data ? QLatin1String("data") : QLatin1String("token")));
        out.up = object.value(QLatin1String("way")).toString() == QLatin1String("up");
        return out.token ? Result<ControlLine>(out) : wrong();
    }
    if (object.contains(QLatin1String("clock"))) {
        out.clock = object.value(QLatin1String("clock")).toInt(-1);
        if (object.contains(QLatin1String("us"))) {
            out.us = object.value(QLatin1String("us")).toInteger();
        }
        return out;
    }
    if (object.contains(QLatin1String("busy"))) {
        out.busy = std::clamp(object.value(QLatin1String("busy")).toDouble(), 0.0, 100.0);
        return out;
    }
    if (object.contains(QLatin1String("error"))) {
        out.error = object.value(QLatin1String("error")).toString();
        return out;
    }
    return wrong();
}

QByteArray helloLine(const Hello& hello) {
    return line({{QStringLiteral("pathscope-sink"), kVersion},
                 {QStringLiteral("direction"), QLatin1String(kDirections[static_cast<std::size_t>(hello.direction)])},
                 {QStringLiteral("flows"), hello.flows},
                 {QStringLiteral("udp_bps"), hello.udpBps}});
}

QByteArray tokenLine(std::uint64_t token) {
    return line({{QStringLiteral("token"), tokenText(token)}});
}

QByteArray dataLine(std::uint64_t token, bool up) {
    return line({{QStringLiteral("data"), tokenText(token)}, {QStringLiteral("way"), up ? QStringLiteral("up") : QStringLiteral("down")}});
}

QByteArray clockLine(int number, std::optional<std::int64_t> us) {
    QJsonObject object{{QStringLiteral("clock"), number}};
    if (us) {
        object.insert(QStringLiteral("us"), static_cast<qint64>(*us));
    }
    return line(object);
}

QByteArray busyLine(double percent) {
    return line({{QStringLiteral("busy"), std::round(percent * 10) / 10}});
}

QByteArray errorLine(const QString& text) {
    return line({{QStringLiteral("error"), text}});
}

std::optional<DatagramHead> readDatagram(const QByteArray& octets) {
    if (octets.size() < kDatagramHeader || octets[0] < 1 || octets[0] > 2) {
        return std::nullopt;
    }
    return DatagramHead{static_cast<DatagramType>(octets[0]), qFromBigEndian<quint64>(octets.constData() + 8), qFromBigEndian<quint64>(octets.constData() + 16)};
}

QByteArray datagram(const DatagramHead& head, qsizetype size) {
    QByteArray octets(std::max(size, kDatagramHeader), '\0');
    octets[0] = static_cast<char>(head.type);
    qToBigEndian<quint64>(head.token, octets.data() + 8);
    qToBigEndian<quint64>(head.number, octets.data() + 16);
    return octets;
}

} // namespace core::load
