#include "agent/control/rest/rest_call.h"

#include "agent/control/tree/menus.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace agent::control {

using core::model::Attribute;
using core::model::Request;
using Json = nlohmann::ordered_json;
using Shape = RestCall::Shape;

namespace {

tl::unexpected<HttpAnswer> refuseCall(int status, std::string_view detail) {
    return tl::unexpected(errorAnswer(status, detail));
}

// Flags that are present or not in the API; REST gives them a value that may say no.
constexpr std::array<std::string_view, 4> kFlags{"count-only", "follow", "follow-only", "once"};

bool saysNo(std::string_view value) {
    return value == "false" || value == "no";
}

// Nothing for a value that has no text: an object, or a list with lists in it.
std::optional<std::string> scalarText(const Json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "true" : "false";
    }
    if (value.is_number()) {
        return value.dump();
    }
    if (!value.is_array()) {
        return std::nullopt;
    }
    std::string list;
    for (const Json& element : value) {
        const auto part = element.is_array() ? std::nullopt : scalarText(element);
        if (!part) {
            return std::nullopt;
        }
        list += (list.empty() ? "" : ",") + *part;
    }
    return list;
}

tl::expected<void, HttpAnswer> takeQuery(Request& request, const Json& words) {
    if (!words.is_array()) {
        return refuseCall(400, ".query must be a list of query words");
    }
    for (const Json& word : words) {
        if (!word.is_string()) {
            return refuseCall(400, ".query must be a list of query words");
        }
        request.queries.push_back(word.get<std::string>());
    }
    return {};
}

tl::expected<void, HttpAnswer> takeMember(Request& request, const std::string& name, const Json& value) {
    if (name == ".query") {
        return takeQuery(request, value);
    }
    if (value.is_null()) {
        request.arguments.push_back({"!" + name, {}});
        return {};
    }
    auto plain = scalarText(value);
    if (!plain) {
        return refuseCall(400, "the value of " + name + " must be a string, a number, a boolean, null or a list of those");
    }
    const bool flag = std::find(kFlags.begin(), kFlags.end(), name) != kFlags.end();
    if (!flag || !saysNo(*plain)) {
        request.arguments.push_back({name, std::move(*plain)});
    }
    return {};
}

tl::expected<void, HttpAnswer> takeBody(Request& request, const HttpRequest& http) {
    if (http.body.empty()) {
        return {};
    }
    const std::string type = http.contentType.substr(0, http.contentType.find(';'));
    if (type != "application/json") {
        return refuseCall(415, "Content-Type must be application/json");
    }
    const Json body = Json::parse(http.body, nullptr, false);
    if (!body.is_object()) {
        return refuseCall(400, body.is_discarded() ? "the body is not JSON" : "the body must be a JSON object");
    }
    for (const auto& [name, value] : body.items()) {
        if (auto taken = takeMember(request, name, value); !taken) {
            return taken;
        }
    }
    return {};
}

// The menu, and behind it the item, when the path goes one step beyond a menu.
struct Target {
    std::string menu, item;
};

Target targetOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos && !isDirectory(path) && (path[slash + 1] == '*' || knownMenu(path.substr(0, slash)))) {
        return {path.substr(0, slash), path.substr(slash + 1)};
    }
    return {path, {}};
}

bool isSettings(const std::string& menu) {
    const auto* known = knownMenu(menu);
    return known && known->kind == core::routeros::config::MenuKind::Settings;
}

RestCall readGet(const HttpRequest& http, Target target) {
    RestCall call;
    call.shape = target.item.empty() && !isSettings(target.menu) ? Shape::List : Shape::Item;
    call.request = {std::move(target.menu), "print", {}, {}, {}};
    if (!target.item.empty()) {
        call.request.arguments.push_back({".id", target.item});
    }
    for (const Attribute& parameter : http.query) {
        if (parameter.name == ".proplist") {
            call.request.arguments.push_back(parameter);
        } else {
            call.request.queries.push_back(parameter.name + "=" + parameter.value);
        }
    }
    return call;
}

tl::expected<RestCall, HttpAnswer> readChange(const HttpRequest& http, Target target) {
    RestCall call;
    switch (http.method) {
    case HttpMethod::Put:
        if (!target.item.empty()) {
            return refuseCall(400, "PUT makes a new item; its path is the menu");
        }
        call.shape = Shape::Created;
        call.request.verb = "add";
        break;
    case HttpMethod::Patch:
        call.shape = Shape::Changed;
        call.request.verb = "set";
        break;
    default:
        call.shape = Shape::Nothing;
        call.request.verb = "remove";
    }
    if (target.item.empty() && (call.shape == Shape::Nothing || (call.shape == Shape::Changed && !isSettings(target.menu)))) {
        return refuseCall(400, "missing or invalid resource identifier");
    }
    call.request.menu = std::move(target.menu);
    call.item = std::move(target.item);
    if (!call.item.empty()) {
        call.request.arguments.push_back({".id", call.item});
    }
    if (auto taken = takeBody(call.request, http); !taken) {
        return tl::unexpected(taken.error());
    }
    return call;
}

tl::expected<RestCall, HttpAnswer> readCommand(const HttpRequest& http) {
    if (isDirectory(http.path)) {
        return refuseCall(400, "no such command");
    }
    const std::size_t slash = http.path.rfind('/');
    RestCall call;
    call.shape = Shape::Command;
    call.request = {http.path.substr(0, slash), http.path.substr(slash + 1), {}, {}, {}};
    if (auto taken = takeBody(call.request, http); !taken) {
        return tl::unexpected(taken.error());
    }
    return call;
}

} // namespace

tl::expected<RestCall, HttpAnswer> readCall(const HttpRequest& http) {
    if (http.path.size() < 2 || http.path.front() != '/') {
        return refuseCall(400, "no such command or directory");
    }
    switch (http.method) {
    case HttpMethod::Get:
        return readGet(http, targetOf(http.path));
    case HttpMethod::Put:
    case HttpMethod::Patch:
    case HttpMethod::Delete:
        return readChange(http, targetOf(http.path));
    case HttpMethod::Post:
        return readCommand(http);
    case HttpMethod::Other:
        break;
    }
    return refuseCall(405, "use GET, PUT, PATCH, DELETE or POST");
}

} // namespace agent::control
