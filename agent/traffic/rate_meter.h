// Octets of the last full second, from ten slots of 100 ms. No allocation; time must not run backwards.
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::traffic {

class RateMeter {
public:
    void add(std::uint64_t bytes, core::base::Nanos now) {
        advance(now / kSlot);
        slots_[static_cast<std::size_t>(slot_) % slots_.size()] += bytes;
        total_ += bytes;
    }
    [[nodiscard]] std::uint64_t total() const { return total_; }
    // Over the ten slots that are complete at `now`.
    [[nodiscard]] double bitsPerSecond(core::base::Nanos now) {
        advance(now / kSlot);
        std::uint64_t bytes = 0;
        for (const std::uint64_t slot : slots_) {
            bytes += slot;
        }
        bytes -= slots_[static_cast<std::size_t>(slot_) % slots_.size()];
        return static_cast<double>(bytes) * 8;
    }

private:
    static constexpr core::base::Nanos kSlot = 100 * core::base::kMillisecond;

    void advance(std::int64_t slot) {
        for (int n = 0; slot_ < slot && n < static_cast<int>(slots_.size()); ++n) {
            slots_[static_cast<std::size_t>(++slot_) % slots_.size()] = 0;
        }
        if (slot_ < slot) { // longer silence than all slots: they are zero by now, only the numbering moves
            slot_ = slot;
        }
    }

    std::array<std::uint64_t, 11> slots_{}; // ten complete ones and the running one
    std::int64_t slot_ = 0;
    std::uint64_t total_ = 0;
};

} // namespace agent::traffic
