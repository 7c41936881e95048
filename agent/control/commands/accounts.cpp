#include "agent/control/commands/accounts.h"

#include "agent/control/commands/password_hash.h"
#include "core/base/base64.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;

namespace {

constexpr core::base::Nanos kWindow = 60 * core::base::kSecond;
constexpr std::size_t kMaxFailures = 10;
constexpr std::size_t kMaxAddresses = 4096; // that failures are remembered of

tl::unexpected<core::model::Trap> invalid() { return config::refuse(config::kGeneral, "invalid user name or password (6)"); }

// Whether the address is in one of the user's prefixes; a user without any may come from everywhere.
bool isAllowedFrom(std::string_view allowed, std::string_view address) {
    if (allowed.empty()) {
        return true;
    }
    constexpr std::string_view mapped = "::ffff:";
    const auto from = config::parseIpv4(address.starts_with(mapped) ? address.substr(mapped.size()) : address);
    for (const std::string_view part : config::splitList(allowed)) {
        const auto prefix = config::parseIpv4WithLength(part);
        if (from && prefix && config::Ipv4WithLength{*from, prefix->length}.network() == prefix->network()) {
            return true;
        }
    }
    return false;
}

// What a group must have to let its users in by a door.
Policies neededAt(std::string_view via) {
    if (via == "ssh") {
        return {Policy::Ssh};
    }
    return via == "rest-api" ? Policies{Policy::RestApi} : Policies{Policy::Api};
}

} // namespace

std::optional<User> Accounts::find(std::string_view name) const {
    const Item* item = config_.tree().findBy("/user", "name", name);
    if (!item || !item->enabled()) {
        return std::nullopt;
    }
    const std::string_view group = item->value("group");
    const Item* groupItem = config_.tree().findBy("/user/group", "name", group);
    const auto policies = groupItem ? parsePolicies(groupItem->value("policy")) : defaultGroupPolicies(group);
    return User{std::string(name), std::string(group), policies.value_or(Policies())};
}

Outcome<void> Accounts::ensureUser(std::string_view name, std::string_view password, std::string_view group) {
    const std::string hash = conceal(name, password);
    return config_.apply([&](Tree& tree) -> Outcome<void> {
        const Item* item = tree.findBy("/user", "name", name);
        const Attributes properties{{"name", std::string(name)}, {"group", std::string(group)}, {"password", hash}, {"disabled", "no"}};
        if (item) {
            return set(tree, "/user", {item->id}, properties);
        }
        const auto made = add(tree, "/user", properties);
        return made ? Outcome<void>() : tl::unexpected(made.error());
    });
}

Outcome<User> Accounts::login(std::string_view name, std::string_view password, std::string_view address, std::string_view via) {
    if (isBlocked(address)) {
        return admit(name, false, address, via); // without the work of a hash
    }
    const Item* item = config_.tree().findBy("/user", "name", name);
    return admit(name, matchesPassword(password, item ? item->value("password") : std::string_view()), address, via);
}

Outcome<User> Accounts::admit(std::string_view name, bool proven, std::string_view address, std::string_view via) {
    if (isBlocked(address)) {
        return config::refuse(config::kGeneral,
                              "failure: too many login failures from " + std::string(address) + ", try again in a minute");
    }
    const auto user = find(name);
    const Item* item = config_.tree().findBy("/user", "name", name);
    if (!proven || !user || !isAllowedFrom(item->value("address"), address) || !user->policies.hasAll(neededAt(via))) {
        noteFailure(address);
        return invalid();
    }
    failures_.erase(std::string(address));
    lastLogins_.insert_or_assign(std::string(name), wallClock_.seconds());
    return *user;
}

Outcome<User> Accounts::loginByKey(std::string_view name, std::string_view publicKeyBlob, std::string_view address, std::string_view via) {
    return admit(name, hasKey(name, publicKeyBlob), address, via);
}

bool Accounts::hasKey(std::string_view name, std::string_view publicKeyBlob) const {
    const std::string wanted = core::base::encodeBase64(publicKeyBlob);
    for (const Item* item : config_.tree().items("/user/ssh-keys")) {
        // "ssh-ed25519 AAAA… comment", or the blob alone.
        const std::string_view key = item->value("key");
        const bool same = std::ranges::any_of(config::splitList(key, ' '), [&](std::string_view part) { return part == wanted; });
        if (!publicKeyBlob.empty() && item->value("user") == name && same) {
            return true;
        }
    }
    return false;
}

std::optional<std::time_t> Accounts::lastLogin(std::string_view name) const {
    const auto found = lastLogins_.find(name);
    return found == lastLogins_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> Accounts::passwordOf(std::string_view name) const {
    const auto known = clear_.find(name);
    return known == clear_.end() ? std::nullopt : std::optional(known->second);
}

std::string Accounts::conceal(std::string_view name, std::string_view password) {
    if (!name.empty()) {
        clear_.insert_or_assign(std::string(name), std::string(password));
    }
    return hashPassword(password);
}

bool Accounts::isBlocked(std::string_view address) {
    const auto found = failures_.find(address);
    if (found == failures_.end()) {
        return false;
    }
    std::erase_if(found->second, [&](core::base::Nanos at) { return at + kWindow <= clock_.now(); });
    return found->second.size() >= kMaxFailures;
}

void Accounts::noteFailure(std::string_view address) {
    if (failures_.size() >= kMaxAddresses) {
        failures_.clear();
    }
    failures_[std::string(address)].push_back(clock_.now());
}

} // namespace agent::control
