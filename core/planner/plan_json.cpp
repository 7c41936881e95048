#include "core/planner/plan_json.h"

#include "core/planner/plan_json_fields.h"
#include "core/planner/plan_text.h"

#include <algorithm>
#include <array>

namespace core::planner {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Attribute;
using core::model::ExpectedPath;
using core::model::Interval;
using core::model::Plan;
using core::model::PlanNote;
using core::model::PlanStep;
using core::model::Precondition;
using core::model::Request;
using core::model::Row;
using core::model::VerdictPath;
using core::model::verdictPathId;
using json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kFew = 200; // arguments, notes, paths …
constexpr std::array<std::string_view, 3> kNeeds{"words", "holds", "absent"};
constexpr std::array<std::string_view, 2> kTones{"good", "warning"};

template <std::size_t N> std::size_t wordOf(PlanFields& fields, std::string_view key, const std::array<std::string_view, N>& words) {
    const std::string word = fields.text(key);
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        fields.wrong(key, "is no word known here: \"" + word + "\"");
        return 0;
    }
    return static_cast<std::size_t>(found - words.begin());
}

// --- writing --------------------------------------------------------------------------------------

json attributesJson(const std::vector<Attribute>& attributes) {
    json out = json::array();
    for (const Attribute& attribute : attributes) {
        out.push_back(json::array({octetsJson(attribute.name), octetsJson(attribute.value)}));
    }
    return out;
}

json requestJson(const Request& request) {
    json out{{"menu", octetsJson(request.menu)}, {"verb", octetsJson(request.verb)}, {"arguments", attributesJson(request.arguments)}};
    if (!request.queries.empty()) {
        out["queries"] = json::array();
        for (const std::string& query : request.queries) {
            out["queries"].push_back(octetsJson(query));
        }
    }
    return out;
}

json needJson(const Precondition& need) {
    json out{{"kind", kNeeds[static_cast<std::size_t>(need.kind)]}, {"text", octetsJson(need.text)}};
    if (need.kind != Precondition::Kind::Words) {
        out["menu"] = octetsJson(need.menu);
        out["where"] = attributesJson(need.where.attributes());
        out["holds"] = attributesJson(need.holds.attributes());
    }
    return out;
}

json stepJson(const PlanStep& step) {
    json out{{"why", octetsJson(step.why)},
             {"command_line", octetsJson(step.commandLine)},
             {"command", requestJson(step.command)},
             {"inverse_line", octetsJson(step.inverseLine)},
             {"inverse", requestJson(step.inverse)},
             {"inverse_also", json::array()},
             {"needs", json::array()},
             {"risks", json::array()}};
    for (const Request& request : step.inverseAlso) {
        out["inverse_also"].push_back(requestJson(request));
    }
    for (const Precondition& need : step.needs) {
        out["needs"].push_back(needJson(need));
    }
    for (const auto risk : step.risks) {
        out["risks"].push_back(riskId(risk));
    }
    return out;
}

json pathJson(const VerdictPath& path) {
    return {{"path", verdictPathId(path)}, {"detail", path.detail}};
}

json intervalJson(const std::optional<Interval>& interval) {
    return interval ? json{{"median", interval->median}, {"low", interval->low}, {"high", interval->high}} : json(nullptr);
}

// --- reading --------------------------------------------------------------------------------------

std::vector<Attribute> attributesOf(PlanFields& fields, std::string_view key, Fault& fault) {
    std::vector<Attribute> out;
    fields.each(key, kFew, [&](const json& pair, const std::string& path) {
        if (!pair.is_array() || pair.size() != 2) {
            fault.report(path, "must be a list of a name and a value");
            return;
        }
        out.push_back({octetsOf(pair[0], path + "[0]", fault), octetsOf(pair[1], path + "[1]", fault)});
    });
    return out;
}

Row rowOf(PlanFields& fields, std::string_view key, Fault& fault) {
    Row out;
    for (Attribute& attribute : attributesOf(fields, key, fault)) {
        out.set(attribute.name, std::move(attribute.value));
    }
    return out;
}

