// Who asks, and what they may: RouterOS's user policies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

// In the order RouterOS prints them.
enum class Policy {
    Local,
    Telnet,
    Ssh,
    Ftp,
    Reboot,
    Read,
    Write,
    Policy,
    Test,
    Winbox,
    Password,
    Web,
    Sniff,
    Sensitive,
    Api,
    Romon,
    RestApi
};

// "rest-api"
[[nodiscard]] std::string_view policyName(Policy policy);
[[nodiscard]] std::optional<Policy> policyOf(std::string_view name);

// A set of policies; a plain value.
class Policies {
public:
    Policies() = default;
    Policies(std::initializer_list<Policy> policies) {
        for (const Policy policy : policies) {
            add(policy);
        }
    }

    void add(Policy policy) { bits_ |= bit(policy); }
    [[nodiscard]] bool has(Policy policy) const { return (bits_ & bit(policy)) != 0; }
    [[nodiscard]] bool hasAll(const Policies& others) const { return (bits_ & others.bits_) == others.bits_; }
    bool operator==(const Policies&) const = default;

private:
    static constexpr std::uint32_t bit(Policy policy) { return 1u << static_cast<unsigned>(policy); }
    std::uint32_t bits_ = 0;
};

// "read,api,!write": those named without "!" are in. Nothing when a name is none.
[[nodiscard]] std::optional<Policies> parsePolicies(std::string_view text);
// As /user/group prints them: those it has, then those it has not, each with "!".
[[nodiscard]] std::string formatPolicies(const Policies& policies);
// What RouterOS's own groups may: "read", "write", "full"; nothing for any other name.
[[nodiscard]] std::optional<Policies> defaultGroupPolicies(std::string_view group);

struct User {
    std::string name;
    std::string group;
    Policies policies;

    [[nodiscard]] bool may(Policy policy) const { return policies.has(policy); }
};

// A row of /user/active.
struct ActiveUser {
    std::string name, address;
    std::string via; // "api", "api-ssl", "ssh", "rest-api"
    std::string group;
    std::string since;
};

} // namespace agent::control
