// Who wants which multicast group behind a snooping bridge (/interface/bridge/mdb), and behind which ports multicast routers are.
//
//   groups.join(group, vid, port, now + membershipInterval);
//   if (groups.queried(now)) send only where groups.wants(group, vid, port, now) or groups.leadsToRouter(port, now)
//
// Fixed capacity, rows hashed by group and VLAN; a full table learns no more (the port then gets nothing but what routers get).
// Nothing allocates after construction. Times are given. One thread. RFC 4541 section 2.1.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class GroupTable {
public:
    static constexpr core::base::Nanos kForever = INT64_MAX;

    explicit GroupTable(std::size_t capacity = 1024)
        : rows_(capacity) {
        clear();
    }

    void clear();
    void join(std::uint32_t group, std::uint16_t vid, IfIndex port, core::base::Nanos until);
    // The membership ends at that time unless it is renewed. Typed rows stay.
    void leave(std::uint32_t group, std::uint16_t vid, IfIndex port, core::base::Nanos until);
    [[nodiscard]] bool wants(std::uint32_t group, std::uint16_t vid, IfIndex port, core::base::Nanos now) const;

    // A query came in by this port: it leads to a querier, and reports go there.
    void queryFrom(IfIndex port, core::base::Nanos until);
    [[nodiscard]] bool leadsToRouter(IfIndex port, core::base::Nanos now) const;
    // Whether somebody asks for memberships at all: without one nothing can be known and everything is flooded.
    [[nodiscard]] bool queried(core::base::Nanos now) const { return queriedUntil_ > now; }

    void forgetTyped() {
        removeIf([](const Row& row) { return row.until == kForever; });
    }
    // Forgets what ran out.
    void expire(core::base::Nanos now);
    // Forgets everything behind ports for which `keep` is false.
    template <class Keep> void retainPorts(Keep keep) {
        removeIf([&](const Row& row) { return !keep(row.port); });
        for (Querier& querier : queriers_) {
            if (!keep(querier.port)) {
                querier = {};
            }
        }
    }
    // visit(group, vid, port, typed)
    template <class Visit> void forEach(Visit visit) const {
        for (const std::uint16_t head : heads_) {
            for (std::uint16_t i = head; i != kNone; i = rows_[i].next) {
                visit(rows_[i].group, rows_[i].vid, rows_[i].port, rows_[i].until == kForever);
            }
        }
    }

private:
    static constexpr std::uint16_t kNone = 0xffff;
    struct Row {
        core::base::Nanos until = 0;
        std::uint32_t group = 0;
        std::uint16_t vid = 0;
        IfIndex port = kNoInterface;
        std::uint16_t next = kNone;
    };
    struct Querier {
        IfIndex port = kNoInterface;
        core::base::Nanos until = 0;
    };
    [[nodiscard]] std::size_t bucketOf(std::uint32_t group, std::uint16_t vid) const {
        return ((group ^ static_cast<std::uint32_t>(vid) << 16) * 0x9e3779b1u) >> 24;
    }
    [[nodiscard]] const Row* find(std::uint32_t group, std::uint16_t vid, IfIndex port) const;
    template <class Doomed> void removeIf(Doomed doomed) {
        for (std::uint16_t& head : heads_) {
            for (std::uint16_t* link = &head; *link != kNone;) {
                Row& row = rows_[*link];
                if (doomed(row)) {
                    const std::uint16_t gone = *link;
                    *link = row.next;
                    row = Row{};
                    row.next = free_;
                    free_ = gone;
                } else {
                    link = &row.next;
                }
            }
        }
    }

    std::vector<Row> rows_;
    std::array<std::uint16_t, 256> heads_;
    std::uint16_t free_ = kNone;
    std::array<Querier, 8> queriers_; // ports; more than one is rare
    core::base::Nanos queriedUntil_ = 0;
};

} // namespace agent::dataplane
