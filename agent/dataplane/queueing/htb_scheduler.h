// Whose turn it is: keeps the classes of one HTB sorted by colour, level and priority, and charges them.
//
// Green classes with something to send stand in the row of their level and priority; yellow ones in the feed of their parent;
// red ones nowhere. The next packet comes from the lowest occupied level, there from the best priority, there from the head of
// the row, and from it down through the feeds to a leaf. Level 0, what limit-at guarantees, knows no priorities: one row.
// Only classes with something to send are kept sorted; a class's colour is brought up to date when it is needed again.
#pragma once

#include "agent/dataplane/queueing/htb_class.h"
#include "agent/dataplane/queueing/wake_heap.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <span>

namespace agent::dataplane {

class HtbScheduler {
public:
    HtbScheduler();
    HtbScheduler(const HtbScheduler&) = delete;
    HtbScheduler& operator=(const HtbScheduler&) = delete;

    // Parent of the top-level classes.
    [[nodiscard]] HtbClass& root() { return root_; }
    // Forgets everything; the classes must not be linked or backlogged.
    void reset(std::size_t classes);

    // The leaf's queue got its first packet / lost its last one.
    void activate(HtbClass& leaf, core::base::Nanos now);
    void deactivate(HtbClass& leaf);

    // The leaf to take the next packet from; nullptr when all have to wait.
    [[nodiscard]] HtbClass* next(core::base::Nanos now);
    // True: a packet of this idle leaf would be the next to go, and has been charged as if it had gone. False: nothing happened.
    [[nodiscard]] bool pass(HtbClass& leaf, std::uint32_t octets, core::base::Nanos now);
    // The leaf next() gave has sent a packet.
    void charge(HtbClass& leaf, std::uint32_t octets, core::base::Nanos now);
    // `now` when next() would give a leaf; kNever when nobody waits either.
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);

private:
    void wake(core::base::Nanos now) {
        if (!waiting_.empty() && waiting_.first()->wakeAt <= now) {
            wakeDue(now);
        }
    }
    void wakeDue(core::base::Nanos now);
    void charge(HtbClass& leaf, const HtbClass* lender, std::uint32_t octets, core::base::Nanos now);
    void recolour(HtbClass& c, core::base::Nanos now); // after refill
    void schedule(HtbClass& c, core::base::Nanos now);
    void link(HtbClass& c, std::uint8_t mask, core::base::Nanos now);
    void unlink(HtbClass& c, std::uint8_t mask);
    void rotate(HtbClass& leaf);
    [[nodiscard]] static std::size_t rowSlot(const HtbClass& c, std::size_t priority) { return c.level == 0 ? 0 : priority; }
    HtbList& row(const HtbClass& c, std::size_t priority) { return rows_[c.level][rowSlot(c, priority)]; }
    void enterRow(HtbClass& c, std::size_t priority);
    void leaveRow(HtbClass& c, std::size_t priority);

    HtbClass root_;
    std::array<std::array<HtbList, kHtbPriorities>, kHtbLevels> rows_;
    std::array<std::uint8_t, kHtbLevels> rowMask_{};
    std::uint16_t levelMask_ = 0;
    WakeHeap waiting_;
    HtbClass* lender_ = nullptr; // of the leaf next() gave last
};

} // namespace agent::dataplane