// What a plan may send: writes to menus of the configuration, and nothing that runs a program or fetches a file.
bool isWrite(std::string_view verb) {
    constexpr std::array<std::string_view, 7> verbs{"add", "set", "remove", "enable", "disable", "move", "unset"};
    return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

bool isMenu(std::string_view menu) {
    const auto isPlain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '/'; };
    return menu.size() > 1 && menu.front() == '/' && menu.back() != '/' && std::all_of(menu.begin(), menu.end(), isPlain);
}

// `empty`: a request without verb and menu is one that need not be sent.
Request requestOf(const json& value, const std::string& path, bool empty, Fault& fault) {
    PlanFields fields(value, path, fault);
    Request out;
    out.menu = fields.text("menu");
    out.verb = fields.text("verb");
    out.arguments = attributesOf(fields, "arguments", fault);
    if (fields.optional("queries")) {
        fields.each("queries", kFew, [&](const json& query, const std::string& at) { out.queries.push_back(octetsOf(query, at, fault)); });
    }
    fields.finish();
    if (empty && out.menu.empty() && out.verb.empty()) {
        return out;
    }
    if (!isMenu(out.menu)) {
        fields.wrong("menu", "is no menu: \"" + out.menu + "\"; such as /queue/tree");
    }
    if (!isWrite(out.verb)) {
        fields.wrong("verb", "is nothing a plan may do: \"" + out.verb + "\"");
    }
    return out;
}

Precondition needOf(const json& value, const std::string& path, Fault& fault) {
    PlanFields fields(value, path, fault);
    Precondition out;
    out.kind = static_cast<Precondition::Kind>(wordOf(fields, "kind", kNeeds));
    out.text = fields.text("text");
    if (out.kind != Precondition::Kind::Words) {
        out.menu = fields.text("menu");
        out.where = rowOf(fields, "where", fault);
        out.holds = rowOf(fields, "holds", fault);
        if (!isMenu(out.menu)) {
            fields.wrong("menu", "is no menu: \"" + out.menu + "\"; such as /queue/tree");
        }
    }
    fields.finish();
    return out;
}

PlanStep stepOf(const json& value, const std::string& path, Fault& fault) {
    PlanFields fields(value, path, fault);
    PlanStep out;
    out.why = fields.text("why");
    out.commandLine = fields.text("command_line");
    out.command = requestOf(fields.object("command"), fields.path("command"), false, fault);
    out.inverseLine = fields.text("inverse_line");
    out.inverse = requestOf(fields.object("inverse"), fields.path("inverse"), true, fault);
    fields.each("inverse_also", kFew, [&](const json& v, const std::string& at) { out.inverseAlso.push_back(requestOf(v, at, false, fault)); });
    fields.each("needs", kFew, [&](const json& v, const std::string& at) { out.needs.push_back(needOf(v, at, fault)); });
    fields.each("risks", kFew, [&](const json& v, const std::string& at) {
        const auto risk = v.is_string() ? riskOf(v.get_ref<const std::string&>()) : std::nullopt;
        if (!risk) {
            fault.report(at, "is no risk known here");
        } else {
            out.risks.push_back(*risk);
        }
    });
    fields.finish();
    return out;
}

VerdictPath pathOf(const json& value, const std::string& path, Fault& fault) {
    PlanFields fields(value, path, fault);
    const std::string id = fields.text("path");
    VerdictPath out{std::nullopt, fields.text("detail")};
    fields.finish();
    for (const auto kind : core::model::kAllPaths) {
        if (verdictPathId({kind, {}}) == id) {
            out.kind = kind;
        }
    }
    if (!out.kind && id != "none" && id != "unknown") {
        fields.wrong("path", "is no path: \"" + id + "\"");
    }
    return out;
}

std::optional<Interval> intervalOf(PlanFields& parent, std::string_view key, Fault& fault) {
    const json* value = parent.optional(key);
    if (!value || value->is_null()) {
        return std::nullopt;
    }
    PlanFields fields(*value, parent.path(key), fault);
    const Interval out{fields.number("median"), fields.number("low"), fields.number("high")};
    fields.finish();
    return out;
}

