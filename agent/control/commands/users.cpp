#include "agent/control/commands/users.h"

#include "agent/control/commands/password_hash.h"
#include "agent/control/commands/write.h"
#include "core/base/base64.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using config::refuse;
using core::model::Request;

namespace {

std::string nameMeant(const Context& context, const Request& request) {
    if (const auto name = request.argument("name")) {
        return std::string(*name);
    }
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    const auto ids = numbers ? select(context.tree(), "/user", *numbers) : Outcome<std::vector<ItemId>>(std::vector<ItemId>());
    if (!ids || ids->size() != 1) {
        return {};
    }
    return std::string(context.tree().find("/user", ids->front())->value("name"));
}

// Somebody must be left who may change users.
Outcome<void> checkManagerLeft(const Context& context) {
    for (const Item* item : context.tree().items("/user")) {
        const auto user = context.accounts.find(item->value("name"));
        if (user && user->may(Policy::Policy) && user->may(Policy::Write)) {
            return {};
        }
    }
    return refuse(config::kGeneral, "failure: there must be a user who may manage users");
}

Outcome<Answer> writeUsers(Context& context, const Caller& caller, const Request& request) {
    const Tree before = context.tree();
    const bool hadManager = checkManagerLeft(context).has_value();
    const std::uint32_t mark = context.config.history().nextNumber();
    auto answer = write(context, caller, request);
    if (!answer) {
        return answer;
    }
    if (const auto left = checkManagerLeft(context); hadManager && !left) {
        context.config.restore(before, mark);
        return tl::unexpected(left.error());
    }
    return answer;
}

} // namespace

Outcome<Request> withStoredPassword(Context& context, const Request& request) {
    Request out = request;
    for (core::model::Attribute& argument : out.arguments) {
        if (argument.name == "group" && !context.tree().findBy("/user/group", "name", argument.value)) {
            return refuse(config::kArgument, "input does not match any value of group");
        }
        if (argument.name == "password") {
            argument.value = context.accounts.conceal(nameMeant(context, request), argument.value);
        }
    }
    return out;
}

Outcome<Answer> addUser(Context& context, const Caller& caller, const Request& request) {
    const auto stored = withStoredPassword(context, request);
    return stored ? writeUsers(context, caller, *stored) : tl::unexpected(stored.error());
}

Outcome<Answer> setUser(Context& context, const Caller& caller, const Request& request) { return addUser(context, caller, request); }

Outcome<Answer> removeUser(Context& context, const Caller& caller, const Request& request) { return writeUsers(context, caller, request); }

Outcome<Answer> changePassword(Context& context, const Caller& caller, const Request& request) {
    const auto given = [&](std::string_view name) { return request.argument(name).value_or(std::string_view()); };
    const Item* user = context.tree().findBy("/user", "name", caller.user.name);
    if (!user || !matchesPassword(given("old-password"), user->value("password"))) {
        return refuse(config::kGeneral, "failure: wrong password");
    }
    if (given("new-password").empty() || given("new-password") != given("confirm-new-password")) {
        return refuse(config::kGeneral, "failure: password not confirmed");
    }
    const std::string hash = context.accounts.conceal(caller.user.name, given("new-password"));
    const ItemId id = user->id;
    const auto done = context.config.apply([&](Tree& tree) { return set(tree, "/user", {id}, {{"password", hash}}); },
                                           {"password changed", caller.user.name, context.wallClock.seconds()});
    return done ? Outcome<Answer>(Answer{}) : tl::unexpected(done.error());
}

Outcome<Answer> importKey(Context& context, const Caller& caller, const Request& request) {
    const std::string user(request.argument("user").value_or(caller.user.name));
    if (!context.tree().findBy("/user", "name", user)) {
        return refuse(config::kArgument, "input does not match any value of user");
    }
    const auto text = context.files.read(request.argument("public-key-file").value_or(std::string_view()));
    if (!text) {
        return refuse(config::kGeneral, "failure: " + text.error().text);
    }
    std::vector<Attributes> keys;
    for (std::string_view line : config::splitList(*text, '\n')) {
        line = line.substr(0, line.find_last_not_of("\r ") + 1);
        const auto parts = config::splitList(line, ' ');
        const bool whole =
            parts.size() >= 2 && (parts[0].starts_with("ssh-") || parts[0].starts_with("ecdsa-")) && core::base::decodeBase64(parts[1]);
        if (whole) {
            keys.push_back(
                {{"user", user}, {"key", std::string(line)}, {"key-owner", parts.size() > 2 ? std::string(parts[2]) : std::string()}});
        }
    }
    if (keys.empty()) {
        return refuse(config::kGeneral, "failure: no SSH public key in that file");
    }
    const auto done = context.config.apply(
        [&](Tree& tree) -> Outcome<void> {
            for (const Attributes& key : keys) {
                if (const auto made = add(tree, "/user/ssh-keys", key); !made) {
                    return tl::unexpected(made.error());
                }
            }
            return {};
        },
        {"ssh key imported", caller.user.name, context.wallClock.seconds()});
    return done ? Outcome<Answer>(Answer{}) : tl::unexpected(done.error());
}

} // namespace agent::control
