#include "agent/dataplane/classifier/connection_counter.h"

#include "agent/dataplane/classifier/flow_mix.h"

namespace agent::dataplane {

ConnectionCounter::ConnectionCounter() : heads_(256, kEnd) {}

std::uint32_t& ConnectionCounter::headOf(std::uint32_t key) { return heads_[mixBits(key) & (heads_.size() - 1)]; }

std::uint32_t ConnectionCounter::count(std::uint32_t key, std::uint32_t connection, const Conntrack& conntrack) {
    const std::uint32_t id = conntrack.id(connection);
    std::uint32_t counted = 0;
    bool known = false;
    for (std::uint32_t* link = &headOf(key); *link != kEnd;) {
        Node& node = nodes_[*link];
        if (!conntrack.exists(node.id)) {
            const std::uint32_t gone = *link;
            *link = node.next;
            node.next = free_;
            free_ = gone;
            --used_;
            continue;
        }
        counted += node.key == key ? 1 : 0;
        known = known || node.id == id;
        link = &node.next;
    }
    if (!known) {
        add(key, id);
        ++counted;
    }
    return counted;
}

void ConnectionCounter::add(std::uint32_t key, std::uint32_t id) {
    if (used_ == heads_.size()) {
        grow();
    }
    if (free_ == kEnd) {
        nodes_.emplace_back();
        nodes_.back().next = kEnd;
        free_ = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t place = free_;
    free_ = nodes_[place].next;
    std::uint32_t& head = headOf(key);
    nodes_[place] = {key, id, head};
    head = place;
    ++used_;
}

void ConnectionCounter::grow() {
    const std::vector<std::uint32_t> old = std::exchange(heads_, std::vector<std::uint32_t>(2 * heads_.size(), kEnd));
    for (std::uint32_t first : old) {
        while (first != kEnd) {
            const std::uint32_t next = nodes_[first].next;
            std::uint32_t& head = headOf(nodes_[first].key);
            nodes_[first].next = head;
            head = first;
            first = next;
        }
    }
}

} // namespace agent::dataplane
