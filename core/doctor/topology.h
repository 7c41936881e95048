// The router's interfaces as the configuration tells them: what stands on what, and which lead to the provider and to the users.
//
//   Topology topology(view);
//   topology.find("vlan10")->parent        "bridge"
//   topology.wans()                        {"ether1"}
//
// Interfaces that are only named somewhere are taken in too, their type guessed from the name: a file need not mention a port that
// has no setting. Pure.
#pragma once

#include "core/doctor/address_lists.h"
#include "core/doctor/match.h"

#include <map>
#include <set>

namespace core::doctor {

enum class InterfaceType { Ethernet, Wireless, Bridge, Vlan, Bonding, Vrrp, Pppoe, Tunnel, WireGuard, OtherPpp, Lte, Veth, Other };

struct Interface {
    std::string name;
    std::string defaultName; // of hardware; else the name
    InterfaceType type = InterfaceType::Other;
    std::optional<Line> line; // that makes or sets it
    std::string parent;       // what a VLAN, VRRP or PPPoE interface stands on
    int vlan = 0;
    std::vector<std::string> slaves; // of a bond
    std::string bridge;              // it is a port of
    std::optional<Line> port;        // line in /interface/bridge/port
    bool disabled = false;
};

class Topology {
public:
    explicit Topology(const ConfigView& view);

    [[nodiscard]] const Interface* find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, Interface, std::less<>>& all() const { return interfaces_; }
    // Ports of a bridge in the order of the configuration.
    [[nodiscard]] std::vector<const Interface*> portsOf(std::string_view bridge) const;
    [[nodiscard]] std::vector<const Interface*> bridges() const; // in the order of the configuration

    // Layer 3 interfaces by role. wanIsGuessed: only a name speaks for it.
    [[nodiscard]] const std::vector<std::string>& wans() const { return wans_; }
    [[nodiscard]] const std::vector<std::string>& lans() const { return lans_; }
    [[nodiscard]] bool wanIsGuessed() const { return wanIsGuessed_; }

    // The bridge under an interface: itself, the one it is a port of, or a VLAN's; empty: none.
    [[nodiscard]] std::string bridgeUnder(std::string_view name) const;
    // Network of the interface's address; absent: it has none in the configuration.
    [[nodiscard]] std::optional<AddressRange> networkOf(std::string_view name) const;

    // Whether an interface is in a list: Part where the list's members are not in the configuration.
    // "LAN" and "WAN" stand for themselves when the list is called like that.
    [[nodiscard]] Match inList(std::string_view interface, std::string_view list) const;
    // Members of a list and of the lists it includes, to a depth of 8.
    [[nodiscard]] std::vector<std::string> membersOf(std::string_view list, int depth = 0) const;

    // VLANs a bridge port carries: untagged and tagged ones. Every VLAN, when the bridge does not filter: empty set and `all`.
    struct Vlans {
        bool all = false;
        std::set<int> ids;
        int pvid = 1;
    };
    [[nodiscard]] Vlans vlansOf(const Interface& port) const;
    [[nodiscard]] bool bridgeIsTagged(std::string_view bridge, int vlan) const;
    [[nodiscard]] std::optional<Line> vlanLine(std::string_view bridge, int vlan) const;

private:
    Interface& mention(std::string_view name);
    void readInterfaces();
    void readMentions();
    void readRoles();
    void guessRoles();

    const ConfigView& view_;
    std::map<std::string, Interface, std::less<>> interfaces_;
    std::vector<std::string> bridgeOrder_, wans_, lans_;
    std::map<std::string, std::vector<std::string>, std::less<>> ports_;
    std::map<std::string, AddressRange, std::less<>> networks_;
    bool wanIsGuessed_ = false;
};

// "10-20,30" holds 15.
[[nodiscard]] bool numbersContain(std::string_view list, int number);

} // namespace core::doctor
