// What the doctor says about a configuration.
#pragma once

#include "core/model/verdict.h"

namespace core::model {

enum class Severity : std::uint8_t {
    Critical, // traffic is lost, leaks or escapes what should hold it
    Warning,  // traffic is on a slower path than it need be, or a setting does nothing
    Advice,   // worth knowing, nothing is broken
    Healthy,  // right as it is, and why it should stay
};

constexpr std::string_view severityId(Severity severity) {
    constexpr std::string_view ids[] = {"critical", "warning", "advice", "healthy"};
    return ids[static_cast<std::size_t>(severity)];
}

struct Remedy {
    std::string command; // as an administrator types it
    std::string inverse; // its way back; empty when there is none to give
};

struct Finding {
    std::string id; // of the catalogue; docs/diagnostics/<id>.md
    Severity severity = Severity::Warning;
    std::string title; // plain words
    std::vector<ConfigRef> evidence;
    std::vector<Remedy> remedy;
    std::vector<std::string> costs; // risk and price of the remedy
    Certainty certainty = Certainty::Certain;
    std::string why; // why we think so, and on what it depends
    std::optional<double> heldBps{}; // bits per second it holds on the slow path, as a running router counts now
    double rank = 0; // share of the traffic it concerns, 0…1, by role where there are no counters
};

// What could not be seen and what would show it.
struct Unseen {
    std::string id; // of the finding it would decide; empty: none in particular
    std::string text;
};

struct Diagnosis {
    std::string source, board, version; // board and version are empty when not known
    std::vector<Verdict> verdicts;
    std::vector<Finding> findings; // gravest first
    std::vector<Unseen> unseen;

    // A finding that is more than praise.
    [[nodiscard]] bool healthy() const {
        for (const Finding& finding : findings) {
            if (finding.severity != Severity::Healthy) {
                return false;
            }
        }
        return true;
    }
};

} // namespace core::model
