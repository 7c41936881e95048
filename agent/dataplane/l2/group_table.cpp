#include "agent/dataplane/l2/group_table.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;

void GroupTable::clear() {
    heads_.fill(kNone);
    queriers_.fill({});
    queriedUntil_ = 0;
    free_ = kNone;
    for (std::size_t i = rows_.size(); i-- > 0;) {
        rows_[i] = Row{};
        rows_[i].next = free_;
        free_ = static_cast<std::uint16_t>(i);
    }
}

const GroupTable::Row* GroupTable::find(std::uint32_t group, std::uint16_t vid, IfIndex port) const {
    for (std::uint16_t i = heads_[bucketOf(group, vid)]; i != kNone; i = rows_[i].next) {
        if (rows_[i].group == group && rows_[i].vid == vid && rows_[i].port == port) {
            return &rows_[i];
        }
    }
    return nullptr;
}

void GroupTable::join(std::uint32_t group, std::uint16_t vid, IfIndex port, Nanos until) {
    if (auto* known = const_cast<Row*>(find(group, vid, port))) { // the table is ours
        known->until = std::max(known->until, until);
        return;
    }
    if (free_ == kNone) {
        return;
    }
    const std::uint16_t index = free_;
    Row& row = rows_[index];
    free_ = row.next;
    std::uint16_t& head = heads_[bucketOf(group, vid)];
    row.until = until;
    row.group = group;
    row.vid = vid;
    row.port = port;
    row.next = head;
    head = index;
}

void GroupTable::leave(std::uint32_t group, std::uint16_t vid, IfIndex port, Nanos until) {
    auto* row = const_cast<Row*>(find(group, vid, port));
    if (row != nullptr && row->until != kForever) {
        row->until = std::min(row->until, until);
    }
}

bool GroupTable::wants(std::uint32_t group, std::uint16_t vid, IfIndex port, Nanos now) const {
    const Row* row = find(group, vid, port);
    return row != nullptr && row->until > now;
}

void GroupTable::queryFrom(IfIndex port, Nanos until) {
    queriedUntil_ = std::max(queriedUntil_, until);
    Querier* oldest = &queriers_[0];
    for (Querier& querier : queriers_) {
        if (querier.port == port) {
            querier.until = until;
            return;
        }
        if (querier.until < oldest->until) {
            oldest = &querier;
        }
    }
    *oldest = {port, until};
}

bool GroupTable::leadsToRouter(IfIndex port, Nanos now) const {
    return std::any_of(queriers_.begin(), queriers_.end(), [&](const Querier& q) { return q.port == port && q.until > now; });
}

void GroupTable::expire(Nanos now) {
    removeIf([&](const Row& row) { return row.until <= now; });
}

} // namespace agent::dataplane
