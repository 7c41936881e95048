#include "app/ctl/doctor.h"

#include "app/ctl/doctor_json.h"
#include "app/ctl/router_door.h"
#include "core/base/format.h"
#include "core/workspace/doctor.h"
#include "core/workspace/sarif.h"

#include <cstdio>

namespace app::ctl {
namespace {

using core::model::Diagnosis;

constexpr int kHealthy = 0, kFindings = 1, kUnreadable = 2;

std::string place(const core::model::ConfigRef& at) {
    return at.menu + (at.number ? " " + std::to_string(*at.number) : "") + (at.line > 0 ? " (line " + std::to_string(at.line) + ")" : "") + "  " +
           at.text;
}

std::string shown(const core::model::VerdictPath& path) {
    const std::string id(core::model::verdictPathId(path));
    return path.detail.empty() || !path.kind ? id : id + " (" + path.detail + ")";
}

void printVerdict(const core::model::Verdict& v) {
    std::printf("  %s -> %s: %s", v.from.c_str(), v.to.c_str(), shown(v.steady).c_str());
    if (v.first != v.steady) {
        std::printf(", first packets %s", shown(v.first).c_str());
    }
    std::printf("\n");
    if (!v.dependsOn.empty()) {
        std::printf("      depends on %s\n", v.dependsOn.c_str());
    }
    for (const auto& reason : v.reasons) {
        std::printf("      %s  %s\n", reason.id.c_str(), reason.effect.c_str());
        if (reason.at) {
            std::printf("          %s\n", place(*reason.at).c_str());
        }
    }
    for (const std::string& queue : v.queues) {
        std::printf("      acts: %s\n", queue.c_str());
    }
    for (const auto& flip : v.flips) {
        std::printf("      to reach %s%s:\n", shown(flip.to).c_str(), flip.blinksPorts ? " (ports go down for a moment)" : "");
        for (const std::string& command : flip.commands) {
            std::printf("          %s\n", command.c_str());
        }
        for (const std::string& cost : flip.costs) {
            std::printf("          costs: %s\n", cost.c_str());
        }
    }
}

void printFinding(const core::model::Finding& f) {
    std::printf("%s [%s, %s]\n  %s\n  %s\n", f.title.c_str(), std::string(core::model::severityId(f.severity)).c_str(),
                std::string(core::model::certaintyId(f.certainty)).c_str(), f.id.c_str(), f.why.c_str());
    if (f.heldBps) {
        std::printf("  holds %s on the slow path now\n", core::base::formatBitRate({*f.heldBps}).c_str());
    }
    for (const auto& at : f.evidence) {
        std::printf("    %s\n", place(at).c_str());
    }
    for (const auto& step : f.remedy) {
        std::printf("  do:   %s\n", step.command.c_str());
        if (!step.inverse.empty()) {
            std::printf("  undo: %s\n", step.inverse.c_str());
        }
    }
    for (const std::string& cost : f.costs) {
        std::printf("  cost: %s\n", cost.c_str());
    }
    std::printf("\n");
}

void printText(const Diagnosis& diagnosis) {
    std::printf("%s: board %s, RouterOS %s\n\n", diagnosis.source.c_str(), diagnosis.board.empty() ? "not known" : diagnosis.board.c_str(),
                diagnosis.version.empty() ? "not known" : diagnosis.version.c_str());
    for (const auto& finding : diagnosis.findings) {
        printFinding(finding);
    }
    if (diagnosis.findings.empty()) {
        std::printf("Nothing to find fault with.\n\n");
    }
    std::printf("Paths\n");
    for (const auto& verdict : diagnosis.verdicts) {
        printVerdict(verdict);
    }
    std::printf("\nNot seen\n");
    for (const auto& unseen : diagnosis.unseen) {
        std::printf("  %s\n", unseen.text.c_str());
    }
}

int explain(const std::string& id) {
    if (id == "list") {
        for (const std::string& line : core::workspace::diagnosticList()) {
            std::printf("%s\n", line.c_str());
        }
        return kHealthy;
    }
    const auto page = core::workspace::explainDiagnostic(id);
    if (!page) {
        std::fprintf(stderr, "pathscopectl: %s\n", page.error().describe().c_str());
        return kUnreadable;
    }
    std::printf("%s", page->c_str());
    return kHealthy;
}

core::base::Result<Diagnosis> diagnosis(const DoctorOptions& options) {
    core::model::PathQuestion question;
    question.from = options.from;
    question.to = options.to;
    if (!options.file.empty()) {
        return core::workspace::diagnoseFile({options.file, options.board, question});
    }
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    if (!live) {
        return tl::unexpected(live.error());
    }
    return core::workspace::diagnoseLive(*live, question, options.board);
}

} // namespace

int runDoctor(const DoctorOptions& options) {
    if (!options.explain.empty()) {
        return explain(options.explain);
    }
    const auto found = diagnosis(options);
    if (!found) {
        std::fprintf(stderr, "pathscopectl: %s\n", found.error().describe().c_str());
        return kUnreadable;
    }
    if (options.sarif) {
        std::printf("%s\n", core::workspace::diagnosisSarif(*found).c_str());
    } else if (options.json) {
        std::printf("%s\n", diagnosisJson(*found).c_str());
    } else {
        printText(*found);
    }
    return found->healthy() ? kHealthy : kFindings;
}

} // namespace app::ctl
