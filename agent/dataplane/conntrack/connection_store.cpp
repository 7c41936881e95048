#include "agent/dataplane/conntrack/connection_store.h"

#include <algorithm>

namespace agent::dataplane {

void ConnectionStore::grow() {
    const auto first = static_cast<std::uint32_t>(slabs_.size()) * kSlab;
    slabs_.push_back(std::make_unique<Slab>());
    for (std::uint32_t i = first + kSlab; i-- > first;) { // lowest index on top of the list
        entry(i).wheelNext = freeHead_;
        freeHead_ = i;
    }
    freeCount_ += kSlab;
}

void ConnectionStore::reserve(std::uint32_t spare) {
    while (freeCount_ < spare) {
        grow();
    }
}

std::uint32_t ConnectionStore::allocate() {
    if (freeHead_ == kEnd) {
        grow();
    }
    const std::uint32_t connection = freeHead_;
    ConnectionEntry& e = entry(connection);
    freeHead_ = e.wheelNext;
    --freeCount_;
    const auto generation = static_cast<std::uint16_t>(e.generation + 1);
    e = ConnectionEntry{};
    e.generation = generation;
    e.flags = kInUse;
    flow(connection, 0) = FlowEntry{};
    flow(connection, 1) = FlowEntry{};
    walk(connection, 0) = FlowWalk{};
    walk(connection, 1) = FlowWalk{};
    window(connection).forget();
    highest_ = std::max(highest_, connection + 1);
    return connection;
}

void ConnectionStore::free(std::uint32_t connection) {
    ConnectionEntry& e = entry(connection);
    e.flags = 0;
    e.wheelNext = freeHead_;
    freeHead_ = connection;
    ++freeCount_;
}

} // namespace agent::dataplane
