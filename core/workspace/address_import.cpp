#include "core/workspace/address_import.h"

#include "core/workspace/display_text.h"
#include "core/workspace/winbox_addresses.h"

#include <QRegularExpression>
#include <algorithm>
#include <map>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr int kLongestNotes = 50;

std::string_view view(const QByteArray& bytes) {
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

void note(AddressImport& import, const QString& text) {
    if (import.notes.size() < kLongestNotes) {
        import.notes << text;
    }
}

bool isMac(const QString& text) {
    static const QRegularExpression shape(QStringLiteral("^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$"));
    return shape.match(text).hasMatch();
}

// "10.0.0.1:8291", "[fe80::1]:8291", "router.lan": host, and the port when one stands there.
std::pair<QString, int> splitTarget(const QString& target) {
    static const QRegularExpression bracketed(QStringLiteral("^\\[([^\\]]+)\\](?::(\\d{1,5}))?$"));
    static const QRegularExpression plain(QStringLiteral("^([^:]+)(?::(\\d{1,5}))?$"));
    for (const QRegularExpression* shape : {&bracketed, &plain}) {
        if (const auto match = shape->match(target); match.hasMatch()) {
            return {match.captured(1), match.captured(2).toInt()};
        }
    }
    return {target, 0}; // a bare IPv6 address
}

bool isHost(const QString& host) {
    static const QRegularExpression shape(QStringLiteral("^[A-Za-z0-9._:%-]{1,253}$"));
    return shape.match(host).hasMatch();
}

AddressImport fromWinbox(const std::vector<WinboxAddress>& addresses) {
    AddressImport import;
    for (const WinboxAddress& address : addresses) {
        const QString target = displayText(address.target);
        const QString host = splitTarget(target).first; // the port is WinBox's own and of no use here
        if (isMac(target) || address.kind == 2 || address.kind > 6 || !isHost(host)) {
            note(import, QStringLiteral("%1: not an IP address or name, left out").arg(target));
            continue;
        }
        ImportedRouter router;
        router.endpoint.host = host;
        router.endpoint.user = displayText(address.user);
        const QString comment = displayText(address.comment), group = displayText(address.group);
        router.endpoint.label = comment.isEmpty() ? group : comment;
        router.password = displayText(address.password);
        import.routers.push_back(std::move(router));
    }
    return import;
}

// RFC 4180: fields, quoted where they hold a separator, a quote (doubled) or a line end.
std::vector<QStringList> readCsv(const QString& text, QChar separator) {
    std::vector<QStringList> lines(1);
    QString field;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c == u'"' && i + 1 < text.size() && text[i + 1] == u'"') {
                field += c;
                ++i;
            } else if (c == u'"') {
                quoted = false;
            } else {
                field += c;
            }
        } else if (c == u'"' && field.isEmpty()) {
            quoted = true;
        } else if (c == separator || c == u'\n') {
            lines.back() << field.trimmed();
            field.clear();
            if (c == u'\n') {
                lines.emplace_back();
            }
        } else if (c != u'\r') {
            field += c;
        }
    }
    lines.back() << field.trimmed();
    return lines;
}

QString column(const QString& title) {
    static const std::map<QString, QString> names{
        {QStringLiteral("address"), QStringLiteral("address")}, {QStringLiteral("host"), QStringLiteral("address")},
        {QStringLiteral("ip"), QStringLiteral("address")},      {QStringLiteral("hostname"), QStringLiteral("address")},
        {QStringLiteral("name"), QStringLiteral("name")},       {QStringLiteral("identity"), QStringLiteral("name")},
        {QStringLiteral("user"), QStringLiteral("user")},       {QStringLiteral("username"), QStringLiteral("user")},
        {QStringLiteral("login"), QStringLiteral("user")},      {QStringLiteral("password"), QStringLiteral("password")},
        {QStringLiteral("port"), QStringLiteral("port")},       {QStringLiteral("via"), QStringLiteral("via")},
        {QStringLiteral("group"), QStringLiteral("group")},     {QStringLiteral("comment"), QStringLiteral("comment")},
        {QStringLiteral("note"), QStringLiteral("comment")}};
    const auto it = names.find(title.toLower());
    return it == names.end() ? QString() : it->second;
}

