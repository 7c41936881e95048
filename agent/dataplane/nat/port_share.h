// Which source ports and ICMP identifiers an engine may give away when several engines translate to the same address: every n-th one,
// so that any range of ports is shared evenly. A reply to that address then names by its port the engine that knows the connection.
#pragma once

#include <cstdint>

namespace agent::dataplane {

struct PortShare {
    std::uint16_t index = 0, of = 1;
    [[nodiscard]] bool owns(std::uint16_t port) const { return of == 1 || port % of == index; }
};

} // namespace agent::dataplane
