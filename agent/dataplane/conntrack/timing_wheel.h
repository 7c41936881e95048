// When connections may have timed out: one wheel of 1024 slots of 2^28 ns (268 ms; 275 s a turn). Later deadlines wait in the farthest
// slot and are armed again when it fires, so refreshing a timeout costs nothing. Links live in ConnectionEntry.
#pragma once

#include "agent/dataplane/conntrack/connection_store.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::dataplane {

class TimingWheel {
public:
    static constexpr core::base::Nanos kTick = core::base::Nanos{1} << 28;

    TimingWheel();

    // Puts a connection that is not in the wheel into the slot of `deadline` (not before the next tick, at most a turn ahead).
    void arm(std::uint32_t connection, core::base::Nanos deadline, ConnectionStore& store);
    void disarm(std::uint32_t connection, ConnectionStore& store);
    // Arms again when the deadline moved to an earlier slot; later deadlines are left to the firing.
    void hasten(std::uint32_t connection, core::base::Nanos deadline, ConnectionStore& store);

    // Takes connections out whose slot is due and calls fire(connection), at most `most` of them; fire may arm one again. False: there are
    // more; call again, the rest stays where it is meanwhile.
    template <class Fire> bool advance(core::base::Nanos now, ConnectionStore& store, std::size_t most, Fire&& fire) {
        const std::uint64_t target = tickOf(now);
        if (target > current_ + kSlots) {
            current_ = target - kSlots; // one whole turn visits every slot
        }
        for (; current_ < target; ++current_) {
            std::uint32_t& head = heads_[(current_ + 1) % kSlots];
            while (head != kNone) {
                if (most-- == 0) {
                    return false;
                }
                const std::uint32_t connection = head;
                disarm(connection, store);
                if (head != kNone) {
                    store.prefetch(store.entry(head).wheelNext);
                }
                fire(connection);
            }
        }
        return true;
    }
    // Start of the tick after the current one.
    [[nodiscard]] core::base::Nanos nextTick() const { return static_cast<core::base::Nanos>(current_ + 1) * kTick; }

private:
    static constexpr std::uint64_t kSlots = 1024;
    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::uint16_t kNoSlot = 0xffff; // of entries that are not in the wheel
    static std::uint64_t tickOf(core::base::Nanos at) { return static_cast<std::uint64_t>(at) / static_cast<std::uint64_t>(kTick); }

    [[nodiscard]] std::uint64_t dueTick(core::base::Nanos deadline) const;

    std::uint64_t current_ = 0; // all slots up to this tick have fired
    std::array<std::uint32_t, kSlots> heads_;
};

} // namespace agent::dataplane
