// What sender and sink say to each other. One TCP port and the UDP port of the same number.
//
//   sender → sink   {"pathscope-sink":1,"direction":"down","flows":8,"udp_bps":0}\n      the control connection: the run lasts as long as it does
//   sink → sender   {"token":"<16 hex>"}\n, or {"error":"…"}\n
//   sender → sink   {"clock":3}\n          sink → sender   {"clock":3,"us":1234567}\n    its steady clock, to tell whether both tick alike
//   sink → sender   {"busy":37.5}\n        each second: percent of a core
//   sender → sink   {"data":"<token>","way":"down|up"}\n                                 first line of each data connection; octets without meaning follow
//   UDP, both ways  type (1), 7 octets of zero, token (8), number (8, big-endian), then octets without meaning
//
// A ping comes back octet for octet; the first one also tells the sink which port its UDP goes to. It sends UDP to the address of the control
// connection only. Decoding is pure.
#pragma once

#include "core/base/result.h"
#include "core/load/load_request.h"

#include <QByteArray>
#include <cstdint>
#include <optional>

namespace core::load {

constexpr qsizetype kLongestLine = 512;
constexpr qsizetype kDatagramHeader = 24;
constexpr qsizetype kDatagramSize = 1400; // of UDP payload: fits MTU 1500 behind PPPoE, and most tunnels

struct Hello {
    Direction direction = Direction::Down;
    int flows = 0;
    double udpBps = 0;
};
struct ControlLine {
    std::optional<Hello> hello;
    std::optional<std::uint64_t> token; // of {"token"} and {"data"}
    bool data = false, up = false;      // of {"data"}
    std::optional<int> clock;
    std::optional<std::int64_t> us; // beside clock
    std::optional<double> busy;
    std::optional<QString> error;
};
// InvalidInput: not JSON, nothing known in it, or a value out of range. At most kLongestLine octets, without the line's end.
[[nodiscard]] core::base::Result<ControlLine> readControlLine(const QByteArray& line);

[[nodiscard]] QByteArray helloLine(const Hello& hello);
[[nodiscard]] QByteArray tokenLine(std::uint64_t token);
[[nodiscard]] QByteArray dataLine(std::uint64_t token, bool up);
[[nodiscard]] QByteArray clockLine(int number, std::optional<std::int64_t> us);
[[nodiscard]] QByteArray busyLine(double percent);
[[nodiscard]] QByteArray errorLine(const QString& text);

enum class DatagramType : std::uint8_t { Ping = 1, Flood = 2 };
struct DatagramHead {
    DatagramType type = DatagramType::Ping;
    std::uint64_t token = 0, number = 0;
};
[[nodiscard]] std::optional<DatagramHead> readDatagram(const QByteArray& octets);
[[nodiscard]] QByteArray datagram(const DatagramHead& head, qsizetype size);

} // namespace core::load
