#include "core/workspace/remembered.h"

#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace core::workspace {
namespace {

constexpr int kFormat = 2;
constexpr std::size_t kKept = 1000;

QString versionKey() {
    return QStringLiteral("connections/version");
}
QString listKey() {
    return QStringLiteral("connections/endpoints");
}

bool isReadable(const QSettings& settings) {
    return settings.value(versionKey(), kFormat).toInt() <= kFormat;
}

constexpr std::array<std::pair<QLatin1String, Via>, 3> kVias{
    {{QLatin1String("api-ssl"), Via::ApiSsl}, {QLatin1String("ssh"), Via::Ssh}, {QLatin1String("api"), Via::Api}}};

std::optional<Via> readVia(const QSettings& settings) {
    const QString word = settings.value(QStringLiteral("via")).toString();
    if (word.isEmpty()) {
        return settings.value(QStringLiteral("tls")).toBool() ? Via::ApiSsl : Via::Api; // format 1
    }
    const auto it = std::find_if(kVias.begin(), kVias.end(), [&word](const auto& via) { return via.first == word; });
    return it == kVias.end() ? std::nullopt : std::optional(it->second);
}

std::optional<Endpoint> readEndpoint(const QSettings& settings) {
    const std::optional<Via> via = readVia(settings);
    const int port = settings.value(QStringLiteral("port")).toInt();
    Endpoint endpoint;
    endpoint.host = settings.value(QStringLiteral("host")).toString();
    if (!via || endpoint.host.isEmpty() || port <= 0 || port > 65535) {
        return std::nullopt;
    }
    endpoint.port = static_cast<quint16>(port);
    endpoint.via = *via;
    endpoint.user = settings.value(QStringLiteral("user")).toString();
    endpoint.allowAnonymous = settings.value(QStringLiteral("allow-anonymous")).toBool();
    endpoint.legacySsh = settings.value(QStringLiteral("legacy-ssh")).toBool();
    endpoint.keyFile = settings.value(QStringLiteral("key-file")).toString();
    endpoint.fingerprint = settings.value(QStringLiteral("fingerprint")).toString();
    endpoint.label = settings.value(QStringLiteral("label")).toString();
    return endpoint;
}

void writeEndpoint(QSettings& settings, const Endpoint& endpoint) {
    const auto via = std::find_if(kVias.begin(), kVias.end(), [&endpoint](const auto& known) { return known.second == endpoint.via; });
    settings.setValue(QStringLiteral("host"), endpoint.host);
    settings.setValue(QStringLiteral("port"), endpoint.port);
    settings.setValue(QStringLiteral("user"), endpoint.user);
    settings.setValue(QStringLiteral("via"), QString(via->first));
    settings.setValue(QStringLiteral("allow-anonymous"), endpoint.allowAnonymous);
    settings.setValue(QStringLiteral("legacy-ssh"), endpoint.legacySsh);
    settings.setValue(QStringLiteral("key-file"), endpoint.keyFile);
    settings.setValue(QStringLiteral("fingerprint"), endpoint.via == Via::ApiSsl ? endpoint.fingerprint : QString());
    settings.setValue(QStringLiteral("label"), endpoint.label);
    settings.remove(QStringLiteral("tls"));
}

void write(QSettings& settings, std::vector<Endpoint> endpoints) {
    endpoints.resize(std::min(endpoints.size(), kKept));
    settings.setValue(versionKey(), kFormat);
    settings.beginWriteArray(listKey(), static_cast<int>(endpoints.size()));
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        writeEndpoint(settings, endpoints[i]);
    }
    settings.endArray();
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
        if (std::optional<Endpoint> endpoint = readEndpoint(settings)) {
            endpoints.push_back(std::move(*endpoint));
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
    Endpoint newest = endpoint;
    for (const Endpoint& old : endpoints) {
        newest.label = newest.label.isEmpty() && isSameDoor(old, newest) ? old.label : newest.label;
    }
    std::erase_if(endpoints, [&newest](const Endpoint& old) { return isSameDoor(old, newest); });
    endpoints.insert(endpoints.begin(), newest);
    write(settings, std::move(endpoints));
}

void rememberEndpoints(const std::vector<Endpoint>& more) {
    QSettings settings;
    if (!isReadable(settings)) {
        return;
    }
    std::vector<Endpoint> endpoints = rememberedEndpoints();
    for (const Endpoint& endpoint : more) {
        if (std::none_of(endpoints.begin(), endpoints.end(), [&endpoint](const Endpoint& known) { return isSameDoor(known, endpoint); })) {
            endpoints.push_back(endpoint);
        }
    }
    write(settings, std::move(endpoints));
}

QString rememberedFingerprint(const Endpoint& endpoint) {
    for (const Endpoint& known : rememberedEndpoints()) {
        if (known.host == endpoint.host && known.port == endpoint.port && known.via == endpoint.via && !known.fingerprint.isEmpty()) {
            return known.fingerprint;
        }
    }
    return {};
}

QString knownHostsFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/known_hosts");
}

} // namespace core::workspace
