// Which simple queue a packet belongs to, without walking the list: rows are found by source and destination address and by the
// interfaces, then tried in list order. The answer is what the walk would give, and so is the number of rows it would have looked at.
//
//   SimpleIndex index;
//   index.build(config.simple);
//   SimpleIndex::Choice choice = index.choose(packet, sourceBeforeNat);
//
// Per row "upload" is asked before "download"; a row with children is asked first, then its children in order, down to the last one
// that matches. Memory: two words per boundary of a target, and each target once for every target inside it. One thread.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <span>
#include <vector>

namespace agent::dataplane {

class SimpleIndex {
public:
    static constexpr std::uint32_t kNoRow = 0xffffffff;

    struct Choice {
        std::uint32_t row = kNoRow;
        bool download = false;
        std::uint32_t looked = 0; // rows the walk looks at
    };

    void build(const std::vector<SimpleQueueConfig>& rows);
    [[nodiscard]] Choice choose(const PacketBuf& packet, std::uint32_t sourceBeforeNat) const;

private:
    struct Slice {
        std::uint32_t first = 0, count = 0; // of members_
    };
    struct Row {
        std::uint32_t parent = kNoRow;
        std::uint32_t rank = 0;     // among the children of its parent, from 1
        std::uint32_t children = 0;
        bool plain = true;          // no condition besides the target
        std::vector<MarkId> marks;
        std::optional<Ipv4Prefix> dst;
        IfIndex dstInterface = kNoInterface;

        [[nodiscard]] bool simple() const { return plain && parent == kNoRow && children == 0; }
    };
    using Members = std::span<const std::uint32_t>;

    void indexAddresses(const std::vector<SimpleQueueConfig>& rows);
    void indexInterfaces(const std::vector<SimpleQueueConfig>& rows);
    [[nodiscard]] Members at(Slice slice) const { return {members_.data() + slice.first, slice.count}; }
    [[nodiscard]] Members byAddress(std::uint32_t address) const;
    [[nodiscard]] Members byInterface(IfIndex interface) const {
        return interface < interfaces_.size() ? at(interfaces_[interface]) : Members{};
    }
    [[nodiscard]] bool accepts(const Row& row, const PacketBuf& packet, std::uint32_t source, bool download) const;

    std::vector<Row> rows_;
    std::uint32_t topRows_ = 0;
    std::vector<std::uint32_t> starts_; // of address intervals, ascending, the first one 0
    std::vector<Slice> intervals_;      // rows whose target holds the interval, ascending
    std::vector<Slice> interfaces_;     // rows with this interface as target, ascending
    std::vector<std::uint32_t> members_;
};

} // namespace agent::dataplane
