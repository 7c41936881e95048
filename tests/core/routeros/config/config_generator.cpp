#include "tests/core/routeros/config/config_generator.h"

#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

namespace tests {

namespace config = core::routeros::config;
namespace script = core::routeros::script;
using config::MenuKind;
using config::ValueType;

namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

} // namespace

std::string ConfigGenerator::octets() {
    std::string out;
    for (unsigned n = 1 + below(below(8) == 0 ? 120 : 8); n > 0; --n) {
        out += below(5) == 0 ? static_cast<char>(1 + below(255)) : below(6) == 0 ? ' ' : static_cast<char>('a' + below(26));
    }
    return out;
}

std::string ConfigGenerator::atom(const Property& property) {
    if (!property.words.empty() && (property.type == ValueType::Word || below(3) == 0)) {
        return std::string(property.words[below(static_cast<unsigned>(property.words.size()))]);
    }
    switch (property.type) {
    case ValueType::Boolean: return oneOf({"yes", "no"});
    case ValueType::Number: return std::to_string(property.min + below(static_cast<unsigned>(std::min<std::uint64_t>(property.max - property.min, 60000)) + 1));
    case ValueType::Hex: return oneOf({"0x80", "0x8000", "128"});
    case ValueType::Decimal: return oneOf({"0.1", "0.01", "2"});
    case ValueType::Duration: return oneOf({"10s", "1d", "5m", "00:10:00", "500ms", "1w2d3h4m5s"});
    case ValueType::Rate: return oneOf({"10M", "0", "512k", "1G", "249M", "1234567", "420.0Mbps"});
    case ValueType::Size: return oneOf({"32MiB", "50KiB", "1000"});
    case ValueType::Address: return oneOf({"10.0.0.1", "192.168.88.0"});
    case ValueType::AddressWithLength: return oneOf({"10.0.0.1/24", "10.0.0.1", "172.16.0.0/12"});
    case ValueType::Prefix: return oneOf({"0.0.0.0/0", "10.1.2.3/8", "192.168.88.0/24"});
    case ValueType::AddressInterval: return oneOf({"10.0.0.1", "10.1.2.3/8", "10.0.0.1-10.0.0.9"});
    case ValueType::Ports: return oneOf({"80", "1000-2000", "443"});
    case ValueType::Protocol: return oneOf({"tcp", "6", "udp", "47", "200"});
    case ValueType::Mac: return oneOf({"02:00:5E:00:00:01", "02:00:5e:ab:cd:ef"});
    case ValueType::Reference: return oneOf({"ether1", "ether10", "bridge1", "WAN", "*7", "my list", "10.0.0.0/24"});
    case ValueType::Text:
    case ValueType::Word: break;
    }
    return below(3) ? oneOf({"a", "LAN", "forward", "main", "9", "*1", "a,b", "true", "x=y", "/etc", "[x]", "!no"}) : octets();
}

std::string ConfigGenerator::value(const Property& property) {
    if (below(15) == 0) {
        return octets(); // may be no such value at all
    }
    std::string out = property.negatable && below(5) == 0 ? "!" : "";
    for (unsigned n = property.list ? 1 + below(3) : 1; n > 0; --n) {
        out += atom(property) + (property.pair && below(2) ? "/" + atom(property) : "") + (n > 1 ? "," : "");
    }
    return out;
}

std::string ConfigGenerator::arguments(const Menu& menu) {
    std::string out;
    std::set<std::string_view> used;
    for (unsigned n = below(7); n > 0 && !menu.properties.empty(); --n) {
        const Property& property = menu.properties[below(static_cast<unsigned>(menu.properties.size()))];
        const bool nameOfGiven = menu.kind == MenuKind::Fixed && property.name == menu.key && menu.path != "/interface/ethernet";
        if (property.readOnly || nameOfGiven || !used.insert(property.name).second) {
            continue;
        }
        if (property.bare && below(2)) {
            out += " " + std::string(property.name);
        } else {
            out += " " + std::string(property.name) + "=" + script::quote(below(12) == 0 ? std::string() : value(property));
        }
    }
    if (below(12) == 0) {
        out += " not-a-property=" + script::quote(octets());
    }
    return out;
}

std::string ConfigGenerator::command(const Menu& menu) {
    switch (menu.kind) {
    case MenuKind::ReadOnly: return {};
    case MenuKind::Settings: return "set" + arguments(menu);
    case MenuKind::Fixed:
        if (menu.path == "/interface/ethernet" && below(3)) {
            return "set [ find default-name=ether" + std::to_string(1 + below(12)) + " ]" + arguments(menu);
        }
        return "set " + oneOf({"ether1", "ether2", "0", "4", "switch1", "*FFFFFFFE"}) + arguments(menu);
    case MenuKind::List:
    case MenuKind::Ordered: break;
    }
    const std::string key = !menu.key.empty() && below(4) ? " " + std::string(menu.key) + "=" + script::quote(below(6) ? "n" + std::to_string(below(40)) : octets()) : "";
    if (below(12) == 0) {
        return "set [ find default=yes ]" + arguments(menu);
    }
    std::string rest = arguments(menu);
    return "add" + (rest.find(" " + std::string(menu.key) + "=") == std::string::npos ? key : std::string()) + rest;
}

std::string ConfigGenerator::unknown() {
    switch (below(6)) {
    case 0: return "/future/menu\nset speed=" + script::quote(octets()) + "\n";
    case 1: return "/future/list\nadd name=" + script::quote(octets()) + " x=\"\"\n";
    case 2: return "/future/list\nset [ find default=yes ] a=b\n";
    case 3: return "/future/list\nset 3 a=" + script::quote(octets()) + "\n";
    case 4: return ":if ([:len [/interface find]] > 0) do={ :put \"" + std::to_string(below(100)) + "\" }\n";
    default: return "/zerotier set zt" + std::to_string(below(3)) + " disabled=no disabled=no name=zt1\n";
    }
}

std::string ConfigGenerator::text(unsigned commands) {
    std::string out = below(2) ? "# 2024-10-25 06:08:35 by RouterOS 7.16.1\n# software id = AAAA-BBBB\n#\n# model = RB5009UG+S+\n" : "";
    const auto& menus = config::menus();
    for (unsigned n = 0; n < commands;) {
        if (below(10) == 0) {
            out += unknown();
            ++n;
            continue;
        }
        const Menu& menu = menus[below(static_cast<unsigned>(menus.size()))];
        const unsigned here = 1 + below(6);
        if (menu.kind == MenuKind::ReadOnly) {
            continue;
        }
        out += script::printMenu(menu.path) + "\n";
        for (unsigned i = 0; i < here; ++i, ++n) {
            out += command(menu) + "\n";
        }
    }
    return out;
}

std::string ConfigGenerator::changed(const std::string& text) {
    std::vector<std::string> lines = linesOf(text);
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool add = lines[i].starts_with("add");
        if (add && below(6) == 0) {
            continue;
        }
        if (add && i + 1 < lines.size() && lines[i + 1].starts_with("add") && below(4) == 0) {
            std::swap(lines[i], lines[i + 1]);
        }
        out += lines[i] + (add && below(5) == 0 ? " comment=" + script::quote(octets()) : "") + "\n";
        if (add && below(6) == 0) {
            out += "add comment=" + script::quote(octets()) + "\n";
        }
    }
    return out;
}

} // namespace tests
