#include "core/routeros/config/printed_config.h"

#include "core/routeros/config/schema.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace core::routeros::config {

namespace {

using core::model::Attribute;
using core::model::Request;
using core::model::Row;

constexpr script::Position kNowhere{0, 0};

bool isYes(std::string_view value) {
    return value == "true" || value == "yes";
}

// About the row, not of it.
bool isFlag(std::string_view name) {
    constexpr std::array<std::string_view, 7> flags{".id", "dynamic", "invalid", "builtin", "default", "bytes", "running"};
    return std::find(flags.begin(), flags.end(), name) != flags.end();
}

bool isBuiltin(const Row& row) {
    return isYes(row.value("builtin")) || isYes(row.value("default"));
}

// Built-in rows of these menus stand in every router and in no export; with them "any entry" would always be true.
bool isAlwaysThere(std::string_view path, const Row& row) {
    const bool menu = path == "/interface/list" || path == "/ip/ipsec/policy" || path == "/ip/vrf" || path == "/routing/table";
    return menu && (isBuiltin(row) || row.value("name") == "main");
}

// What the router says of hardware though nobody has set it.
bool isOfTheBoard(std::string_view path, const Row& row, const Attribute& attribute) {
    if (path == "/interface/ethernet") {
        return attribute.name == "mac-address" && attribute.value == row.value("orig-mac-address");
    }
    return path == "/queue/interface" && attribute.name == "queue" && attribute.value == row.value("default-queue");
}

// "123", or "123/456" of a queue with two directions.
std::uint64_t octets(std::string_view text) {
    std::uint64_t sum = 0;
    while (!text.empty()) {
        std::uint64_t part = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (error != std::errc()) {
            break;
        }
        sum += part;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(text.starts_with('/') ? 1 : text.size());
    }
    return sum;
}

// Over SSH numbers come as numbers: 33024 where the API, and an export, have 0x8100.
std::string spelled(const Property* property, const std::string& value) {
    const bool digits = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || !property || !property->fallback || !property->fallback->starts_with("0x")) {
        return value;
    }
    char text[17];
    std::uint64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return "0x" + std::string(text, std::to_chars(text, text + sizeof text, number, 16).ptr);
}

Request writing(const PrintedMenu& menu, const Row& row) {
    Request out{menu.path, menu.settings ? "set" : "add", {}, {}, {}};
    const Menu* schema = findMenu(menu.path);
    for (const Attribute& attribute : row.attributes()) {
        // Version 6 says of every route that it is unicast; some menus that it is enabled what cannot be disabled.
        const bool usual = (menu.path == "/ip/route" && attribute.name == "type" && attribute.value == "unicast") ||
                           (attribute.name == "disabled" && !isYes(attribute.value) && !(schema && schema->find("disabled")));
        if (!isFlag(attribute.name) && !isOfTheBoard(menu.path, row, attribute) && !usual) {
            out.arguments.push_back({attribute.name, spelled(schema ? schema->find(attribute.name) : nullptr, attribute.value)});
        }
    }
    return out;
}

Item& written(PrintedConfig& into, const PrintedMenu& menu, const Row& row) {
    applyLeniently(into.config.tree, writing(menu, row), kNowhere, into.config.notes);
    ++into.config.items;
    return into.config.tree.table(menu.path).back();
}

// The kinds /interface names otherwise than their menus.
std::string menuOfType(std::string_view type) {
    static const std::map<std::string_view, std::string_view> menus{
        {"wlan", "wireless"},        {"l2tp-out", "l2tp-client"}, {"ovpn-out", "ovpn-client"},   {"sstp-out", "sstp-client"},
        {"pptp-out", "pptp-client"}, {"gre6-tunnel", "gre6"},     {"gre-tunnel", "gre"},         {"ipip-tunnel", "ipip"},
        {"ether", "ethernet"},       {"bond", "bonding"},         {"pppoe-out", "pppoe-client"}, {"wg", "wireguard"}};
    const auto found = menus.find(type);
    return "/interface/" + std::string(found == menus.end() ? type : found->second);
}

} // namespace

void take(PrintedConfig& into, const PrintedMenu& menu, const std::vector<Row>& rows) {
    if (menu.settings) {
        if (!rows.empty()) {
            written(into, menu, rows.front());
        }
        return;
    }
    for (std::size_t number = 0; number < rows.size(); ++number) {
        const Row& row = rows[number];
        if (isYes(row.value("dynamic"))) {
            into.dynamic[menu.path].push_back(row);
        } else if (isYes(row.value("invalid"))) {
            into.invalid[menu.path].push_back(row);
        } else if (!isAlwaysThere(menu.path, row)) {
            Item& item = written(into, menu, row);
            item.builtin = menu.given || isBuiltin(row);
            if (menu.request.queries.empty()) {
                into.config.places.numbers[item.id] = number;
            }
            if (const auto id = row.get(".id")) {
                into.byRouterId[menu.path + std::string(*id)] = item.id;
            }
            if (const auto counted = row.get("bytes")) {
                into.bytes[item.id] = octets(*counted);
            }
        }
    }
}

std::unordered_map<ItemId, std::uint64_t> countedBy(const PrintedConfig& config, std::string_view menu, const std::vector<Row>& rows) {
    std::unordered_map<ItemId, std::uint64_t> out;
    for (const Row& row : rows) {
        const auto item = config.byRouterId.find(std::string(menu) + std::string(row.value(".id")));
        const auto counted = row.get("bytes");
        if (item != config.byRouterId.end() && counted) {
            out[item->second] = octets(*counted);
        }
    }
    return out;
}

void takeExport(PrintedConfig& into, const PrintedMenu& menu, std::string_view text) {
    const LoadedConfig part = loadConfig(text);
    for (const Item* item : part.tree.items(menu.path)) {
        Item copy = *item;
        copy.id = copy.id == 0 ? 0 : into.config.tree.nextId();
        into.config.tree.table(menu.path).push_back(std::move(copy));
        ++into.config.items;
    }
}

void takeInterfaces(PrintedConfig& into, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const std::string_view name = row.value("name");
        const std::string path = menuOfType(row.value("type"));
        const bool loopback = row.value("type") == "loopback"; // the router's own since 7.14, flagged as nothing
        if (isYes(row.value("dynamic")) || loopback || into.config.tree.findInterface(name) ||
            into.config.tree.findBy(path, "name", name)) {
            continue;
        }
        PrintedMenu menu;
        menu.path = path;
        Request add = writing(menu, row);
        std::erase_if(add.arguments, [](const Attribute& attribute) { return attribute.name == "type" || attribute.value.empty(); });
        const std::size_t notes = into.config.notes.size();
        applyLeniently(into.config.tree, add, kNowhere, into.config.notes);
        into.config.notes.resize(notes); // that the menu is not known was clear before
        ++into.config.items;
    }
}

} // namespace core::routeros::config
