#include "core/workspace/sarif.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

namespace core::workspace {
namespace {

using core::model::Finding;
using core::model::Severity;
using nlohmann::json;

constexpr std::string_view kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string_view level(Severity severity) {
    constexpr std::array<std::string_view, 4> levels{"error", "warning", "note", "none"};
    return levels[static_cast<std::size_t>(severity)];
}

// RFC 3986: everything but unreserved characters and the separators of a path is written as octets.
std::string uri(std::string_view path) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string out = path.starts_with('/') ? "file://" : "";
    for (const unsigned char c : path) {
        const bool plain =
            (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c != 0 && std::strchr("-._~/", c));
        if (plain) {
            out += static_cast<char>(c);
        } else {
            out += {'%', hex[c >> 4], hex[c & 15]};
        }
    }
    return out;
}

json file(const std::string& source) {
    return {{"physicalLocation", {{"artifactLocation", {{"uri", uri(source)}, {"index", 0}}}}}};
}

json location(const core::model::ConfigRef& at, const std::string& source) {
    const std::string name = at.menu + (at.number ? " " + std::to_string(*at.number) : "");
    json out = file(source);
    out["logicalLocations"] = json::array({{{"fullyQualifiedName", name}, {"kind", "object"}}});
    out["message"] = {{"text", at.text}};
    if (at.line > 0) {
        out["physicalLocation"]["region"] = {{"startLine", at.line}, {"snippet", {{"text", at.text}}}};
    }
    return out;
}

json result(const Finding& finding, const std::string& source, std::size_t rule) {
    std::string text = finding.title + ". " + finding.why;
    for (const core::model::Remedy& step : finding.remedy) {
        text += "\nDo: " + step.command;
    }
    json remedy = json::array(), inverse = json::array();
    for (const core::model::Remedy& step : finding.remedy) {
        remedy.push_back(step.command);
        inverse.push_back(step.inverse);
    }
    json out{
        {"ruleId", finding.id},
        {"ruleIndex", rule},
        {"level", level(finding.severity)},
        {"kind", finding.severity == Severity::Healthy ? "pass" : "fail"},
        {"message", {{"text", text}}},
        {"properties",
         {{"certainty", core::model::certaintyId(finding.certainty)}, {"costs", finding.costs}, {"remedy", remedy}, {"inverse", inverse}}}};
    json related = json::array();
    for (std::size_t i = 1; i < finding.evidence.size(); ++i) {
        related.push_back(location(finding.evidence[i], source));
    }
    if (!related.empty()) {
        out["relatedLocations"] = std::move(related);
    }
    // A tool that shows results in files needs one for each: what a missing line is to blame for stands at the file itself.
    out["locations"] = json::array({finding.evidence.empty() ? file(source) : location(finding.evidence.front(), source)});
    return out;
}

} // namespace

std::string diagnosisSarif(const core::model::Diagnosis& diagnosis) {
    json rules = json::array(), results = json::array();
    std::vector<std::string> known;
    for (const Finding& finding : diagnosis.findings) {
        auto at = std::find(known.begin(), known.end(), finding.id);
        if (at == known.end()) {
            rules.push_back({{"id", finding.id},
                             {"shortDescription", {{"text", finding.title}}},
                             {"help", {{"text", "pathscopectl doctor --explain " + finding.id}}}});
            at = known.insert(known.end(), finding.id);
        }
        results.push_back(result(finding, diagnosis.source, static_cast<std::size_t>(at - known.begin())));
    }
    const json out{
        {"$schema", kSchema},
        {"version", "2.1.0"},
        {"runs", json::array({{{"tool", {{"driver", {{"name", "Pathscope"}, {"semanticVersion", PATHSCOPE_VERSION}, {"rules", rules}}}}},
                               {"artifacts", json::array({{{"location", {{"uri", uri(diagnosis.source)}}}}})},
                               {"results", results}}})}};
    return out.dump(2, ' ', false, json::error_handler_t::replace);
}

} // namespace core::workspace
