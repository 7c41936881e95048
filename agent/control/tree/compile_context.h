// Shared by the parts of compile(): what is read, what is written, and the lookups all of them need.
#pragma once

#include "agent/control/tree/compile.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

class CompileContext {
public:
    CompileContext(const Tree& from, const core::devices::Board& on, Numbering& numbers) : tree(from), board(on), numbering(numbers) {}

    const Tree& tree;
    const core::devices::Board& board;
    Numbering& numbering;
    agent::dataplane::EngineConfig out;
    std::set<ItemId> invalid;

    [[nodiscard]] std::optional<agent::dataplane::IfIndex> interface(std::string_view name) const;
    // Every interface of the list, sorted; nothing when there is no such list.
    [[nodiscard]] std::optional<std::vector<agent::dataplane::IfIndex>> interfaceList(std::string_view name) const;
    // Number of a routing table or VRF; 0 is main. Routing marks share it.
    [[nodiscard]] agent::dataplane::MarkId routingTable(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> queueType(std::string_view name) const;

private:
    // `seen`: lists already looked into; lists may include each other in circles.
    void addMembers(std::string_view list, std::set<agent::dataplane::IfIndex>& into, std::set<std::string, std::less<>>& seen) const;
};

// A property that is a number; what is not there, or is none, is `otherwise`.
std::uint64_t numberOf(const Item& item, std::string_view property, std::uint64_t otherwise);
// `arp` of an interface; what is no mode is the default.
agent::dataplane::ArpMode arpModeOf(std::string_view word);

void compileQueueTypes(CompileContext& context);
void compileBoard(CompileContext& context, bool native);
void compileInterfaces(CompileContext& context);
void compileBonding(CompileContext& context);
void compileBridges(CompileContext& context);
void compileBridgeRules(CompileContext& context);
// Tunnels: which menus they have, what their interface is (`common` filled in), and their ends.
[[nodiscard]] bool isTunnelMenu(std::string_view menu);
[[nodiscard]] agent::dataplane::InterfaceConfig tunnelInterface(agent::dataplane::InterfaceConfig common, const Item& item,
                                                                std::string_view menu);
void compileTunnels(CompileContext& context);
void compileWireGuard(CompileContext& context);
void compilePppoe(CompileContext& context);
void compileIpsec(CompileContext& context);
void compileIp(CompileContext& context);
void compileRouting(CompileContext& context);
void compileIpv6(CompileContext& context);
void compileIpv6Firewall(CompileContext& context);
// Rules in the order given, as /ip/firewall has them; what cannot be resolved is invalid.
std::vector<agent::dataplane::RuleConfig> compileRules(CompileContext& context, const std::vector<const Item*>& rules);
void compileFirewall(CompileContext& context);
void compileTracking(CompileContext& context);
void compileQueues(CompileContext& context);

} // namespace agent::control
