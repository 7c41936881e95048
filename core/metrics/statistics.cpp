#include "core/metrics/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace core::metrics {

namespace {

constexpr double kPower = (1.960 + 0.842) / 1.960; // half an interval, to what is found in four cases out of five

// Every value of an arm once, in order, so that a draw only counts.
class Counted {
public:
    Counted(const Arm& arm, const CompareOptions& options)
        : options_(options) {
        for (const Run& run : arm) {
            for (const Second& second : run) {
                for (const Weighted& each : second) {
                    values_.push_back(each.value);
                }
            }
        }
        std::sort(values_.begin(), values_.end());
        values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
        weights_.resize(values_.size());
        for (const Run& run : arm) {
            Indexed indexed;
            std::vector<double> series;
            for (const Second& second : run) {
                indexed.seconds.emplace_back();
                for (const Weighted& each : second) {
                    const auto at = std::lower_bound(values_.begin(), values_.end(), each.value);
                    indexed.seconds.back().emplace_back(static_cast<std::size_t>(at - values_.begin()), each.weight);
                }
                if (!second.empty()) {
                    series.push_back(options_.statistic == Statistic::Mean ? mean(second) : quantile(second, options_.q));
                }
            }
            indexed.block = blockLength(series);
            runs_.push_back(std::move(indexed));
        }
    }

    // The statistic of one draw: each run as long as it was, put together from blocks that may run over its end to its beginning.
    double draw(std::mt19937_64& random) {
        std::fill(weights_.begin(), weights_.end(), 0.0);
        for (const Indexed& run : runs_) {
            const std::size_t length = run.seconds.size();
            for (std::size_t taken = 0; taken < length; taken += run.block) {
                const std::size_t start = random() % length;
                for (std::size_t i = 0; i < run.block && taken + i < length; ++i) {
                    for (const auto& [index, weight] : run.seconds[(start + i) % length]) {
                        weights_[index] += weight;
                    }
                }
            }
        }
        return value();
    }

private:
    struct Indexed {
        std::vector<std::vector<std::pair<std::size_t, double>>> seconds;
        std::size_t block = 1;
    };

    [[nodiscard]] double value() const {
        double sum = 0, moment = 0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            sum += weights_[i];
            moment += weights_[i] * values_[i];
        }
        if (options_.statistic == Statistic::Mean) {
            return sum > 0 ? moment / sum : 0;
        }
        double below = 0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            below += weights_[i];
            if (weights_[i] > 0 && below >= options_.q * sum) {
                return values_[i];
            }
        }
        return 0;
    }

    const CompareOptions& options_;
    std::vector<double> values_, weights_;
    std::vector<Indexed> runs_;
};

std::vector<Weighted> pooled(std::span<const Run> runs) {
    std::vector<Weighted> all;
    for (const Run& run : runs) {
        for (const Second& second : run) {
            all.insert(all.end(), second.begin(), second.end());
        }
    }
    return all;
}

double statisticOf(std::span<const Run> runs, const CompareOptions& options) {
    std::vector<Weighted> all = pooled(runs);
    return options.statistic == Statistic::Mean ? mean(all) : quantile(std::move(all), options.q);
}

double differenceOf(double before, double after, bool relative) {
    if (!relative) {
        return after - before;
    }
    return before > 0 ? after / before - 1 : 0;
}

// Half the t interval of the pairs' differences; 0 when there are no pairs.
double halfOfPairs(const Arm& before, const Arm& after, const CompareOptions& options) {
    const std::size_t pairs = before.size();
    if (pairs < 2 || pairs != after.size()) {
        return 0;
    }
    std::vector<double> differences;
    for (std::size_t i = 0; i < pairs; ++i) {
        differences.push_back(differenceOf(statisticOf({&before[i], 1}, options), statisticOf({&after[i], 1}, options), options.relative));
    }
    double sum = 0, squares = 0;
    for (const double d : differences) {
        sum += d;
    }
    for (const double d : differences) {
        squares += (d - sum / static_cast<double>(pairs)) * (d - sum / static_cast<double>(pairs));
    }
    return studentT95(pairs - 1) * std::sqrt(squares / static_cast<double>(pairs - 1) / static_cast<double>(pairs));
}

} // namespace

double quantile(std::vector<Weighted> values, double q) {
    std::sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
    double sum = 0;
    for (const Weighted& each : values) {
        sum += each.weight;
    }
    double below = 0;
    for (const Weighted& each : values) {
        below += each.weight;
        if (each.weight > 0 && below >= q * sum) {
            return each.value;
        }
    }
    return 0;
}

double mean(std::span<const Weighted> values) {
    double sum = 0, moment = 0;
    for (const Weighted& each : values) {
        sum += each.weight;
        moment += each.weight * each.value;
    }
    return sum > 0 ? moment / sum : 0;
}

std::size_t blockLength(std::span<const double> series) {
    const std::size_t n = series.size();
    if (n < 4) {
        return 1;
    }
    double average = 0, variance = 0, neighbours = 0;
    for (const double x : series) {
        average += x / static_cast<double>(n);
    }
    for (std::size_t i = 0; i < n; ++i) {
        variance += (series[i] - average) * (series[i] - average);
        neighbours += i > 0 ? (series[i] - average) * (series[i - 1] - average) : 0;
    }
    // Short series understate it: (1 + 4ρ)/n is what they lose (Kendall 1954).
    const double raw = variance > 0 ? neighbours / variance : 0;
    const double rho = std::clamp(raw + (1 + 4 * raw) / static_cast<double>(n), 0.0, 0.9);
    const double wanted = std::max(std::cbrt(static_cast<double>(n)), 1.5 * (1 + rho) / (1 - rho));
    return static_cast<std::size_t>(std::clamp(std::ceil(wanted), 1.0, std::max(1.0, static_cast<double>(n) / 3)));
}

double studentT95(std::size_t freedom) {
    constexpr std::array<double, 30> t{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
                                       2.120,  2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    return freedom == 0 ? t[0] : freedom <= t.size() ? t[freedom - 1] : 1.96 + 2.46 / static_cast<double>(freedom);
}

Difference compare(const Arm& before, const Arm& after, const CompareOptions& options) {
    Difference out;
    out.before = statisticOf(before, options);
    out.after = statisticOf(after, options);
    out.difference = differenceOf(out.before, out.after, options.relative);
    Counted countedBefore(before, options), countedAfter(after, options);
    std::mt19937_64 random(options.seed);
    std::vector<double> drawn;
    for (int i = 0; i < options.draws; ++i) {
        const double b = countedBefore.draw(random);
        drawn.push_back(differenceOf(b, countedAfter.draw(random), options.relative));
    }
    std::sort(drawn.begin(), drawn.end());
    const double half = halfOfPairs(before, after, options);
    out.low = out.high = out.difference;
    if (!drawn.empty()) {
        const auto at = [&](double q) { return drawn[static_cast<std::size_t>(q * static_cast<double>(drawn.size() - 1) + 0.5)]; };
        out.low = std::min(out.low, at(0.025));
        out.high = std::max(out.high, at(0.975));
    }
    out.low = std::min(out.low, out.difference - half);
    out.high = std::max(out.high, out.difference + half);
    out.detectable = kPower * (out.high - out.low) / 2;
    return out;
}

} // namespace core::metrics
