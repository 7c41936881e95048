#include "core/workspace/remembered.h"

#include <QSettings>
#include <algorithm>

namespace core::workspace {
namespace {

constexpr int kFormat = 1;
constexpr std::size_t kKept = 20;

QString versionKey() {
    return QStringLiteral("connections/version");
}
QString listKey() {
    return QStringLiteral("connections/endpoints");
}

bool isReadable(const QSettings& settings) {
    return settings.value(versionKey(), kFormat).toInt() <= kFormat;
}

} // namespace

std::vector<Endpoint> rememberedEndpoints() {
    QSettings settings;
    std::vector<Endpoint> endpoints;
    if (!isReadable(settings)) {
        return endpoints;
    }
    const int count = settings.beginReadArray(listKey());
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        Endpoint endpoint;
        endpoint.host = settings.value(QStringLiteral("host")).toString();
        const int port = settings.value(QStringLiteral("port")).toInt();
        endpoint.port = static_cast<quint16>(port);
        endpoint.user = settings.value(QStringLiteral("user")).toString();
        endpoint.tls = settings.value(QStringLiteral("tls")).toBool();
        if (!endpoint.host.isEmpty() && port > 0 && port <= 65535) {
            endpoints.push_back(std::move(endpoint));
        }
    }
    settings.endArray();
    return endpoints;
}

void rememberEndpoint(const Endpoint& endpoint) {
    QSettings settings;
    if (!isReadable(settings)) {
        return;
    }
    std::vector<Endpoint> endpoints = rememberedEndpoints();
    std::erase(endpoints, endpoint);
    endpoints.insert(endpoints.begin(), endpoint);
    endpoints.resize(std::min(endpoints.size(), kKept));
    settings.setValue(versionKey(), kFormat);
    settings.beginWriteArray(listKey(), static_cast<int>(endpoints.size()));
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("host"), endpoints[i].host);
        settings.setValue(QStringLiteral("port"), endpoints[i].port);
        settings.setValue(QStringLiteral("user"), endpoints[i].user);
        settings.setValue(QStringLiteral("tls"), endpoints[i].tls);
    }
    settings.endArray();
}

} // namespace core::workspace
