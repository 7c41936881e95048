#include "agent/control/tree/factory.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"

#include <array>

namespace agent::control {

namespace config = core::routeros::config;

namespace {

Item& addBuiltin(Tree& tree, std::string_view menu, std::initializer_list<std::pair<std::string_view, std::string>> values) {
    Item item = itemWithDefaults(menu);
    item.id = tree.nextId();
    item.builtin = true;
    for (const auto& [name, value] : values) {
        item.values.insert_or_assign(std::string(name), value);
    }
    tree.table(menu).push_back(std::move(item));
    return tree.table(menu).back();
}

// Locally administered (bit 1 of the first octet), "PS" for Pathscope, then the port.
std::string macOf(std::size_t port) {
    return config::formatMac({0x02, 0x50, 0x53, 0x00, static_cast<std::uint8_t>((port + 1) >> 8), static_cast<std::uint8_t>(port + 1)});
}

void addPorts(Tree& tree, const core::devices::Board& board) {
    for (std::size_t i = 0; i < board.ports.size(); ++i) {
        const core::devices::Port& port = board.ports[i];
        Item& item =
            addBuiltin(tree, "/interface/ethernet",
                       {{"name", port.name}, {"default-name", port.name}, {"mac-address", macOf(i)}, {"orig-mac-address", macOf(i)}});
        if (port.chip) {
            item.values["switch"] = board.chips[*port.chip].name;
        }
    }
}

void addChips(Tree& tree, const core::devices::Board& board) {
    for (const core::devices::Chip& chip : board.chips) {
        Item& item = addBuiltin(tree, "/interface/ethernet/switch", {{"name", chip.name}, {"type", chip.type}});
        if (chip.routing) {
            item.values["l3-hw-offloading"] = "false";
        }
    }
    for (const core::devices::Port& port : board.ports) {
        if (!port.chip) {
            continue;
        }
        const core::devices::Chip& chip = board.chips[*port.chip];
        Item& item = addBuiltin(tree, "/interface/ethernet/switch/port", {{"name", port.name}, {"switch", chip.name}});
        if (chip.routing) {
            item.values["l3-hw-offloading"] = "true";
        }
    }
}

void addQueues(Tree& tree, const core::devices::Board& board) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> types{{
        {"default", "pfifo"},
        {"ethernet-default", "pfifo"},
        {"wireless-default", "sfq"},
        {"synchronous-default", "red"},
        {"hotspot-default", "sfq"},
        {"pcq-upload-default", "pcq"},
        {"pcq-download-default", "pcq"},
        {"only-hardware-queue", "none"},
        {"multi-queue-ethernet-default", "mq-pfifo"},
    }};
    for (const auto& [name, kind] : types) {
        Item& type = addBuiltin(tree, "/queue/type", {{"name", std::string(name)}, {"kind", std::string(kind)}});
        if (kind == "pcq") {
            type.values["pcq-classifier"] = name.starts_with("pcq-upload") ? "src-address" : "dst-address";
        }
    }
    addBuiltin(tree, "/queue/type", {{"name", "default-small"}, {"kind", "pfifo"}, {"pfifo-limit", "10"}});
    for (const core::devices::Port& port : board.ports) {
        addBuiltin(tree, "/queue/interface",
                   {{"interface", port.name}, {"queue", "only-hardware-queue"}, {"default-queue", "only-hardware-queue"}});
    }
}

// What RouterOS comes with and exports of users refer to.
void addServices(Tree& tree) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> services{{
        {"ftp", "21"},
        {"ssh", "22"},
        {"telnet", "23"},
        {"www", "80"},
        {"www-ssl", "443"},
        {"winbox", "8291"},
        {"api", "8728"},
        {"api-ssl", "8729"},
    }};
    for (const auto& [name, port] : services) {
        addBuiltin(tree, "/ip/service",
                   {{"name", std::string(name)}, {"port", std::string(port)}, {"disabled", name == "www-ssl" ? "true" : "false"}});
    }
    for (const char* name : {"ftp", "tftp", "irc", "h323", "sip", "pptp", "rtsp", "udplite", "dccp", "sctp"}) {
        addBuiltin(tree, "/ip/firewall/service-port", {{"name", name}, {"disabled", std::string(name) == "rtsp" ? "true" : "false"}});
    }
    addBuiltin(tree, "/routing/table", {{"name", "main"}, {"fib", "true"}});
}

// RouterOS's own groups; what they may is that of 7.24.
void addGroups(Tree& tree) {
    constexpr std::string_view common = "local,telnet,ssh,reboot,read,test,winbox,password,web,sniff,sensitive,api,romon,rest-api";
    addBuiltin(tree, "/user/group", {{"name", "read"}, {"policy", std::string(common) + ",!ftp,!write,!policy"}});
    addBuiltin(tree, "/user/group", {{"name", "write"}, {"policy", std::string(common) + ",write,!ftp,!policy"}});
    addBuiltin(tree, "/user/group", {{"name", "full"}, {"policy", std::string(common) + ",ftp,write,policy"}});
}

} // namespace

Item itemWithDefaults(std::string_view menu) {
    Item item;
    for (const config::Property& property : knownMenu(menu)->properties) {
        if (property.fallback) {
            item.values.emplace(property.name, *property.fallback);
        }
    }
    return item;
}

Tree factoryTree(const core::devices::Board& board) {
    Tree tree;
    for (const config::Menu* menu : knownMenus()) {
        if (menu->kind == config::MenuKind::Settings) {
            tree.table(menu->path).push_back(itemWithDefaults(menu->path));
        } else if (menu->hasItems() && menu->path != "/interface") {
            (void)tree.table(menu->path);
        }
    }
    addPorts(tree, board);
    addChips(tree, board);
    for (const char* name : {"all", "none", "dynamic", "static"}) {
        addBuiltin(tree, "/interface/list", {{"name", name}});
    }
    addQueues(tree, board);
    addServices(tree);
    addGroups(tree);
    return tree;
}

} // namespace agent::control