Via viaOf(const QString& word) {
    return word == QLatin1String("ssh") ? Via::Ssh : word == QLatin1String("api") ? Via::Api : Via::ApiSsl;
}

// One line; empty: left out, with a note.
void take(AddressImport& import, const std::map<QString, QString>& cells, std::size_t line) {
    const auto cell = [&cells](const char* name) {
        const auto it = cells.find(QLatin1String(name));
        return it == cells.end() ? QString() : it->second;
    };
    const auto [host, portInTarget] = splitTarget(cell("address"));
    if (!isHost(host) || isMac(host)) {
        note(import, QStringLiteral("line %1: “%2” is no address or name, left out").arg(line).arg(cell("address")));
        return;
    }
    ImportedRouter router;
    router.endpoint.host = host;
    router.endpoint.via = viaOf(cell("via").toLower());
    const int port = cell("port").isEmpty() ? portInTarget : cell("port").toInt();
    if (port < 0 || port > 65535 || (port == 0 && !cell("port").isEmpty())) {
        note(import, QStringLiteral("line %1: “%2” is no port, the usual one is taken").arg(line).arg(cell("port")));
    }
    // A port that says which service it is chooses it; WinBox's own is of no use here.
    if (cell("via").isEmpty() && port == usualPort(Via::Ssh)) {
        router.endpoint.via = Via::Ssh;
    }
    const bool usable = port > 0 && port <= 65535 && port != 8291 && !(port == 8728 && router.endpoint.via == Via::ApiSsl);
    router.endpoint.port = usable ? static_cast<quint16>(port) : usualPort(router.endpoint.via);
    router.endpoint.user = cell("user");
    router.endpoint.label = !cell("name").isEmpty() ? cell("name") : !cell("comment").isEmpty() ? cell("comment") : cell("group");
    router.password = cell("password");
    import.routers.push_back(std::move(router));
}

Result<AddressImport> fromLines(const QString& text) {
    const QString first = text.section(u'\n', 0, 0);
    const QChar separator = first.contains(u'|')                            ? u'|'
                            : first.contains(u'\t')                         ? u'\t'
                            : first.contains(u';') && !first.contains(u',') ? u';'
                                                                            : u',';
    const std::vector<QStringList> lines = readCsv(text, separator);
    QStringList columns;
    for (const QString& title : lines.front()) {
        columns << column(title);
    }
    std::size_t begin = 1;
    if (!columns.contains(QStringLiteral("address"))) {
        if (separator != u'|') {
            return fail(ErrorCode::InvalidInput, "The file is neither an address file of WinBox nor a table with a column “address”. The "
                                                 "first line has to name the columns: "
                                                 "name,address,port,user,group,comment.");
        }
        columns = {QStringLiteral("address"), QStringLiteral("user"), QStringLiteral("password")};
        begin = 0;
    }
    AddressImport import;
    for (std::size_t i = begin; i < lines.size(); ++i) {
        std::map<QString, QString> cells;
        for (qsizetype n = 0; n < std::min(lines[i].size(), columns.size()); ++n) {
            cells[columns[n]] = lines[i][n];
        }
        const bool blank = std::all_of(lines[i].begin(), lines[i].end(), [](const QString& text_) { return text_.isEmpty(); });
        if (!blank && !lines[i].front().startsWith(u'#')) {
            take(import, cells, i + 1);
        }
    }
    return import;
}

} // namespace

bool wantsPassword(const QByteArray& file) {
    return isEncryptedWinboxFile(view(file));
}

Result<AddressImport> importAddresses(const QByteArray& file, const QString& password) {
    if (isWinboxFile(view(file))) {
        const QByteArray secret = password.toUtf8();
        const Result<std::vector<WinboxAddress>> addresses = readWinboxFile(view(file), view(secret));
        if (!addresses) {
            return tl::unexpected(addresses.error());
        }
        return fromWinbox(*addresses);
    }
    if (file.contains('\0')) {
        return fail(ErrorCode::InvalidInput, "The file is neither text nor an address file of WinBox.");
    }
    QString text = displayText(view(file));
    if (text.startsWith(QChar(0xFEFF))) {
        text.remove(0, 1);
    }
    return fromLines(text);
}

} // namespace core::workspace
