// CoDel written down a second time from RFC 8289's pseudo-code, with its own queue: what the engine's is compared with.
#pragma once

#include "core/base/units.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace queue_lab {

using core::base::kMillisecond;
using core::base::Nanos;

// RFC 8289 section 5, transcribed with its own names and its own queue.
class ReferenceCodel {
public:
    struct Packet {
        std::uint32_t serial;
        std::uint32_t size;
        Nanos tstamp;
    };
    std::vector<std::uint32_t> drops;

    void enqueue(Packet p) {
        queue_.push_back(p);
        bytes_ += p.size;
    }
    std::optional<Packet> deque(Nanos now) {
        DodequeResult r = dodeque(now);
        if (dropping_) {
            if (!r.okToDrop) {
                dropping_ = false;
            }
            while (dropping_ && now >= dropNext_) {
                drops.push_back(r.p->serial);
                ++count_;
                r = dodeque(now);
                if (!r.okToDrop) {
                    dropping_ = false;
                } else {
                    dropNext_ = controlLaw(dropNext_, count_);
                }
            }
        } else if (r.okToDrop) {
            drops.push_back(r.p->serial);
            r = dodeque(now);
            dropping_ = true;
            const std::uint32_t delta = count_ - lastcount_;
            count_ = 1;
            if (delta > 1 && now - dropNext_ < 16 * kInterval) {
                count_ = delta;
            }
            dropNext_ = controlLaw(now, count_);
            lastcount_ = count_;
        }
        return r.p;
    }

private:
    static constexpr Nanos kTarget = 5 * kMillisecond;
    static constexpr Nanos kInterval = 100 * kMillisecond;
    struct DodequeResult {
        std::optional<Packet> p;
        bool okToDrop;
    };
    DodequeResult dodeque(Nanos now) {
        if (queue_.empty()) {
            firstAboveTime_ = 0;
            return {std::nullopt, false};
        }
        DodequeResult r{queue_.front(), false};
        queue_.pop_front();
        bytes_ -= r.p->size;
        const Nanos sojourn = now - r.p->tstamp;
        if (sojourn < kTarget || bytes_ <= 1514) {
            firstAboveTime_ = 0;
        } else if (firstAboveTime_ == 0) {
            firstAboveTime_ = now + kInterval;
        } else if (now >= firstAboveTime_) {
            r.okToDrop = true;
        }
        return r;
    }
    static Nanos controlLaw(Nanos t, std::uint32_t count) { return t + static_cast<Nanos>(kInterval / std::sqrt(double(count))); }

    std::deque<Packet> queue_;
    std::uint64_t bytes_ = 0;
    Nanos firstAboveTime_ = 0, dropNext_ = 0;
    std::uint32_t count_ = 0, lastcount_ = 0;
    bool dropping_ = false;
};

} // namespace queue_lab
