// /interface/bonding: slaves become positions, words become modes.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

// balance-tlb and balance-alb choose by load; here by hash, which modelled.cpp says.
BondMode modeOf(std::string_view text) {
    return text == "active-backup" ? BondMode::ActiveBackup
           : text == "802.3ad"     ? BondMode::Lacp
           : text == "broadcast"   ? BondMode::Broadcast
           : text == "balance-rr"  ? BondMode::BalanceRr
                                   : BondMode::BalanceXor;
}

BondHash hashOf(std::string_view text) {
    return text == "layer-3-and-4" || text == "encap-3-and-4"   ? BondHash::Layer3And4
           : text == "layer-2-and-3" || text == "encap-2-and-3" ? BondHash::Layer2And3
                                                                : BondHash::Layer2;
}

} // namespace

void compileBonding(CompileContext& context) {
    for (const Item* item : context.tree.items("/interface/bonding")) {
        const auto interface = context.interface(item->value("name"));
        if (!interface || !item->enabled()) {
            continue;
        }
        BondConfig out;
        out.interface = *interface;
        out.mode = modeOf(item->value("mode"));
        out.hash = hashOf(item->value("transmit-hash-policy"));
        out.minLinks = static_cast<std::uint16_t>(config::parseNumber(item->value("min-links")).value_or(0));
        out.primary = context.interface(item->value("primary")).value_or(kNoInterface);
        for (const std::string_view name : config::splitList(item->value("slaves"))) {
            const auto slave = context.interface(name);
            if (slave && context.out.interfaces[*slave].type == InterfaceType::Ether) {
                out.slaves.push_back(*slave);
            }
        }
        if (out.slaves.empty()) {
            context.invalid.insert(item->id);
            continue;
        }
        context.out.bonds.push_back(std::move(out));
    }
}

} // namespace agent::control
