// How many connections are open by key (a client's address or network). Only connections it was asked about are counted; those that have
// ended are found out and forgotten when their key is asked about again, as the kernel's nf_conncount does. Costs a walk over the
// connections of the key. Grows by doubling.
#pragma once

#include "agent/dataplane/conntrack/conntrack.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

class ConnectionCounter {
public:
    ConnectionCounter();
    // Open connections of the key, `connection` included.
    std::uint32_t count(std::uint32_t key, std::uint32_t connection, const Conntrack& conntrack);

private:
    static constexpr std::uint32_t kEnd = 0xffffffff;
    struct Node {
        std::uint32_t key = 0, id = 0, next = kEnd;
    };
    [[nodiscard]] std::uint32_t& headOf(std::uint32_t key);
    void add(std::uint32_t key, std::uint32_t id);
    void grow();

    std::vector<std::uint32_t> heads_; // power of two
    std::vector<Node> nodes_;
    std::uint32_t free_ = kEnd;
    std::uint32_t used_ = 0;
};

} // namespace agent::dataplane
