#include "ui/pages/endpoint_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace ui {
namespace {

bool isDottedQuad(const QString& host) {
    const QStringList parts = host.split(u'.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](const QString& part) {
               bool number = false;
               const uint value = part.toUInt(&number);
               return number && value <= 255 && part.size() <= 3 && part[0].isDigit();
           });
}

} // namespace

QString endpointText(const core::workspace::Endpoint& endpoint) {
    const bool v6 = endpoint.host.contains(u':');
    QString out = endpoint.user + u'@' + (v6 ? u'[' + endpoint.host + u']' : endpoint.host);
    if (endpoint.port != usualPort(endpoint.via)) {
        out += u':' + QString::number(endpoint.port);
    }
    return out;
}

QString viaText(core::workspace::Via via) {
    switch (via) {
    case core::workspace::Via::ApiSsl:
        return QStringLiteral("API-SSL");
    case core::workspace::Via::Ssh:
        return QStringLiteral("SSH");
    case core::workspace::Via::Api:
        break;
    }
    return QCoreApplication::translate("ui", "API, not encrypted");
}

bool isLoopbackHost(const QString& host) {
    return host == QLatin1String("localhost") || host == QLatin1String("::1") ||
           (host.startsWith(QLatin1String("127.")) && isDottedQuad(host));
}

bool isPlausibleHost(const QString& host) {
    if (host.contains(u':')) { // IPv6, perhaps with a zone: the resolver has the last word
        static const QRegularExpression v6(QStringLiteral("^[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9._-]+)?$"));
        return host.count(u':') >= 2 && v6.match(host).hasMatch();
    }
    static const QRegularExpression digits(QStringLiteral("^[0-9.]+$"));
    if (digits.match(host).hasMatch()) { // all digits and dots, but no address: mistyped
        return isDottedQuad(host);
    }
    // RFC 1123 2.1: labels of letters, digits and hyphens; underscores are met in practice.
    static const QRegularExpression name(
        QStringLiteral("^(?=.{1,253}$)(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*\\.?$"));
    return name.match(host).hasMatch();
}

} // namespace ui
