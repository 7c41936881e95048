// What is to make traffic through a router while it is measured, as people write it.
//
//   parseLoad("sink:10.0.0.9")         our own sender here, `pathscopectl sink` there
//   parseLoad("iperf3:10.0.0.9:5201")  a program of the user's, against its server; also irtt and flent
//
// Pure; any thread.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <cstdint>
#include <string>

namespace core::load {

constexpr std::uint16_t kSinkPort = 8730;
constexpr int kMostFlows = 128;
constexpr double kMostBps = 10e9; // of UDP

enum class Tool : std::uint8_t { Sink, Iperf3, Irtt, Flent };
enum class Direction : std::uint8_t { Down, Up, Both }; // seen from here: down comes from the other end

struct LoadRequest {
    Tool tool = Tool::Sink;
    QString host;
    std::uint16_t port = 0; // 0: the tool's own
    Direction direction = Direction::Down;
    int flows = 8;     // TCP connections in each direction; 0: none
    double udpBps = 0; // beside them, in each direction; of iperf3: instead of them
    QString test = QStringLiteral("rrul"); // of flent
};

// TOOL:HOST, TOOL:HOST:PORT, TOOL:[2001:db8::1]:PORT. InvalidInput says what is wrong with it.
[[nodiscard]] core::base::Result<LoadRequest> parseLoad(const std::string& text);

// "8 TCP connections from 10.0.0.9, by iperf3": what a report says about it.
[[nodiscard]] std::string loadText(const LoadRequest& request);

} // namespace core::load
