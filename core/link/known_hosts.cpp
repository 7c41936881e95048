#include "core/link/known_hosts.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>

namespace core::link {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::uint16_t kSshPort = 22;

std::string nameOf(std::string_view host, std::uint16_t port) {
    return port == kSshPort ? std::string(host) : "[" + std::string(host) + "]:" + std::to_string(port);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end > 0) {
            parts.emplace_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

} // namespace

KnownHosts KnownHosts::parse(std::string_view text) {
    KnownHosts known;
    for (const std::string& line : split(text, '\n')) {
        Line entry{line, {}, {}};
        const std::vector<std::string> fields = split(line, ' ');
        if (fields.size() >= 3 && line[0] != '#' && line[0] != '@' && line[0] != '|') {
            entry.names = split(fields[0], ',');
            entry.key = {fields[1], fields[2]};
            while (!entry.key.blob.empty() && entry.key.blob.back() == '\r') {
                entry.key.blob.pop_back();
            }
        }
        known.lines_.push_back(std::move(entry));
    }
    return known;
}

Result<KnownHosts> KnownHosts::load(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.exists()) {
        return KnownHosts();
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io, "The known host keys in " + path + " cannot be read. Check who owns the file.",
                    file.errorString().toStdString());
    }
    return parse(file.readAll().toStdString());
}

std::vector<HostKey> KnownHosts::keysOf(std::string_view host, std::uint16_t port) const {
    std::vector<HostKey> keys;
    const std::string name = nameOf(host, port);
    for (const Line& line : lines_) {
        if (std::find(line.names.begin(), line.names.end(), name) != line.names.end()) {
            keys.push_back(line.key);
        }
    }
    return keys;
}

void KnownHosts::trust(std::string_view host, std::uint16_t port, HostKey key) {
    const std::string name = nameOf(host, port);
    for (Line& line : lines_) {
        if (std::erase(line.names, name) > 0 && !line.names.empty()) { // other names of the same key stay
            std::string names;
            for (const std::string& other : line.names) {
                names += (names.empty() ? "" : ",") + other;
            }
            line.text = names + line.text.substr(std::min(line.text.find(' '), line.text.size()));
        }
    }
    std::erase_if(lines_, [](const Line& line) { return line.names.empty() && !line.key.blob.empty(); });
    std::string text = name + ' ' + key.type + ' ' + key.blob;
    lines_.push_back({std::move(text), {name}, std::move(key)});
}

std::string KnownHosts::text() const {
    std::string out;
    for (const Line& line : lines_) {
        (out += line.text) += '\n';
    }
    return out;
}

Result<void> KnownHosts::save(const std::string& path) const {
    const QString name = QString::fromStdString(path);
    QDir().mkpath(QFileInfo(name).absolutePath());
    QSaveFile file(name);
    const std::string all = text();
    if (!file.open(QIODevice::WriteOnly) || file.write(all.data(), static_cast<qint64>(all.size())) < 0) {
        return fail(ErrorCode::Io, "The host key could not be remembered in " + path + ".", file.errorString().toStdString());
    }
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    if (!file.commit()) {
        return fail(ErrorCode::Io, "The host key could not be remembered in " + path + ".", file.errorString().toStdString());
    }
    return {};
}

std::string hostKeyFingerprint(const std::string& blob) {
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(blob), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty()) {
        return {};
    }
    const QByteArray digest = QCryptographicHash::hash(decoded.decoded, QCryptographicHash::Sha256);
    return "SHA256:" + digest.toBase64(QByteArray::OmitTrailingEquals).toStdString();
}

} // namespace core::link
