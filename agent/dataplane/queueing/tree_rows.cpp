#include "agent/dataplane/queueing/tree_rows.h"

namespace agent::dataplane {

std::vector<HtbClassSpec> treeRows(const QueueConfig& queues, std::optional<IfIndex> interface) {
    std::vector<HtbClassSpec> classes;
    std::vector<std::optional<std::uint32_t>> position(queues.tree.size());
    for (std::size_t i = 0; i < queues.tree.size(); ++i) {
        const TreeQueueConfig& row = queues.tree[i];
        const bool ours = interface ? !row.global && row.interface == *interface : row.global;
        if (!ours) {
            continue;
        }
        const auto parent = row.parent && *row.parent < i ? position[*row.parent] : std::nullopt;
        position[i] = static_cast<std::uint32_t>(classes.size());
        classes.push_back({row.uid, parent, row.packetMarks, row.htb});
    }
    return classes;
}

} // namespace agent::dataplane
