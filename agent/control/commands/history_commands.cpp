#include "agent/control/commands/history_commands.h"

#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {

Outcome<Answer> plain(const Outcome<void>& done) { return done ? Outcome<Answer>(Answer{}) : tl::unexpected(done.error()); }

std::optional<Hijack> hijackOf(const Request& request) {
    const std::string_view choice = request.argument("on-error").value_or("refuse");
    if (choice == "unroll") {
        return Hijack::Unroll;
    }
    if (choice == "release") {
        return Hijack::Release;
    }
    return choice == "refuse" || choice.empty() ? std::optional(Hijack::Refuse) : std::nullopt;
}

// What a menu's items are called; others by the last part of their path.
std::string thing(std::string_view menu) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> names{{
        {"/interface/bridge", "bridge"},
        {"/interface/bridge/port", "bridge port"},
        {"/interface/list", "interface list"},
        {"/interface/list/member", "interface list member"},
        {"/interface/vlan", "vlan"},
        {"/ip/address", "address"},
        {"/ip/firewall/address-list", "address list entry"},
        {"/ip/firewall/filter", "filter rule"},
        {"/ip/firewall/mangle", "mangle rule"},
        {"/ip/firewall/nat", "nat rule"},
        {"/ip/firewall/raw", "raw rule"},
        {"/ip/route", "route"},
        {"/queue/simple", "simple queue"},
        {"/queue/tree", "queue"},
    }};
    for (const auto& [path, name] : names) {
        if (path == menu) {
            return std::string(name);
        }
    }
    return std::string(menu.substr(menu.rfind('/') + 1));
}

std::string_view past(std::string_view verb) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> forms{{
        {"add", "added"}, {"remove", "removed"}, {"move", "moved"}, {"enable", "enabled"}, {"disable", "disabled"}, {"import", "imported"},
    }};
    for (const auto& [form, participle] : forms) {
        if (form == verb) {
            return participle;
        }
    }
    return "changed";
}

} // namespace

Origin originOf(const Context& context, const Caller& caller, const Request& request) {
    return {thing(request.menu) + " " + std::string(past(request.verb)), caller.user.name, context.wallClock.seconds()};
}

Outcome<Answer> undo(Context& context, const Caller&, const Request&) { return plain(context.config.undo()); }
Outcome<Answer> redo(Context& context, const Caller&, const Request&) { return plain(context.config.redo()); }

Outcome<Answer> takeSafeMode(Context& context, const Caller& caller, const Request& request) {
    const auto hijack = hijackOf(request);
    if (!hijack) {
        return config::refuse(config::kArgument, "input does not match any value of on-error");
    }
    const auto done = context.safeMode.take(caller, *hijack);
    if (done) {
        context.note("system,info", "safe mode taken by " + caller.user.name);
    }
    return plain(done);
}

Outcome<Answer> releaseSafeMode(Context& context, const Caller& caller, const Request&) {
    const auto done = context.safeMode.release(caller);
    if (done) {
        context.note("system,info", "safe mode released by " + caller.user.name);
    }
    return plain(done);
}

Outcome<Answer> unrollSafeMode(Context& context, const Caller& caller, const Request&) {
    const auto done = context.safeMode.unroll(caller);
    if (done) {
        context.note("system,info", "safe mode unrolled by " + caller.user.name);
    }
    return plain(done);
}

Outcome<Answer> toggleSafeMode(Context& context, const Caller& caller, const Request& request) {
    const SafeMode::Holder* holder = context.safeMode.holder();
    const bool own = holder && holder->caller.session == caller.session;
    return own ? releaseSafeMode(context, caller, request) : takeSafeMode(context, caller, request);
}

Outcome<Answer> getSafeMode(Context& context, const Caller& caller, const Request& request) {
    const SafeMode::Holder* holder = context.safeMode.holder();
    core::model::Row values{{"enabled", holder ? "true" : "false"},
                            {"current", holder && holder->caller.session == caller.session ? "true" : "false"}};
    if (holder) {
        const ActiveUser* owner = context.sessions.find(holder->caller.session);
        values.set("user", holder->caller.user.name);
        values.set("owner", owner ? owner->via + ":" + owner->address : std::string());
    }
    Answer answer;
    const std::string_view name = request.argument("value-name").value_or("current");
    answer.done.set("ret", std::string(values.value(name)));
    return answer;
}

} // namespace agent::control
