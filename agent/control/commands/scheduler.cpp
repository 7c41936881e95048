#include "agent/control/commands/scheduler.h"

#include "agent/control/commands/rows.h"
#include "agent/control/commands/script_router.h"
#include "agent/control/commands/write.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/parser.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

constexpr const char* kSchedulerMenu = "/system/scheduler";
constexpr const char* kScriptMenu = "/system/script";

// "2026-11-30" and "01:33:20".
std::optional<std::time_t> pointInTime(std::string_view date, std::string_view time) {
    std::tm parts{};
    const std::string text = std::string(date) + " " + std::string(time);
    const char* end = strptime(text.c_str(), "%Y-%m-%d %H:%M:%S", &parts);
    return end && *end == '\0' ? std::optional(timegm(&parts)) : std::nullopt;
}

std::time_t scheduleInterval(const Item& item) {
    return config::parseDuration(item.value("interval", "0")).value_or(0) / core::base::kSecond;
}

const Item* scriptNamed(const Tree& tree, std::string_view name) {
    for (const Item* item : tree.items(kScriptMenu)) {
        if (item->value("name") == name) {
            return item;
        }
    }
    return nullptr;
}

core::base::Result<void> runSource(Context& context, Caller caller, const std::string& source, const std::string& name, Rows& output) {
    ScriptRouter router(context, std::move(caller), output);
    const auto ran = core::routeros::script::Interpreter(router, context.scheduler.globals())
                         .run(core::routeros::script::parseProgram(source), name);
    return ran ? core::base::Result<void>() : tl::unexpected(ran.error());
}

} // namespace

std::optional<std::time_t> Scheduler::nextRun(const Item& item, std::time_t since) const {
    const bool startup = item.value("start-time") == "startup";
    const auto first = startup ? startedAt_ : pointInTime(item.value("start-date"), item.value("start-time"));
    if (!first || !item.enabled()) {
        return std::nullopt;
    }
    if (*first > since) {
        return first;
    }
    const std::time_t interval = scheduleInterval(item);
    return interval > 0 ? std::optional(*first + ((since - *first) / interval + 1) * interval) : std::nullopt;
}

Scheduler::Facts Scheduler::facts(const Context& context, const Item& item) const {
    const auto known = known_.find(item.id);
    const Known state = known == known_.end() ? Known{context.wallClock.seconds(), 0} : known->second;
    return {state.runs, nextRun(item, state.since)};
}

void Scheduler::run(Context& context) {
    const std::time_t now = context.wallClock.seconds();
    const bool starting = !startedAt_;
    startedAt_ = startedAt_.value_or(now);
    std::map<ItemId, Known> known;
    std::vector<Item> due; // copies: a script may take its own entry away
    for (const Item* item : context.tree().items(kSchedulerMenu)) {
        const auto before = known_.find(item->id);
        // What starts with the agent is due at its first look.
        const std::time_t since = starting && item->value("start-time") == "startup" ? now - 1 : now;
        Known& state = known[item->id] = before == known_.end() ? Known{since, 0} : before->second;
        if (const auto next = nextRun(*item, state.since); next && *next <= now) {
            state = {now, state.runs + 1};
            due.push_back(*item);
        }
    }
    known_ = std::move(known);
    for (const Item& item : due) {
        execute(context, item);
    }
}

void Scheduler::execute(Context& context, const Item& item) {
    const std::string name(item.value("name"));
    std::string source(item.value("on-event"));
    if (const Item* script = scriptNamed(context.tree(), source)) {
        source = script->value("source");
    }
    const Policies all = defaultGroupPolicies("full").value_or(Policies());
    const auto policies = parsePolicies(item.value("policy"));
    Rows unheard;
    const Caller caller{{"scheduler", "full", item.value("policy").empty() ? all : policies.value_or(Policies())}, 0};
    if (const auto ran = runSource(context, caller, source, name, unheard); !ran) {
        context.note("script,error", "scheduler " + name + ": " + ran.error().text);
    }
}

Outcome<Answer> addScheduled(Context& context, const Caller& caller, const Request& request) {
    Request whole = request;
    const auto unless = [&](const char* name, std::string value) {
        if (!request.argument(name)) {
            whole.arguments.push_back({name, std::move(value)});
        }
    };
    const std::time_t now = context.wallClock.seconds();
    unless("start-date", dateText(now));
    unless("start-time", timeText(now));
    unless("interval", "00:00:00");
    unless("policy", formatPolicies(caller.user.policies));
    const auto policies = parsePolicies(*whole.argument("policy"));
    if (!policies) {
        return config::refuse(config::kArgument, "input does not match any value of policy");
    }
    if (!caller.user.policies.hasAll(*policies)) {
        return config::refuse(config::kGeneral, "not enough permissions (9)");
    }
    auto answer = write(context, caller, whole);
    if (const auto id = answer ? parseId(answer->done.value("ret")) : std::nullopt) {
        context.scheduler.added(*id, now);
    }
    return answer;
}

Outcome<Answer> runScript(Context& context, const Caller& caller, const Request& request) {
    const std::string_view wanted = request.argument(".id").value_or(request.argument("numbers").value_or(""));
    const auto items = context.tree().items(kScriptMenu);
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const Item* item) { return item->value("name") == wanted || formatId(item->id) == wanted; });
    if (found == items.end()) {
        return config::refuse(config::kMissing, "no such item");
    }
    Answer answer;
    const std::string source((*found)->value("source")), name((*found)->value("name"));
    if (const auto ran = runSource(context, caller, source, name, answer.rows); !ran) {
        return config::refuse(config::kGeneral, "failure: " + ran.error().text);
    }
    return answer;
}

Rows schedulerRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items(kSchedulerMenu)) {
        rows.push_back(configRow(kSchedulerMenu, *item));
        const Scheduler::Facts facts = context.scheduler.facts(context, *item);
        rows.back().set("run-count", std::to_string(facts.runs));
        if (facts.next) {
            rows.back().set("next-run", dateText(*facts.next) + " " + timeText(*facts.next));
        }
    }
    return rows;
}

} // namespace agent::control
