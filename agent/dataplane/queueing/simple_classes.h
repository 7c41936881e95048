// From /queue/simple to the classes of one scheduler: upload, download, or both directions together.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/queueing/htb.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

enum class SimpleDirection : std::uint8_t { Upload, Download, Total };

struct SimpleClasses {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::vector<HtbClassSpec> specs;
    // Where a packet of each row waits; kNone: this scheduler has nothing for it (Total only). A row with children is an inner class
    // and cannot hold packets: what none of its children takes waits in a leaf of its own below it, without a limit of its own.
    std::vector<std::uint32_t> leafOfRow;
};

// Total: rows without total-* are left out; their packets count for the next row above that has it.
[[nodiscard]] SimpleClasses simpleClasses(const std::vector<SimpleQueueConfig>& rows, SimpleDirection direction);

} // namespace agent::dataplane
