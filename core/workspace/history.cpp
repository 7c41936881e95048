#include "core/workspace/history.h"

#include "core/metrics/rates.h"

#include <algorithm>

namespace core::workspace {

using core::base::BitRate;
using core::base::Nanos;
using core::model::RateSample;

bool History::add(core::model::CounterSample sample) {
    const std::optional<core::model::CounterSample> before = std::move(last_);
    last_ = std::move(sample);
    if (!before) {
        return false;
    }
    RateSample rates = core::metrics::rates(*before, *last_);
    for (const core::model::InterfaceRates& i : rates.interfaces) {
        BitRate& peak = peaks_[i.name];
        peak = std::max({peak, i.rx.value_or(BitRate{}), i.tx.value_or(BitRate{})});
    }
    append(std::move(rates));
    return true;
}

void History::interrupt(Nanos at) {
    last_.reset();
    if (!samples_.empty() && samples_.back().elapsed != 0) {
        RateSample gap;
        gap.at = at;
        append(std::move(gap));
    }
}

void History::append(RateSample sample) {
    samples_.push_back(std::move(sample));
    if (samples_.size() > kLength) {
        samples_.pop_front();
    }
}

const RateSample* History::current() const {
    return samples_.empty() || samples_.back().elapsed == 0 ? nullptr : &samples_.back();
}

std::optional<BitRate> History::meanTotal(Nanos from, Nanos to) const {
    BitRate sum;
    int count = 0;
    for (auto it = samples_.rbegin(); it != samples_.rend() && it->at > from; ++it) {
        if (it->at <= to && it->elapsed > 0) {
            sum += it->paths.total;
            ++count;
        }
    }
    return count == 0 ? std::nullopt : std::optional(BitRate{sum.bps / count});
}

} // namespace core::workspace
