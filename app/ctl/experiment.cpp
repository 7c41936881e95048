#include "app/ctl/experiment.h"

#include "app/ctl/report.h"
#include "core/workspace/evidence.h"

#include <QDateTime>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using Verb = ExperimentOptions::Verb;

constexpr int kFine = 0, kStoreFailed = 1, kUnknown = 2;

int complain(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return error.code == core::base::ErrorCode::NotFound || error.code == core::base::ErrorCode::InvalidInput ? kUnknown : kStoreFailed;
}

std::string timeText(std::int64_t ms, Qt::DateFormat format) {
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(format).toStdString();
}

int list(bool json) {
    const auto entries = core::workspace::experimentList();
    if (!entries) {
        return complain(entries.error());
    }
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const auto& entry : *entries) {
        if (json) {
            out.push_back({{"id", entry.id}, {"created", timeText(entry.createdMs, Qt::ISODateWithMs)}, {"title", entry.title}, {"router", entry.router}, {"board", entry.board}, {"runs", entry.runs}});
        } else {
            std::printf("%-12s  %s  %2zu runs  %s\n", entry.id.c_str(), timeText(entry.createdMs, Qt::ISODate).c_str(), entry.runs, entry.title.c_str());
        }
    }
    if (json) {
        std::printf("%s\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    } else if (entries->empty()) {
        std::fputs("Nothing was measured yet. Begin with: pathscopectl experiment run HOST\n", stderr);
    }
    return kFine;
}

int told(const core::base::Result<std::string>& id) {
    if (!id) {
        return complain(id.error());
    }
    std::printf("%s\n", id->c_str());
    return kFine;
}

} // namespace

int runExperiment(const ExperimentOptions& options) {
    switch (options.verb) {
    case Verb::Run:
        return measureRouter(options);
    case Verb::Rate:
        return searchRate(options);
    case Verb::Compare:
        return printEvidence(options.ids, options.look, options.json);
    case Verb::Show:
        return printEvidence({options.id}, options.look, options.json);
    case Verb::List:
        return list(options.json);
    case Verb::Note:
        return told(core::workspace::addExperimentNote(options.id, options.note));
    case Verb::Remove:
        return told(core::workspace::removeExperiment(options.id));
    }
    return kStoreFailed;
}

} // namespace app::ctl
