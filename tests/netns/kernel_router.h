// A Linux router in a namespace with two ports, configured like the TwoNetworks lab: eth0 10.0.0.1/24 (a host at .2), eth1 192.0.2.1/24
// (gateway at .254, a static neighbour). Frames go in and come out as octets at the other ends of its cables.
#pragma once

#include "agent/io/port.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class KernelRouter {
public:
    struct Sent {
        std::uint16_t port;
        std::vector<std::uint8_t> octets;
    };

    KernelRouter() = default;
    ~KernelRouter();
    KernelRouter(const KernelRouter&) = delete;
    KernelRouter& operator=(const KernelRouter&) = delete;

    // `ruleset`: for nft -f; `commands`: further "ip -n ROUTER …" commands. Answers what went wrong, empty: it stands.
    [[nodiscard]] QString setUp(const QString& ruleset, const QStringList& commands);
    void send(std::uint16_t port, const std::vector<std::uint8_t>& frame);
    // Everything that comes out until a frame equal to `last` in its final 8 octets has left by port 1; nothing when it does not within two
    // seconds.
    [[nodiscard]] std::optional<std::vector<Sent>> receiveUntil(const std::vector<std::uint8_t>& last);

private:
    [[nodiscard]] QString run(const QStringList& command, const QByteArray& input = {}) const;

    QString space_;
    std::array<QString, 2> outside_;
    std::array<std::unique_ptr<agent::io::Port>, 2> ports_;
};
