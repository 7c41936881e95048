#include "core/change/preflight.h"

#include "core/change/drift.h"
#include "core/change/way_back.h"

#include <QPointer>
#include <algorithm>
#include <array>
#include <charconv>

namespace core::change {

using core::base::Error;
using core::base::ErrorCode;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::uint64_t kLeastFlash = 64 << 10; // an entry and some rules; RouterOS refuses to keep its configuration on a full disk

struct Asked {
    Row row;           // the first; empty: there is none, or the router does not show it
    bool lost = false; // the connection is gone
    Error error;
};

QCoro::Task<Asked> ask(Session& session, Request request) {
    const QPointer<Session> alive(&session);
    Result<Answer> answer = co_await session.request(std::move(request));
    Asked out;
    if (!answer) {
        out.error = answer.error();
        out.lost = !alive || out.error.code != ErrorCode::Refused;
        co_return out;
    }
    out.row = answer->rows.empty() ? answer->done : answer->rows.front();
    co_return out;
}

Request print(const char* menu, const char* properties, std::string query = {}) {
    Request out{menu, "print", {{".proplist", properties}}, {}, {}};
    if (!query.empty()) {
        out.queries.push_back(std::move(query));
    }
    return out;
}

bool allows(std::string_view policies, std::string_view wanted) {
    std::size_t at = 0;
    while (at <= policies.size()) {
        const std::size_t end = std::min(policies.find(',', at), policies.size());
        if (policies.substr(at, end - at) == wanted) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

std::string_view majorOf(std::string_view version) { return version.substr(0, version.find('.')); }

void judgeOrigin(const Plan& plan, const Row& resource, Preflight& out) {
    const std::string& made = plan.origin.version;
    if (!made.empty() && !out.version.empty() && majorOf(made) != majorOf(out.version)) {
        out.blockers.push_back("The plan was made for RouterOS " + made + "; this router runs " + out.version + ". Make it again.");
    }
    if (plan.origin.live && !plan.origin.name.empty() && !out.identity.empty() && plan.origin.name != out.identity) {
        out.blockers.push_back("The plan was made on the router " + plan.origin.name + "; this one is called " + out.identity + ". Make it again.");
    }
    std::uint64_t free = 0;
    const std::string_view text = resource.value("free-hdd-space");
    const auto read = std::from_chars(text.data(), text.data() + text.size(), free);
    if (!text.empty() && read.ec == std::errc() && free < kLeastFlash) {
        out.blockers.push_back("The router's flash is full: " + std::string(text) + " octets are free. Remove files first.");
    }
}

void judgeSteps(const Plan& plan, Preflight& out) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const PlanStep& step = plan.steps[i];
        if (step.command.verb == "add" && !step.inverse.verb.empty() && marksOf(step.command).empty()) {
            out.blockers.push_back("Step " + std::to_string(i + 1) + " adds an item that nothing marks, not even a comment: it could not be found again if the connection broke just then.");
        }
    }
    for (std::string& risk : lockoutRisks(plan)) {
        out.warnings.push_back(std::move(risk));
    }
}

void judgeWayBack(const Plan& plan, Preflight& out) {
    if (!out.scheduler && !out.safeMode) {
        out.blockers.push_back("There is no way back this router could take by itself: its device-mode does not allow the scheduler, and it has no safe mode over this connection (RouterOS 7.18 over the API).");
    }
    if (out.safeMode && plan.steps.size() * 2 + 4 > kSafeModeWrites) {
        out.safeMode = false;
        out.warnings.push_back("The plan has more steps than safe mode holds; the scheduler alone brings the router back.");
    }
}

} // namespace

