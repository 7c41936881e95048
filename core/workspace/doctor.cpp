#include "core/workspace/doctor.h"

#include "core/base/resources.h"
#include "core/doctor/catalogue.h"
#include "core/doctor/policy.h"
#include "core/doctor/trace_difference.h"
#include "core/doctor/tracer.h"
#include "core/workspace/live_config.h"
#include "core/workspace/patients.h"

#include <algorithm>
#include <iterator>

namespace core::workspace {

namespace {

using core::base::Result;
using core::model::Diagnosis;

Result<std::vector<core::model::Expectation>> readExpectations(const std::vector<std::string>& given, const std::string& file) {
    std::vector<core::model::Expectation> out;
    for (const std::string& text : given) {
        auto expectation = core::doctor::parseExpectation(text);
        if (!expectation) {
            return tl::unexpected(expectation.error());
        }
        out.push_back(std::move(*expectation));
    }
    if (!file.empty()) {
        const auto text = core::base::readFile(file);
        if (!text) {
            return tl::unexpected(text.error());
        }
        auto more = core::doctor::parseExpectations(*text, file);
        if (!more) {
            return more;
        }
        out.insert(out.end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
    }
    return out;
}

// Rows the router made by itself, and rows that are not in force: read, and no part of what was judged.
void addKeptApart(const LiveConfig& live, Diagnosis& diagnosis) {
    constexpr std::string_view kDummy = "special dummy rule"; // shows FastTrack's counters and does nothing
    for (const std::string_view menu : {"/ip/firewall/filter", "/ip/firewall/mangle", "/ip/firewall/nat", "/ip/firewall/raw",
                                        "/queue/simple", "/queue/tree", "/ip/ipsec/policy"}) {
        const auto rows = live.dynamic.find(menu);
        const auto counts = [&](const core::model::Row& row) { return !row.value("comment").starts_with(kDummy); };
        const auto made = rows == live.dynamic.end() ? 0 : std::count_if(rows->second.begin(), rows->second.end(), counts);
        if (made > 0) {
            diagnosis.unseen.push_back(
                {"", std::string(menu) + ": " + std::to_string(made) +
                         " dynamic rows, which the router makes and removes by itself, are not judged; print where dynamic shows them"});
        }
    }
    for (const auto& [menu, rows] : live.invalid) {
        diagnosis.unseen.push_back(
            {"", menu + ": " + std::to_string(rows.size()) + " invalid rows are not in force; print where invalid shows them"});
    }
}

} // namespace

Result<Diagnosis> diagnoseText(std::string_view text, const DoctorRequest& request) {
    const auto ready = examineText(text, request.file, request.board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    Diagnosis diagnosis = core::doctor::diagnose(ready->patient, ready->table, request.question);
    diagnosis.source = request.file;
    return diagnosis;
}

Result<Diagnosis> diagnoseLive(const LiveConfig& live, const core::model::PathQuestion& question, const std::string& board) {
    const auto ready = examineLive(live, board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    Diagnosis diagnosis = core::doctor::diagnose(ready->patient, ready->table, question);
    diagnosis.source = live.name;
    addKeptApart(live, diagnosis);
    for (const std::string& menu : live.refused) {
        diagnosis.unseen.push_back({"", menu + ": the router does not show it to this user"});
    }
    return diagnosis;
}

Result<std::vector<core::model::Checked>> checkFile(const DoctorRequest& request, const std::vector<std::string>& expectations,
                                                    const std::string& expectationsFile) {
    const auto expected = readExpectations(expectations, expectationsFile);
    if (!expected) {
        return tl::unexpected(expected.error());
    }
    const auto ready = examineFile(request.file, request.board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    return core::doctor::checkPolicy(ready->patient, ready->table, *expected);
}

Result<core::model::PathTrace> traceFile(const DoctorRequest& request) {
    const auto ready = examineFile(request.file, request.board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    return core::doctor::tracePath(ready->patient, ready->table, request.question);
}

Result<core::model::PathTrace> traceLive(const LiveConfig& live, const core::model::PathQuestion& question, const std::string& board) {
    const auto ready = examineLive(live, board);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    return core::doctor::tracePath(ready->patient, ready->table, question);
}

core::model::WalkDifference compareWalks(const core::model::PacketWalk& predicted, const core::model::PacketWalk& taken) {
    return core::doctor::compareWalks(predicted, taken);
}

Result<Diagnosis> diagnoseFile(const DoctorRequest& request) {
    const auto text = core::base::readFile(request.file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return diagnoseText(*text, request);
}

core::base::Result<std::string> explainDiagnostic(std::string_view id) {
    return core::doctor::explain(id);
}

std::vector<std::string> diagnosticList() {
    std::vector<std::string> out;
    for (const auto& entry : core::doctor::catalogue()) {
        std::string line(entry.id);
        line.resize(std::max<std::size_t>(line.size() + 2, 42), ' ');
        out.push_back(line + std::string(entry.title));
    }
    return out;
}

} // namespace core::workspace
