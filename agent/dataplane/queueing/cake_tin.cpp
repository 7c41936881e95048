#include "agent/dataplane/queueing/cake_tin.h"

#include <algorithm>

namespace agent::dataplane {

CakeTin::CakeTin(bool fairSource, bool fairDestination)
    : flows_(kFlows)
    , fairSource_(fairSource)
    , fairDestination_(fairDestination) {}

// A host's place is kept as long as flows use it; a new one takes an unused place of its set, else shares one.
CakeTin::Index CakeTin::hostFor(Hosts& hosts, std::uint32_t key) {
    const std::uint32_t home = key % kFlows;
    const std::uint32_t set = home / kWays * kWays;
    std::uint32_t found = home;
    bool free = false;
    for (std::uint32_t way = 0; way < kWays; ++way) {
        const std::uint32_t at = set + (home + way) % kWays;
        if (hosts[at].key == key && hosts[at].users > 0) {
            return static_cast<Index>(at);
        }
        if (!free && hosts[at].users == 0) {
            free = true;
            found = at;
        }
    }
    if (free) {
        hosts[found].key = key;
        hosts[found].bulk = 0;
    }
    return static_cast<Index>(found);
}

CakeTin::Index CakeTin::flowFor(const CakeKeys& keys) {
    const std::uint32_t tag = keys.flow == 0 ? 1 : keys.flow;
    const std::uint32_t home = tag % kFlows;
    const std::uint32_t set = home / kWays * kWays;
    std::uint32_t found = home;
    bool free = false;
    for (std::uint32_t way = 0; way < kWays; ++way) {
        const std::uint32_t at = set + (home + way) % kWays;
        if (tags_[at] == tag) {
            found = at;
            free = false;
            break;
        }
        if (!free && flows_[at].set == Set::None) {
            free = true;
            found = at;
        }
    }
    if (free) {
        tags_[found] = tag;
    }
    Flow& flow = flows_[found];
    if (flow.set == Set::None) {
        flow.source = hostFor(sources_, keys.source);
        flow.destination = hostFor(destinations_, keys.destination);
    }
    return static_cast<Index>(found);
}

std::int32_t CakeTin::share(const Flow& flow) const {
    std::int32_t load = 1;
    if (fairSource_) {
        load = std::max<std::int32_t>(load, sources_[flow.source].bulk);
    }
    if (fairDestination_) {
        load = std::max<std::int32_t>(load, destinations_[flow.destination].bulk);
    }
    return std::max(1, quantum / load);
}

void CakeTin::append(List& list, Index index) {
    flows_[index].next = kNone;
    (list.head == kNone ? list.head : flows_[list.tail].next) = index;
    list.tail = index;
}

void CakeTin::becomeBulk(Flow& flow) {
    flow.set = Set::Bulk;
    --sparse_;
    ++bulk_;
    ++sources_[flow.source].bulk;
    ++destinations_[flow.destination].bulk;
}

void CakeTin::activate(Index index) {
    Flow& flow = flows_[index];
    if (flow.set == Set::None) {
        ++sources_[flow.source].users;
        ++destinations_[flow.destination].users;
        flow.set = Set::Sparse;
        ++sparse_;
        flow.deficit = share(flow);
        append(sparseList_, index);
    } else if (flow.set == Set::SparseWait) { // more came before its round was over
        becomeBulk(flow);
    }
}

CakeTin::Index CakeTin::next() {
    for (;;) {
        List& list = sparseList_.head != kNone ? sparseList_ : bulkList_;
        const Index index = list.head;
        if (index == kNone || flows_[index].deficit > 0) {
            return index;
        }
        Flow& flow = flows_[index];
        if (flow.set == Set::Sparse) {
            if (flow.line.empty()) {
                flow.set = Set::SparseWait; // still counted as sparse for this round
            } else {
                becomeBulk(flow);
            }
        }
        flow.deficit += share(flow);
        list.head = flow.next;
        append(bulkList_, index);
    }
}

void CakeTin::retire(Index index) {
    Flow& flow = flows_[index];
    List& list = sparseList_.head == index ? sparseList_ : bulkList_;
    list.head = flow.next;
    if (flow.set == Set::Bulk) {
        --bulk_;
        --sources_[flow.source].bulk;
        --destinations_[flow.destination].bulk;
    } else {
        --sparse_;
    }
    flow.set = Set::None;
    --sources_[flow.source].users;
    --destinations_[flow.destination].users;
}

CakeTin::Index CakeTin::fattest() const {
    Index most = kNone;
    for (const List* list : {&sparseList_, &bulkList_}) {
        for (Index index = list->head; index != kNone; index = flows_[index].next) {
            if (flows_[index].octets > (most == kNone ? 0 : flows_[most].octets)) {
                most = index;
            }
        }
    }
    return most;
}

} // namespace agent::dataplane
