#include "ui/charts/path_series.h"

#include <cmath>
#include <numeric>

namespace ui {
namespace {

using core::base::Nanos;

// Collects the samples that fall into one pixel column.
class ColumnBuilder {
public:
    explicit ColumnBuilder(std::vector<PathRun>& runs)
        : runs_(runs) {}

    void add(double x, Nanos length, const Bands& bands) {
        if (weight_ > 0 && std::floor(x) != column_) {
            flush();
        }
        column_ = std::floor(x);
        lastX_ = x;
        weight_ += static_cast<double>(length);
        for (std::size_t i = 0; i < kBandCount; ++i) {
            sums_[i] += bands[i] * static_cast<double>(length);
        }
    }
    void endRun() {
        flush();
        if (run_.size() >= 2) {
            runs_.push_back(std::move(run_));
        }
        run_ = {};
    }
    [[nodiscard]] bool inRun() const { return weight_ > 0 || !run_.empty(); }

private:
    void flush() {
        if (weight_ <= 0) {
            return;
        }
        PathPoint point{lastX_, {}};
        for (std::size_t i = 0; i < kBandCount; ++i) {
            point.bands[i] = sums_[i] / weight_;
        }
        run_.push_back(point);
        sums_ = {};
        weight_ = 0;
    }

    std::vector<PathRun>& runs_;
    PathRun run_;
    Bands sums_{};
    double weight_ = 0;
    double column_ = 0;
    double lastX_ = 0;
};

} // namespace

std::vector<PathSample> pathSamples(const std::deque<core::model::RateSample>& history) {
    std::vector<PathSample> out;
    out.reserve(history.size());
    for (const core::model::RateSample& sample : history) {
        PathSample s{sample.at, sample.elapsed, {}};
        for (std::size_t i = 0; i < core::model::kPathCount; ++i) {
            s.bands[i] = sample.paths.byPath[i].bps;
        }
        s.bands[kUnattributedBand] = sample.paths.unattributed.bps;
        out.push_back(s);
    }
    return out;
}

std::vector<PathRun> pathRuns(const std::vector<PathSample>& samples, Nanos from, Nanos to, int columns) {
    std::vector<PathRun> runs;
    ColumnBuilder builder(runs);
    const double scale = static_cast<double>(columns) / static_cast<double>(to - from);
    const auto xOf = [&](Nanos at) { return static_cast<double>(at - from) * scale; };
    Nanos lastEnd = 0;
    for (const PathSample& sample : samples) {
        if (sample.at < from || sample.at - sample.elapsed > to) {
            continue;
        }
        const Nanos begin = sample.at - sample.elapsed;
        if (sample.elapsed <= 0 || (builder.inRun() && begin > lastEnd + sample.elapsed / 2)) {
            builder.endRun();
        }
        if (sample.elapsed <= 0) {
            continue;
        }
        if (!builder.inRun()) {
            builder.add(std::max(0.0, xOf(begin)), 1, sample.bands); // the first interval is drawn from its beginning
        }
        builder.add(std::min(static_cast<double>(columns), xOf(sample.at)), sample.elapsed, sample.bands);
        lastEnd = sample.at;
    }
    builder.endRun();
    return runs;
}

double sumOf(const Bands& bands) {
    return std::accumulate(bands.begin(), bands.end(), 0.0);
}

} // namespace ui
