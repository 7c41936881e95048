// One class of an HTB: its buckets, its colour, and the links the scheduler hangs it by.
// The scheduler owns the meaning of the links; Htb owns the classes.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/queueing/burst_meter.h"
#include "agent/dataplane/queueing/token_bucket.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::dataplane {

constexpr std::size_t kHtbPriorities = 8;
constexpr std::size_t kHtbLevels = 9; // 0 leaves, 1…7 inner classes (the deeper, the lower), 8 the root without limits

enum class HtbColour : std::uint8_t {
    Green,  // within limit-at: sends by its own right, lends to its children
    Yellow, // within max-limit: borrows
    Red,    // waits
};

struct HtbClass;

// Classes in the order they are served; a class is in at most one list per slot.
struct HtbList {
    HtbClass* head = nullptr;
    HtbClass* tail = nullptr;

    [[nodiscard]] bool empty() const { return head == nullptr; }
    void pushBack(HtbClass& c, std::size_t slot);
    void remove(HtbClass& c, std::size_t slot);
    void rotate(HtbClass& c, std::size_t slot) {
        if (tail != &c) {
            remove(c, slot);
            pushBack(c, slot);
        }
    }
};

struct HtbClass {
    // Sets everything that follows from the configuration; buckets full, not backlogged.
    void configure(const HtbClassConfig& config, core::base::Nanos now);
    // Takes over bucket levels and burst history of the same class before a reconfiguration.
    void resume(const HtbClass& before);

    // Brings buckets and burst up to `now`.
    void refill(core::base::Nanos now);
    [[nodiscard]] HtbColour currentColour() const {
        if (limited && !ceiling.open()) {
            return HtbColour::Red;
        }
        return guaranteed && floor.open() ? HtbColour::Green : HtbColour::Yellow;
    }
    // Time until a better colour may be due; kNever when time alone changes nothing.
    [[nodiscard]] core::base::Nanos waitForBetter() const {
        switch (colour) {
        case HtbColour::Red:
            return ceiling.wait();
        case HtbColour::Yellow:
            return guaranteed ? floor.wait() : kNever;
        case HtbColour::Green:
            break;
        }
        return kNever;
    }
    // Priorities with something to send below (bit n: priority n + 1).
    [[nodiscard]] std::uint8_t activity() const {
        return leaf ? (backlogged ? static_cast<std::uint8_t>(1u << priority) : std::uint8_t{0}) : feedMask;
    }

    // --- looked at for every packet ---
    HtbClass* parent = nullptr; // none: this is the root
    core::base::Nanos refilledAt = 0;
    std::uint32_t index = 0; // in the owner's list
    bool leaf = true;
    bool guaranteed = false; // limit-at is set
    bool limited = false;    // max-limit is set
    bool backlogged = false; // leaf: its queue holds packets; the scheduler's
    HtbColour colour = HtbColour::Yellow;
    std::uint8_t level = 0;
    std::uint8_t priority = 7; // 0…7
    std::uint8_t feedMask = 0; // inner: which feeds are not empty; the scheduler's
    TokenBucket ceiling;       // fills at max-limit or burst-limit
    TokenBucket floor;         // fills at limit-at
    std::uint64_t bytes = 0, packets = 0; // that left below

    // --- the scheduler's ---
    std::uint32_t heapIndex = 0; // 1-based position among those who wait; 0: not there
    core::base::Nanos wakeAt = 0;
    std::int64_t quantum = 0;                       // octets per round
    std::array<std::int64_t, kHtbLevels> deficit{}; // leaf: by the level that lends
    std::array<HtbList, kHtbPriorities> feeds;      // inner: children that borrow
    std::array<HtbClass*, kHtbPriorities> next{}, previous{};

    BurstMeter burst;
    HtbClassConfig config;

private:
    [[nodiscard]] std::uint64_t ceilingRate() const;
};

} // namespace agent::dataplane
