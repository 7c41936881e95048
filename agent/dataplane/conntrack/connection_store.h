// Memory of the connections: slabs of 1024 (two FlowEntry, two FlowWalk and one ConnectionEntry each), handed out by index, last freed first.
// Indices and addresses stay put while a connection lives; slabs are never given back.
#pragma once

#include "agent/dataplane/conntrack/connection_entry.h"
#include "agent/dataplane/conntrack/flow_entry.h"
#include "agent/dataplane/conntrack/flow_walk.h"
#include "agent/dataplane/conntrack/tcp_window.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace agent::dataplane {

class ConnectionStore {
public:
    static constexpr std::uint32_t kSlab = 1024;

    // A cleared connection, flagged kInUse, generation one higher than the slot had. Grows when nothing is free.
    std::uint32_t allocate();
    void free(std::uint32_t connection);
    // Keeps at least `spare` connections ready, so that allocate() need not grow.
    void reserve(std::uint32_t spare);

    [[nodiscard]] FlowEntry& flow(std::uint32_t connection, std::uint8_t direction) {
        return slabs_[connection / kSlab]->flows[2 * (connection % kSlab) + direction];
    }
    [[nodiscard]] const FlowEntry& flow(std::uint32_t connection, std::uint8_t direction) const {
        return slabs_[connection / kSlab]->flows[2 * (connection % kSlab) + direction];
    }
    [[nodiscard]] FlowWalk& walk(std::uint32_t connection, std::uint8_t direction) {
        return slabs_[connection / kSlab]->walks[2 * (connection % kSlab) + direction];
    }
    // TCP only.
    [[nodiscard]] TcpWindow& window(std::uint32_t connection) { return slabs_[connection / kSlab]->windows[connection % kSlab]; }
    [[nodiscard]] const TcpWindow& window(std::uint32_t connection) const {
        return slabs_[connection / kSlab]->windows[connection % kSlab];
    }
    [[nodiscard]] ConnectionEntry& entry(std::uint32_t connection) { return slabs_[connection / kSlab]->entries[connection % kSlab]; }
    [[nodiscard]] const ConnectionEntry& entry(std::uint32_t connection) const {
        return slabs_[connection / kSlab]->entries[connection % kSlab];
    }
    // Brings a connection into the cache that is going to be freed; any number will do.
    void prefetch(std::uint32_t connection) const {
        if (connection < highest_) {
            const Slab& slab = *slabs_[connection / kSlab];
            __builtin_prefetch(&slab.entries[connection % kSlab]);
            __builtin_prefetch(&slab.flows[2 * (connection % kSlab)]);
            __builtin_prefetch(&slab.flows[2 * (connection % kSlab) + 1]);
        }
    }
    // One more than the highest index ever handed out.
    [[nodiscard]] std::uint32_t highest() const { return highest_; }

private:
    struct Slab {
        std::array<FlowEntry, 2 * kSlab> flows;
        std::array<ConnectionEntry, kSlab> entries;
        std::array<FlowWalk, 2 * kSlab> walks;
        std::array<TcpWindow, kSlab> windows;
    };
    static constexpr std::uint32_t kEnd = 0xffffffff;

    void grow();

    std::vector<std::unique_ptr<Slab>> slabs_;
    std::uint32_t freeHead_ = kEnd;
    std::uint32_t freeCount_ = 0;
    std::uint32_t highest_ = 0;
};

} // namespace agent::dataplane
