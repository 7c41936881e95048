#include "app/ctl/doctor_json.h"

#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using nlohmann::json;

json place(const core::model::ConfigRef& at) {
    return {{"menu", at.menu},
            {"item", at.number ? json(*at.number) : json(nullptr)},
            {"text", at.text},
            {"line", at.line > 0 ? json(at.line) : json(nullptr)}};
}

json reason(const core::model::Reason& reason) {
    json out = reason.at ? place(*reason.at) : json{{"menu", ""}, {"item", nullptr}, {"text", ""}, {"line", nullptr}};
    out["id"] = reason.id;
    out["effect"] = reason.effect;
    out["blocking"] = reason.blocking;
    return out;
}

json verdict(const core::model::Verdict& v) {
    json out{{"from", v.from},
             {"to", v.to},
             {"family", v.family},
             {"protocol", v.protocol},
             {"first", core::model::verdictPathId(v.first)},
             {"steady", core::model::verdictPathId(v.steady)},
             {"kind", v.steady.detail},
             {"certainty", core::model::certaintyId(v.certainty)},
             {"dependsOn", v.dependsOn},
             {"queues", v.queues},
             {"reasons", json::array()},
             {"flips", json::array()}};
    for (const auto& r : v.reasons) {
        out["reasons"].push_back(reason(r));
    }
    for (const auto& flip : v.flips) {
        out["flips"].push_back({{"to", core::model::verdictPathId(flip.to)},
                                {"commands", flip.commands},
                                {"costs", flip.costs},
                                {"blinksPorts", flip.blinksPorts}});
    }
    return out;
}

json finding(const core::model::Finding& f) {
    json out{{"id", f.id},
             {"severity", core::model::severityId(f.severity)},
             {"title", f.title},
             {"evidence", json::array()},
             {"remedy", json::array()},
             {"inverse", json::array()},
             {"costs", f.costs},
             {"certainty", core::model::certaintyId(f.certainty)},
             {"why", f.why},
             {"heldBps", f.heldBps ? json(*f.heldBps) : json(nullptr)}};
    for (const auto& at : f.evidence) {
        out["evidence"].push_back(place(at));
    }
    for (const auto& step : f.remedy) {
        out["remedy"].push_back(step.command);
        out["inverse"].push_back(step.inverse);
    }
    return out;
}

} // namespace

std::string diagnosisJson(const core::model::Diagnosis& diagnosis) {
    json out{{"source", diagnosis.source}, {"board", diagnosis.board},  {"routeros", diagnosis.version},
             {"verdicts", json::array()},  {"findings", json::array()}, {"unseen", json::array()}};
    for (const auto& v : diagnosis.verdicts) {
        out["verdicts"].push_back(verdict(v));
    }
    for (const auto& f : diagnosis.findings) {
        out["findings"].push_back(finding(f));
    }
    for (const auto& u : diagnosis.unseen) {
        out["unseen"].push_back({{"id", u.id}, {"text", u.text}});
    }
    // Names and comments may be of any code page.
    return out.dump(2, ' ', false, json::error_handler_t::replace);
}

} // namespace app::ctl
