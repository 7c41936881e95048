#include "core/link/cli_command.h"

#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace core::link {

using core::model::Attribute;
using core::model::Request;

namespace script = core::routeros::script;

namespace {

// Menus whose items have counters that "print as-value" leaves out.
constexpr std::array<std::string_view, 13> kCounting{"/interface",
                                                     "/interface/ethernet",
                                                     "/interface/ethernet/switch",
                                                     "/interface/ethernet/switch/port",
                                                     "/interface/bridge/filter",
                                                     "/interface/bridge/nat",
                                                     "/ip/firewall/filter",
                                                     "/ip/firewall/mangle",
                                                     "/ip/firewall/nat",
                                                     "/ip/firewall/raw",
                                                     "/ipv6/firewall/filter",
                                                     "/queue/simple",
                                                     "/queue/tree"};

// Menus without items.
constexpr std::array<std::string_view, 16> kSettings{"/interface/bridge/settings",
                                                     "/interface/ethernet/switch/l3hw-settings",
                                                     "/ip/dns",
                                                     "/ip/firewall/connection/tracking",
                                                     "/ip/neighbor/discovery-settings",
                                                     "/ip/settings",
                                                     "/ip/ssh",
                                                     "/ipv6/settings",
                                                     "/snmp",
                                                     "/system/clock",
                                                     "/system/identity",
                                                     "/system/license",
                                                     "/system/note",
                                                     "/system/package/update",
                                                     "/system/resource",
                                                     "/system/routerboard"};

template <std::size_t N> bool isOneOf(std::string_view text, const std::array<std::string_view, N>& list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool isPrint(const Request& request) {
    return request.verb == "print" || request.verb == "getall";
}

std::string asked(const Request& request, std::string_view words, bool json) {
    const std::string inner = script::printMenu(request.menu) + " " + std::string(words) + " as-value";
    return json ? ":put [:serialize to=json options=json.no-string-conversion [" + inner + "]]" : ":put [" + inner + "]";
}

CliCommand printLine(const Request& request, CliForm form, bool json) {
    if (form == CliForm::Text) {
        return {CliCommand::Reads::Text, script::printMenu(request.menu) + " print detail without-paging"};
    }
    const auto reads = json ? CliCommand::Reads::Json : CliCommand::Reads::Values;
    if (request.argument("count-only") && request.queries.empty()) {
        return {CliCommand::Reads::Number, ":put [" + script::printMenu(request.menu) + " print count-only]"};
    }
    std::string line = asked(request, form == CliForm::Plain ? "print" : "print detail", json);
    if (form == CliForm::DetailAndStats) {
        line += "; :put \"--- stats ---\"; " + asked(request, "print stats", json);
    }
    return {reads, line};
}

// "monitor-traffic interface=ether1 once": once, because nothing ends an exec channel but its command.
CliCommand monitorLine(const Request& request, bool json) {
    std::string words = request.verb;
    for (const Attribute& argument : request.arguments) {
        if (argument.name == ".id" || argument.name == "numbers") {
            words += " numbers=" + script::quote(argument.value);
        } else if (argument.name != ".proplist" && argument.name != "once" && argument.name != "interval" && argument.name != "duration") {
            words += " " + argument.name + (argument.value.empty() ? std::string() : "=" + script::quote(argument.value));
        }
    }
    return {json ? CliCommand::Reads::Json : CliCommand::Reads::Values, asked(request, words + " once", json)};
}

} // namespace

CliForm firstForm(const Request& request) {
    return isOneOf(request.menu, kSettings) ? CliForm::Plain : isOneOf(request.menu, kCounting) ? CliForm::DetailAndStats : CliForm::Detail;
}

std::optional<CliForm> nextForm(CliForm form) {
    switch (form) {
    case CliForm::DetailAndStats:
        return CliForm::Detail;
    case CliForm::Detail:
        return CliForm::Plain;
    case CliForm::Plain:
        return CliForm::Text;
    case CliForm::Text:
        return std::nullopt;
    }
    return std::nullopt;
}

CliCommand cliCommand(const Request& request, CliForm form, bool json) {
    if (isPrint(request)) {
        return printLine(request, form, json);
    }
    if (request.verb.starts_with("monitor")) {
        return monitorLine(request, json);
    }
    Request line = request;
    line.queries.clear();
    line.tag.clear();
    const std::string command = script::printCommand(line);
    if (request.verb == "add") {
        return {CliCommand::Reads::NewId, ":put [" + command + "]"};
    }
    if (request.verb == "get" || request.verb == "find") {
        return {CliCommand::Reads::Words, ":put [" + command + "]"};
    }
    return {CliCommand::Reads::Words, command};
}

std::string whyNotOverSsh(const Request& request) {
    if (request.menu == "/safe-mode") {
        return "Safe mode ends with the console it was taken in, and over SSH every command has a console of its own.";
    }
    if (request.verb == "listen" || request.argument("follow") || request.argument("follow-only")) {
        return "Changes cannot be listened for over SSH.";
    }
    return {};
}

bool hasSerialize(std::string_view version) {
    int major = 0, minor = 0;
    const char* end = version.data() + version.size();
    const auto afterMajor = std::from_chars(version.data(), end, major);
    if (afterMajor.ec != std::errc()) {
        return false;
    }
    if (afterMajor.ptr != end && *afterMajor.ptr == '.') {
        std::from_chars(afterMajor.ptr + 1, end, minor);
    }
    return major > 7 || (major == 7 && minor >= 16);
}

} // namespace core::link
