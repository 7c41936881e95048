#include "core/load/load_request.h"

#include <array>
#include <charconv>
#include <cmath>

namespace core::load {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::array<const char*, 4> kTools{"sink", "iperf3", "irtt", "flent"};

std::string wayText(Direction direction, const std::string& host) {
    switch (direction) {
    case Direction::Down:
        return "from " + host;
    case Direction::Up:
        return "to " + host;
    case Direction::Both:
        break;
    }
    return "to and from " + host;
}

} // namespace

Result<LoadRequest> parseLoad(const std::string& text) {
    const auto wrong = [&](const char* what) { return fail(ErrorCode::InvalidInput, "'" + text + "' " + what); };
    LoadRequest request;
    const std::size_t colon = text.find(':');
    bool known = false;
    for (std::size_t i = 0; i < kTools.size(); ++i) {
        if (text.substr(0, colon) == kTools[i]) {
            request.tool = static_cast<Tool>(i);
            known = true;
        }
    }
    if (!known || colon == std::string::npos) {
        return wrong("does not say what makes the traffic; give sink:HOST, iperf3:HOST, irtt:HOST or flent:HOST.");
    }
    std::string host = text.substr(colon + 1), port;
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string::npos || (end + 1 < host.size() && host[end + 1] != ':')) {
            return wrong("has an address in brackets that does not end.");
        }
        port = end + 1 < host.size() ? host.substr(end + 2) : std::string();
        host = host.substr(1, end - 1);
    } else if (host.find(':') != std::string::npos && host.find(':') == host.rfind(':')) {
        port = host.substr(host.find(':') + 1);
        host.resize(host.find(':'));
    }
    // A name that begins with a dash would be an option to the program it is handed to.
    if (host.empty() || host.starts_with('-')) {
        return wrong("names no host.");
    }
    if (!port.empty()) {
        const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), request.port);
        if (error != std::errc() || end != port.data() + port.size() || request.port == 0) {
            return wrong("has a port that is none.");
        }
    }
    request.host = QString::fromStdString(host);
    return request;
}

std::string loadText(const LoadRequest& request) {
    const std::string host = request.host.toStdString();
    std::string parts;
    switch (request.tool) {
    case Tool::Irtt:
        return "round trips to " + host + ", by irtt";
    case Tool::Flent:
        return "Flent's test " + request.test.toStdString() + " with " + host;
    case Tool::Sink:
        parts = "pings, ";
        [[fallthrough]];
    case Tool::Iperf3:
        break;
    }
    if (request.udpBps > 0) {
        parts += "UDP at " + std::to_string(std::lround(request.udpBps / 1e6)) + " Mb/s" + (request.tool == Tool::Sink && request.flows > 0 ? " and " : " ");
    }
    if (request.flows > 0 && (request.tool == Tool::Sink || request.udpBps <= 0)) {
        parts += std::to_string(request.flows) + (request.flows == 1 ? " TCP connection " : " TCP connections ");
    }
    return parts + wayText(request.direction, host) + (request.tool == Tool::Sink ? ", by Pathscope's sender" : ", by iperf3");
}

} // namespace core::load