Plan planOf(const json& value, Fault& fault) {
    PlanFields fields(value, "", fault);
    if (fields.number("format") != kPlanFormat) {
        fields.wrong("format", "must be " + std::to_string(kPlanFormat) + ": this file is from another version of Pathscope; make the plan again");
        return {};
    }
    Plan out;
    out.id = fields.text("id");
    out.title = fields.text("title");
    out.expectation = fields.text("expectation");
    out.obstacle = fields.text("obstacle");
    out.fulfilled = fields.flag("fulfilled");
    PlanFields origin(fields.object("origin"), "origin", fault);
    out.origin = {origin.text("name"), origin.text("board"), origin.text("version"), origin.flag("live"), origin.text("config_hash")};
    origin.finish();
    fields.each("steps", kMaximumSteps, [&](const json& v, const std::string& at) { out.steps.push_back(stepOf(v, at, fault)); });
    fields.each("alternatives", kFew, [&](const json& v, const std::string& at) { out.alternatives.push_back(octetsOf(v, at, fault)); });
    fields.each("notes", kFew, [&](const json& v, const std::string& at) {
        PlanFields note(v, at, fault);
        out.notes.push_back({static_cast<PlanNote::Tone>(wordOf(note, "tone", kTones)), note.text("title"), note.text("text")});
        note.finish();
    });
    fields.each("paths", kFew, [&](const json& v, const std::string& at) {
        PlanFields path(v, at, fault);
        out.paths.push_back({path.text("from"), path.text("to"), pathOf(path.object("now"), at + ".now", fault), pathOf(path.object("then"), at + ".then", fault)});
        path.finish();
    });
    out.throughputNowBps = intervalOf(fields, "throughput_now_bps", fault);
    out.throughputThenBps = intervalOf(fields, "throughput_then_bps", fault);
    fields.finish();
    if (!out.obstacle.empty() && !out.steps.empty()) {
        fields.wrong("obstacle", "must be empty in a plan with steps");
    }
    return out;
}

} // namespace

std::string writePlan(const Plan& plan) {
    json out{{"format", kPlanFormat},
             {"id", octetsJson(plan.id)},
             {"title", octetsJson(plan.title)},
             {"expectation", octetsJson(plan.expectation)},
             {"obstacle", octetsJson(plan.obstacle)},
             {"fulfilled", plan.fulfilled},
             {"origin",
              {{"name", octetsJson(plan.origin.name)},
               {"board", octetsJson(plan.origin.board)},
               {"version", octetsJson(plan.origin.version)},
               {"live", plan.origin.live},
               {"config_hash", octetsJson(plan.origin.configHash)}}},
             {"steps", json::array()},
             {"alternatives", json::array()},
             {"notes", json::array()},
             {"paths", json::array()},
             {"throughput_now_bps", intervalJson(plan.throughputNowBps)},
             {"throughput_then_bps", intervalJson(plan.throughputThenBps)}};
    for (const PlanStep& step : plan.steps) {
        out["steps"].push_back(stepJson(step));
    }
    for (const std::string& alternative : plan.alternatives) {
        out["alternatives"].push_back(octetsJson(alternative));
    }
    for (const PlanNote& note : plan.notes) {
        out["notes"].push_back({{"tone", kTones[static_cast<std::size_t>(note.tone)]}, {"title", octetsJson(note.title)}, {"text", octetsJson(note.text)}});
    }
    for (const ExpectedPath& path : plan.paths) {
        out["paths"].push_back({{"from", octetsJson(path.from)}, {"to", octetsJson(path.to)}, {"now", pathJson(path.now)}, {"then", pathJson(path.then)}});
    }
    return out.dump(2) + "\n";
}

Result<Plan> readPlan(std::string_view text, std::string_view fileName) {
    const std::string file(fileName);
    if (text.size() > kMaximumPlanSize) {
        return fail(ErrorCode::InvalidInput, file + " is too large to be a plan: more than " + std::to_string(kMaximumPlanSize >> 20) + " MiB.");
    }
    bool tooDeep = false;
    const auto shallow = [&](int at, json::parse_event_t, json&) {
        tooDeep = tooDeep || at > 16;
        return !tooDeep;
    };
    const json value = json::parse(text, shallow, false);
    if (value.is_discarded() || tooDeep) {
        return fail(ErrorCode::InvalidInput, file + " is no plan: it is not JSON. Make one with `pathscopectl qos plan … --json`.");
    }
    Fault fault;
    Plan plan = planOf(value, fault);
    if (fault.text) {
        return fail(ErrorCode::InvalidInput, file + ": " + *fault.text);
    }
    return plan;
}

} // namespace core::planner
