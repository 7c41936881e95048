#include "core/planner/topology.h"

#include <algorithm>
#include <charconv>

namespace core::planner {
namespace {

using core::model::Row;

struct Prefix {
    std::uint32_t address = 0;
    unsigned length = 32;

    [[nodiscard]] bool contains(std::uint32_t other) const {
        const std::uint32_t mask = length == 0 ? 0 : ~std::uint32_t{0} << (32 - length);
        return (address & mask) == (other & mask);
    }
};

template <class T> bool takeNumber(std::string_view& text, T& out, T limit) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || out > limit) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

// "192.168.88.1/24" or "192.168.88.1"
std::optional<Prefix> parsePrefix(std::string_view text) {
    Prefix prefix;
    for (int i = 0; i < 4; ++i) {
        unsigned octet = 0;
        if ((i > 0 && !text.starts_with('.'))) {
            return std::nullopt;
        }
        text.remove_prefix(i > 0 ? 1 : 0);
        if (!takeNumber(text, octet, 255u)) {
            return std::nullopt;
        }
        prefix.address = prefix.address << 8 | octet;
    }
    if (text.starts_with('/')) {
        text.remove_prefix(1);
        if (!takeNumber(text, prefix.length, 32u)) {
            return std::nullopt;
        }
    }
    return text.empty() ? std::optional(prefix) : std::nullopt;
}

bool isPrivate(std::uint32_t address) {
    const Prefix ten{10u << 24, 8};
    const Prefix oneSevenTwo{172u << 24 | 16u << 16, 12};
    const Prefix oneNineTwo{192u << 24 | 168u << 16, 16};
    return ten.contains(address) || oneSevenTwo.contains(address) || oneNineTwo.contains(address);
}

const Row* findInterface(const RouterFacts& facts, std::string_view name) {
    const auto it =
        std::find_if(facts.interfaces.begin(), facts.interfaces.end(), [name](const Row& i) { return i.value("name") == name; });
    return it == facts.interfaces.end() ? nullptr : &*it;
}

bool isUsable(const Row& address) {
    return !isTrue(address, "disabled") && !isTrue(address, "invalid");
}

std::string_view interfaceOf(const Row& address) {
    return address.value("actual-interface", address.value("interface"));
}

std::optional<std::string> interfaceTowards(const RouterFacts& facts, std::string_view gateway) {
    const auto target = parsePrefix(gateway);
    for (const Row& address : facts.addresses) {
        const auto network = parsePrefix(address.value("address"));
        if (target && network && isUsable(address) && network->contains(target->address)) {
            return std::string(interfaceOf(address));
        }
    }
    return std::nullopt;
}

// RouterOS 7 says it in immediate-gw ("203.0.113.1%ether1"), 6 in gateway-status ("… reachable via ether1"); a gateway may also
// be an interface itself, or be given with one.
std::optional<std::string> outInterface(const RouterFacts& facts, const Row& route) {
    for (const std::string_view name : {"immediate-gw", "gateway"}) {
        const std::string_view value = route.value(name);
        if (const std::size_t percent = value.find('%'); percent != std::string_view::npos) {
            return std::string(value.substr(percent + 1));
        }
        if (!value.empty() && findInterface(facts, value) != nullptr) {
            return std::string(value);
        }
    }
    constexpr std::string_view via = "reachable via ";
    const std::string_view status = route.value("gateway-status");
    if (const std::size_t at = status.find(via); at != std::string_view::npos) {
        std::string_view rest = status.substr(at + via.size());
        while (rest.starts_with(' ')) {
            rest.remove_prefix(1);
        }
        return std::string(rest.substr(0, rest.find_first_of(" ,")));
    }
    return interfaceTowards(facts, route.value("gateway"));
}

unsigned distanceOf(const Row& route) {
    std::string_view text = route.value("distance", "1");
    unsigned distance = 1;
    takeNumber(text, distance, 255u);
    return distance;
}

// Active when the router says so; a router that does not say leaves it to disabled.
bool isActiveDefault(const Row& route) {
    return route.value("dst-address", "0.0.0.0/0") == "0.0.0.0/0" && !isTrue(route, "disabled") &&
           (!route.get("active") || isTrue(route, "active"));
}

} // namespace

std::optional<std::string> wanInterface(const RouterFacts& facts) {
    const Row* best = nullptr;
    for (const Row& route : facts.routes) {
        if (isActiveDefault(route) && (best == nullptr || distanceOf(route) < distanceOf(*best))) {
            best = &route;
        }
    }
    return best == nullptr ? std::nullopt : outInterface(facts, *best);
}

std::vector<std::string> lanInterfaces(const RouterFacts& facts) {
    const std::string wan = wanInterface(facts).value_or("");
    std::vector<std::string> bridges;
    std::vector<std::string> others;
    for (const Row& interface : facts.interfaces) {
        const std::string name(interface.value("name"));
        const std::string_view type = interface.value("type");
        if (name == wan || isTrue(interface, "disabled")) {
            continue;
        }
        bool any = false;
        bool anyPrivate = false;
        for (const Row& address : facts.addresses) {
            const auto prefix = parsePrefix(address.value("address"));
            if (prefix && isUsable(address) && interfaceOf(address) == name) {
                any = true;
                anyPrivate |= isPrivate(prefix->address);
            }
        }
        if (any && type == "bridge") {
            bridges.push_back(name);
        } else if (anyPrivate && (type == "ether" || type == "vlan" || type == "bond")) {
            others.push_back(name);
        }
    }
    return bridges.empty() ? others : bridges;
}

} // namespace core::planner
