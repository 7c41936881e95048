#include "agent/control/commands/user.h"

#include "core/routeros/config/values.h"

#include <array>

namespace agent::control {

namespace {

constexpr std::array<std::string_view, 17> kNames{"local", "telnet",   "ssh", "ftp",   "reboot",    "read", "write", "policy",  "test",
                                                  "winbox", "password", "web", "sniff", "sensitive", "api",  "romon", "rest-api"};

} // namespace

std::string_view policyName(Policy policy) { return kNames[static_cast<std::size_t>(policy)]; }

std::optional<Policy> policyOf(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name) {
            return static_cast<Policy>(i);
        }
    }
    return std::nullopt;
}

std::optional<Policies> parsePolicies(std::string_view text) {
    Policies policies;
    for (const std::string_view part : core::routeros::config::splitList(text)) {
        const bool denied = part.starts_with('!');
        const auto policy = policyOf(denied ? part.substr(1) : part);
        // "dude" and "skin" of older releases say nothing about what is here.
        if (!policy && part != "dude" && part != "!dude" && part != "tikapp" && part != "!tikapp") {
            return std::nullopt;
        }
        if (policy && !denied) {
            policies.add(*policy);
        }
    }
    return policies;
}

std::string formatPolicies(const Policies& policies) {
    std::string has, hasNot;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const bool in = policies.has(static_cast<Policy>(i));
        std::string& part = in ? has : hasNot;
        part += (part.empty() ? "" : ",") + std::string(in ? "" : "!") + std::string(kNames[i]);
    }
    return has.empty() || hasNot.empty() ? has + hasNot : has + "," + hasNot;
}

std::optional<Policies> defaultGroupPolicies(std::string_view group) {
    if (group == "full") {
        Policies all;
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            all.add(static_cast<Policy>(i));
        }
        return all;
    }
    if (group == "write") {
        return parsePolicies("local,telnet,ssh,reboot,read,write,test,winbox,password,web,sniff,sensitive,api,romon,rest-api");
    }
    return group == "read" ? parsePolicies("local,telnet,ssh,reboot,read,test,winbox,password,web,sniff,sensitive,api,romon,rest-api")
                           : std::nullopt;
}

} // namespace agent::control