std::vector<std::string> lockoutRisks(const Plan& plan) {
    struct Danger {
        std::string_view menu, words;
    };
    constexpr std::array<Danger, 9> dangers{{{"/ip/address", "addresses of the router"},
                                             {"/ip/route", "routes"},
                                             {"/ip/service", "the services it is managed by"},
                                             {"/ip/dhcp-client", "where its address comes from"},
                                             {"/interface/bridge", "the bridge or its ports"},
                                             {"/interface/ethernet", "its ports"},
                                             {"/interface/vlan", "VLANs"},
                                             {"/interface/bonding", "bonds"},
                                             {"/user", "who may log in"}}};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const PlanStep& step = plan.steps[i];
        const std::string& menu = step.command.menu;
        const auto danger = std::find_if(dangers.begin(), dangers.end(), [&](const Danger& d) { return menu == d.menu || menu.starts_with(std::string(d.menu) + "/"); });
        const bool input = (menu.ends_with("/firewall/filter") && step.command.argument("chain") == "input") || menu.ends_with("/firewall/raw");
        const bool said = std::find(step.risks.begin(), step.risks.end(), core::model::Risk::CutsManagement) != step.risks.end();
        if (danger == dangers.end() && !input && !said) {
            continue;
        }
        const std::string touches = danger != dangers.end() ? std::string(danger->words) : input ? "the firewall in front of the router itself" : "the way it is reached";
        out.push_back("Step " + std::to_string(i + 1) + " touches " + touches + ": the connection may end. The router then takes the change back by itself.");
    }
    return out;
}

QCoro::Task<Result<Preflight>> preflight(Session& session, Plan plan, PreflightQuestion question) {
    const QPointer<Session> alive(&session);
    Preflight out;
    Request about = print("/system/resource", "version,free-hdd-space");
    const Asked resource = co_await ask(session, std::move(about));
    if (resource.lost) {
        co_return tl::unexpected(resource.error);
    }
    out.version = resource.row.value("version");
    Request who = print("/system/identity", "name");
    const Asked identity = co_await ask(session, std::move(who));
    if (identity.lost) {
        co_return tl::unexpected(identity.error);
    }
    out.identity = identity.row.value("name");
    judgeOrigin(plan, resource.row, out);

    Request member = print("/user", "group", "name=" + question.user);
    const Asked user = co_await ask(session, std::move(member));
    if (user.lost) {
        co_return tl::unexpected(user.error);
    }
    Request rights = print("/user/group", "policy", "name=" + std::string(user.row.value("group")));
    const Asked group = co_await ask(session, std::move(rights));
    if (group.lost) {
        co_return tl::unexpected(group.error);
    }
    if (!group.row.value("policy").empty() && !allows(group.row.value("policy"), "write")) {
        out.blockers.push_back("The user " + question.user + " may not write: its group " + std::string(user.row.value("group")) + " lacks the policy write.");
    }

    Request held = print("/system/scheduler", "comment,next-run", "name=" + std::string(kEntryName));
    const Asked entry = co_await ask(session, std::move(held));
    if (entry.lost) {
        co_return tl::unexpected(entry.error);
    }
    if (entry.row.get("comment") || entry.row.get("next-run")) {
        out.blockers.push_back("Another change is pending on this router (" + std::string(entry.row.value("comment")) + "). Keep it or roll it back first; the router does by itself at " +
                               std::string(entry.row.value("next-run", "its deadline")) + ", by its own clock.");
    }
    Request allowed = print("/system/device-mode", "scheduler");
    const Asked mode = co_await ask(session, std::move(allowed));
    if (mode.lost) {
        co_return tl::unexpected(mode.error);
    }
    out.scheduler = !sameValue(mode.row.value("scheduler", "yes"), "no");

    Request taken{"/safe-mode", "get", {{"value-name", "enabled"}}, {}, {}};
    const Asked safe = co_await ask(session, std::move(taken));
    if (safe.lost) {
        co_return tl::unexpected(safe.error);
    }
    out.safeMode = safe.error.text.empty() && sameValue(safe.row.value("ret"), "no");
    if (safe.error.text.empty() && sameValue(safe.row.value("ret"), "yes")) {
        out.blockers.push_back("Somebody has this router in safe mode: when they leave it without a word, what is changed now would vanish too. Wait until they are done.");
    }
    judgeSteps(plan, out);
    judgeWayBack(plan, out);
    const Result<std::vector<std::string>> drift = co_await unmetNeeds(session, std::move(plan));
    if (!drift) {
        co_return tl::unexpected(drift.error());
    }
    out.blockers.insert(out.blockers.end(), drift->begin(), drift->end());
    co_return out;
}

} // namespace core::change
