#include "app/ctl/check.h"

#include "core/base/format.h"
#include "core/workspace/doctor.h"
#include "core/workspace/throughput_check.h"

#include <QCoroTask>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::model::Checked;
using core::workspace::ThroughputChecked;
using nlohmann::json;

constexpr int kMet = 0, kNotMet = 1, kUnreadable = 2;

int complain(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return kUnreadable;
}

bool isMet(const Checked& checked, bool strict) {
    return checked.met &&
           !(strict && std::any_of(checked.verdicts.begin(), checked.verdicts.end(), [](const core::model::Verdict& verdict) {
                 return verdict.certainty != core::model::Certainty::Certain;
             }));
}

bool isMet(const ThroughputChecked& checked, bool strict) {
    return strict ? checked.surelyMet() : checked.met();
}

std::string rate(double bps) {
    return core::base::formatBitRate(core::base::BitRate{bps});
}

core::base::Result<std::vector<ThroughputChecked>> checkThroughput(const CheckOptions& options) {
    std::vector<core::workspace::ThroughputExpectation> expectations;
    for (const std::string& text : options.minThroughput) {
        auto expectation = core::workspace::parseThroughput(text);
        if (!expectation) {
            return tl::unexpected(expectation.error());
        }
        expectations.push_back(std::move(*expectation));
    }
    core::model::PredictionRequest request = options.traffic;
    request.board = options.board;
    return QCoro::waitFor(core::workspace::checkThroughput(request, options.file, expectations, options.cache ? core::workspace::Caching::On : core::workspace::Caching::Off));
}

void printText(const ThroughputChecked& checked, bool strict) {
    const auto& seen = checked.prediction.now.throughputBps;
    std::printf("%s  %s\n         the twin sees %s (%s to %s) on %s, fidelity %.2f of 1\n", isMet(checked, strict) ? "met    " : "NOT MET",
                checked.expectation.text.c_str(), rate(seen.median).c_str(), rate(seen.low).c_str(), rate(seen.high).c_str(),
                checked.prediction.board.c_str(), checked.prediction.fidelity.score);
    if (checked.met() && !checked.surelyMet()) {
        std::printf("         it may be less: the interval reaches below what is asked\n");
    }
}

void printText(const std::vector<Checked>& all, bool strict) {
    for (const Checked& checked : all) {
        std::printf("%s  %s\n", isMet(checked, strict) ? "met    " : "NOT MET", checked.expectation.text.c_str());
        for (const std::string& note : checked.notes) {
            std::printf("         %s\n", note.c_str());
        }
    }
}

void printJson(const std::vector<Checked>& all, const std::vector<ThroughputChecked>& throughput, const CheckOptions& options) {
    json checks = json::array();
    for (const Checked& checked : all) {
        json pairs = json::array();
        for (const core::model::Verdict& verdict : checked.verdicts) {
            pairs.push_back({{"from", verdict.from},
                             {"to", verdict.to},
                             {"steady", core::model::verdictPathId(verdict.steady)},
                             {"certainty", core::model::certaintyId(verdict.certainty)}});
        }
        checks.push_back({{"expectation", checked.expectation.text},
                          {"met", isMet(checked, options.strict)},
                          {"notes", checked.notes},
                          {"verdicts", pairs}});
    }
    json out{{"source", options.file}, {"checks", checks}};
    for (const ThroughputChecked& checked : throughput) {
        const auto& seen = checked.prediction.now.throughputBps;
        out["throughput"].push_back({{"expectation", checked.expectation.text},
                                     {"met", isMet(checked, options.strict)},
                                     {"board", checked.prediction.board},
                                     {"throughput_bps", {{"median", seen.median}, {"low", seen.low}, {"high", seen.high}}},
                                     {"fidelity", {{"score", checked.prediction.fidelity.score}, {"why", checked.prediction.fidelity.why}}}});
    }
    std::printf("%s\n", out.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

} // namespace

int runCheck(const CheckOptions& options) {
    const auto all = core::workspace::checkFile({options.file, options.board, {}}, options.expect, options.expectationsFile);
    if (!all) {
        return complain(all.error());
    }
    const auto throughput = checkThroughput(options);
    if (!throughput) {
        return complain(throughput.error());
    }
    if (options.json) {
        printJson(*all, *throughput, options);
    } else {
        printText(*all, options.strict);
        for (const ThroughputChecked& checked : *throughput) {
            printText(checked, options.strict);
        }
    }
    const auto met = [&](const auto& checked) { return isMet(checked, options.strict); };
    return std::all_of(all->begin(), all->end(), met) && std::all_of(throughput->begin(), throughput->end(), met) ? kMet : kNotMet;
}

} // namespace app::ctl
