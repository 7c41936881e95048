#include "core/routeros/config/written.h"

#include "core/routeros/config/values.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <array>

namespace core::routeros::config {

namespace {

std::string writtenRate(std::string_view text) {
    const auto rate = parseNumber(text);
    if (!rate || *rate == 0 || text.starts_with("0x")) {
        return std::string(text);
    }
    constexpr std::array<std::pair<std::uint64_t, char>, 3> units{{{1'000'000'000, 'G'}, {1'000'000, 'M'}, {1'000, 'k'}}};
    for (const auto& [size, letter] : units) {
        if (*rate % size == 0) {
            return std::to_string(*rate / size) + letter;
        }
    }
    return std::string(text);
}

} // namespace

std::string writtenValue(const Property* property, std::string_view value) {
    if (property && property->type == ValueType::Boolean && (value == "true" || value == "false")) {
        return value == "true" ? "yes" : "no";
    }
    if (!property || property->type != ValueType::Rate) {
        return std::string(value);
    }
    const std::size_t slash = value.find('/');
    return slash == std::string_view::npos ? writtenRate(value) : writtenRate(value.substr(0, slash)) + "/" + writtenRate(value.substr(slash + 1));
}

std::string writtenArgument(std::string_view verb, const Property* property, std::string_view name, std::string_view value) {
    if (property && property->bare && value == "true" && verb == "add") {
        return std::string(name);
    }
    return std::string(name) + "=" + script::quote(writtenValue(property, value));
}

std::string writtenSelector(std::string_view selector) {
    if (selector.starts_with("[ find ")) {
        return std::string(selector);
    }
    const bool misread = selector.starts_with('!') || selector == "where";
    return misread ? "\"" + script::escape(selector) + "\"" : script::quote(selector);
}

void modernise(core::model::Request& request) {
    if (request.menu == "/ip/route/rule") {
        request.menu = "/routing/rule";
    }
    for (core::model::Attribute& argument : request.arguments) {
        if (request.menu == "/queue/simple" && argument.name == "target-addresses") {
            argument.name = "target";
        } else if (request.menu != "/ip/route") {
            continue;
        } else if (argument.name == "routing-mark" || argument.name == "!routing-mark") {
            argument.name.replace(argument.name.find("routing"), std::string::npos, "routing-table");
        } else if (argument.name == "type" && argument.value == "blackhole") {
            argument = {"blackhole", "yes"};
        }
    }
}

std::string_view menuIn6(std::string_view menu) { return menu == "/routing/rule" ? std::string_view("/ip/route/rule") : menu; }

core::model::Attribute attributeIn6(std::string_view menu, std::string_view name, std::string_view value) {
    if (menu == "/ip/route" && name == "routing-table") {
        return {"routing-mark", std::string(value)};
    }
    if (menu == "/ip/route" && name == "blackhole" && value == "true") {
        return {"type", "blackhole"};
    }
    return {std::string(name), std::string(value)};
}

bool isSensitive(const Property* property, std::string_view name) {
    constexpr std::array<std::string_view, 9> names{"password",         "secret",          "private-key",     "preshared-key",           "pre-shared-key",
                                                    "wpa-pre-shared-key", "wpa2-pre-shared-key", "passphrase", "security.passphrase"};
    return (property && property->sensitive) || std::find(names.begin(), names.end(), name) != names.end() || name.ends_with("-password");
}

} // namespace core::routeros::config
