#include "agent/traffic/rtt_record.h"

namespace agent::traffic {

void RttRecord::add(const RttRecord& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        counts_[i] += other.counts_[i];
    }
    samples_ += other.samples_;
    longest_ = std::max(longest_, other.longest_);
}

double RttRecord::percentileMs(double fraction) const {
    const double wanted = fraction * static_cast<double>(samples_);
    double seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        seen += static_cast<double>(counts_[i]);
        if (counts_[i] != 0 && seen >= wanted) {
            return std::min(RttSteps::middleMs(i), longestMs());
        }
    }
    return 0;
}

std::vector<std::pair<double, std::uint64_t>> RttRecord::counts() const {
    std::vector<std::pair<double, std::uint64_t>> out;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] != 0) {
            out.emplace_back(RttSteps::middleMs(i), counts_[i]);
        }
    }
    return out;
}

// A point for every so many-th part of the samples, so that the tail is as fine as the middle.
std::vector<std::pair<double, double>> RttRecord::distribution(std::size_t points) const {
    std::vector<std::pair<double, double>> out;
    std::uint64_t seen = 0;
    double nextShare = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] == 0) {
            continue;
        }
        seen += counts_[i];
        const double share = static_cast<double>(seen) / static_cast<double>(samples_);
        if (share >= nextShare || seen == samples_) {
            out.emplace_back(std::min(RttSteps::middleMs(i), longestMs()), share);
            nextShare = share + 1.0 / static_cast<double>(std::max<std::size_t>(points - 1, 1));
        }
    }
    return out;
}

} // namespace agent::traffic
