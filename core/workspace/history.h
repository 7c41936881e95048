// The last hour of one router: counters in, rates out, with its gaps. Pure; owned by the router.
#pragma once

#include "core/base/units.h"
#include "core/model/counter_sample.h"
#include "core/model/path_share.h"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace core::workspace {

class History {
public:
    // An hour at one second.
    static constexpr std::size_t kLength = 3600;

    // Works out the rates since the last sample and appends them. False: there is nothing to compare with yet.
    // A sample that cannot be compared (reset, reboot) appends a gap.
    bool add(core::model::CounterSample sample);

    // Nothing is known from `at` on: appends a gap, unless there is nothing before it to be separated from, and forgets the last
    // counters, because what passed while nobody looked is no rate of any second.
    void interrupt(core::base::Nanos at);

    // Newest last. A gap has elapsed 0.
    [[nodiscard]] const std::deque<core::model::RateSample>& samples() const { return samples_; }
    // Rates of the newest sample; absent in a gap.
    [[nodiscard]] const core::model::RateSample* current() const;
    // Mean total of the samples that end in (from, to]; absent when there is none.
    [[nodiscard]] std::optional<core::base::BitRate> meanTotal(core::base::Nanos from, core::base::Nanos to) const;
    // The most each interface moved in either direction, ever.
    [[nodiscard]] const std::map<std::string, core::base::BitRate>& peaks() const { return peaks_; }

private:
    void append(core::model::RateSample sample);

    std::optional<core::model::CounterSample> last_;
    std::deque<core::model::RateSample> samples_;
    std::map<std::string, core::base::BitRate> peaks_;
};

} // namespace core::workspace
