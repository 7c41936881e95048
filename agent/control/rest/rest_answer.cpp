#include "agent/control/rest/rest_call.h"

#include <nlohmann/json.hpp>

namespace agent::control {

using core::model::Row;
using Json = nlohmann::ordered_json;

namespace {

Json jsonOf(const Row& row) {
    Json object = Json::object();
    for (const core::model::Attribute& attribute : row.attributes()) {
        object[attribute.name] = attribute.value;
    }
    return object;
}

std::string text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string_view statusText(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 415:
        return "Unsupported Media Type";
    case 503:
        return "Service Unavailable";
    default:
        return "Internal Server Error";
    }
}

HttpAnswer errorAnswer(int status, std::string_view detail) {
    Json object = Json::object();
    if (!detail.empty()) {
        object["detail"] = detail;
    }
    object["error"] = status;
    object["message"] = statusText(status);
    return {status, text(object)};
}

HttpAnswer errorAnswer(const core::model::Trap& trap) {
    const std::string_view message = trap.message;
    if (message.starts_with("no such item")) {
        return errorAnswer(404, message);
    }
    if (message.starts_with("no such command")) {
        return errorAnswer(406, message);
    }
    return errorAnswer(message.starts_with("not enough permissions") ? 403 : 400, message);
}

std::string toJson(const Row& row) {
    return text(jsonOf(row));
}

std::string toJson(const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const Row& row : rows) {
        list.push_back(jsonOf(row));
    }
    return text(list);
}

} // namespace agent::control
