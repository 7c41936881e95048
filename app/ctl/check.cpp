#include "app/ctl/check.h"

#include "core/workspace/doctor.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::model::Checked;
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

void printText(const std::vector<Checked>& all, bool strict) {
    for (const Checked& checked : all) {
        std::printf("%s  %s\n", isMet(checked, strict) ? "met    " : "NOT MET", checked.expectation.text.c_str());
        for (const std::string& note : checked.notes) {
            std::printf("         %s\n", note.c_str());
        }
    }
}

void printJson(const std::vector<Checked>& all, const CheckOptions& options) {
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
    const json out{{"source", options.file}, {"checks", checks}};
    std::printf("%s\n", out.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

} // namespace

int runCheck(const CheckOptions& options) {
    const auto all = core::workspace::checkFile({options.file, options.board, {}}, options.expect, options.expectationsFile);
    if (!all) {
        return complain(all.error());
    }
    if (options.json) {
        printJson(*all, options);
    } else {
        printText(*all, options.strict);
    }
    return std::all_of(all->begin(), all->end(), [&](const Checked& checked) { return isMet(checked, options.strict); }) ? kMet : kNotMet;
}

} // namespace app::ctl
