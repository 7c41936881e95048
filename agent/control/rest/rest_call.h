// An HTTP request below /rest, read as a RouterOS command. Pure; any thread.
//
//   GET    /rest/interface?type=ether&.proplist=name      /interface/print ?type=ether =.proplist=name
//   GET    /rest/interface/ether1                         /interface/print =.id=ether1, the one object
//   PUT    /rest/ip/address   {"address":…}               /ip/address/add …, the new object
//   PATCH  /rest/ip/address/*1 {"comment":null}           /ip/address/set =.id=*1 =!comment=, the changed object
//   DELETE /rest/ip/address/*1                            /ip/address/remove =.id=*1, nothing
//   POST   /rest/interface/monitor-traffic {"once":""}    /interface/monitor-traffic =once=, whatever it answers
//
// Mapping: MikroTik's REST API manual (RouterOS 7.1 and later).
#pragma once

#include "core/model/request.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace agent::control {

enum class HttpMethod { Get, Put, Patch, Delete, Post, Other };

struct HttpRequest {
    HttpMethod method = HttpMethod::Other;
    std::string path;                          // behind "/rest", decoded: "/interface/ether1"
    std::vector<core::model::Attribute> query; // decoded, in order
    std::string contentType;
    std::string body;
};

struct HttpAnswer {
    int status = 200;
    std::string body; // JSON; empty: none
};

// {"detail":"no such item","error":404,"message":"Not Found"}
[[nodiscard]] HttpAnswer errorAnswer(int status, std::string_view detail = {});
// What a !trap is in HTTP: 404 for a missing item, 406 for a command a menu has not, 403 for a missing policy, else 400.
[[nodiscard]] HttpAnswer errorAnswer(const core::model::Trap& trap);
// "Not Found"
[[nodiscard]] std::string_view statusText(int status);

struct RestCall {
    enum class Shape {
        List,    // the rows
        Item,    // the one row; none: 404
        Created, // the row whose id the command gave in ret
        Changed, // the row that was named in the request
        Nothing, // no body
        Command, // rows as a list, else what !done carried as an object, else []
    };
    core::model::Request request;
    Shape shape = Shape::List;
    std::string item; // id or name, for Changed
};

[[nodiscard]] tl::expected<RestCall, HttpAnswer> readCall(const HttpRequest& http);

// Values are strings whatever they look like, octets that are no UTF-8 are replaced. Properties keep their order.
[[nodiscard]] std::string toJson(const core::model::Row& row);
[[nodiscard]] std::string toJson(const std::vector<core::model::Row>& rows);

} // namespace agent::control
