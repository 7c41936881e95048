// Board and interfaces.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

Mac macOf(std::string_view text) {
    const auto octets = config::parseMac(text);
    return octets ? Mac{*octets} : Mac{};
}

// A 1400 octet packet then costs about twice its slow path to encrypt: a software cipher at a few cycles an octet.
constexpr double kCryptoOctetOfSlow = 1.0 / 700;

CostProfile costOf(const core::devices::Cost& cost, bool native) {
    CostProfile profile;
    profile.native = native;
    if (!native) {
        profile.bridge = cost.bridge;
        profile.fastPath = cost.fastPath;
        profile.fastTrack = cost.fastTrack;
        profile.slow = cost.slow;
        profile.tracking = cost.tracking;
        profile.slowBridge = cost.slowBridge;
        profile.connectionNew = cost.connectionNew;
        profile.rule = cost.rule;
        profile.vlan = cost.vlan;
        profile.simpleQueue = cost.simpleQueue;
        profile.queueing = cost.queueing;
        // Nobody measured tunnels on these boards: a header costs what a VLAN interface does, ciphers by the core's speed.
        profile.tunnel = cost.vlan;
        profile.crypto = (cost.slow + cost.tracking) / 2;
        profile.cryptoOctet = kCryptoOctetOfSlow * (cost.slow + cost.tracking);
    }
    return profile;
}

// The kinds of interface the engine has; others are only kept.
constexpr std::array<std::string_view, 9> kForwardingKinds{"/interface/ethernet",  "/interface/bridge",      "/interface/vlan",
                                                           "/interface/gre",       "/interface/ipip",        "/interface/eoip",
                                                           "/interface/wireguard", "/interface/pppoe-client", "/interface/bonding"};

std::vector<const Item*> forwarding(const Tree& tree) {
    std::vector<const Item*> all;
    for (const std::string_view kind : kForwardingKinds) {
        const auto part = tree.items(kind);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

bool isForwarding(const Tree& tree, ItemId id) {
    return std::any_of(kForwardingKinds.begin(), kForwardingKinds.end(), [&](std::string_view kind) { return tree.find(kind, id); });
}

// Gives every interface of the tree a position: the one it has, else the first free one.
void assignPositions(const Tree& tree, std::vector<ItemId>& positions) {
    for (ItemId& id : positions) {
        if (id != 0 && !isForwarding(tree, id)) {
            id = 0;
        }
    }
    for (const Item* item : forwarding(tree)) {
        if (std::find(positions.begin(), positions.end(), item->id) != positions.end()) {
            continue;
        }
        const auto free = std::find(positions.begin(), positions.end(), ItemId{0});
        if (free != positions.end()) {
            *free = item->id;
        } else {
            positions.push_back(item->id);
        }
    }
}

InterfaceConfig common(const CompileContext& context, const Item& item, InterfaceType type) {
    InterfaceConfig out;
    out.uid = item.id;
    out.name = item.value("name");
    out.type = type;
    out.enabled = item.enabled();
    out.mtu = static_cast<std::uint16_t>(numberOf(item, "mtu", 1500));
    out.l2mtu = static_cast<std::uint16_t>(numberOf(item, "l2mtu", 1598));
    out.mac = macOf(item.value("mac-address"));
    out.arp = arpModeOf(item.value("arp"));
    out.queueType = context.queueType("only-hardware-queue").value_or(0);
    return out;
}

// The board's port an ethernet interface is, by its name at the factory.
PortId portOf(const core::devices::Board& board, std::string_view defaultName) {
    for (std::size_t i = 0; i < board.ports.size(); ++i) {
        if (board.ports[i].name == defaultName) {
            return static_cast<PortId>(i);
        }
    }
    return kNoPort;
}

// A bridge has the address it was given, else that of its first port, else one of its own.
Mac bridgeMac(const CompileContext& context, const Item& bridge) {
    if (!bridge.isTrue("auto-mac") && bridge.get("admin-mac")) {
        return macOf(bridge.value("admin-mac"));
    }
    for (const Item* port : context.tree.items("/interface/bridge/port")) {
        if (port->enabled() && port->value("bridge") == bridge.value("name")) {
            if (const Item* member = context.tree.findBy("/interface/ethernet", "name", port->value("interface"))) {
                return macOf(member->value("mac-address"));
            }
        }
    }
    return Mac{{0x02, 0x50, 0x53, 0xff, static_cast<std::uint8_t>(bridge.id >> 8), static_cast<std::uint8_t>(bridge.id)}};
}

// A bond has the address it was given, else that of its first slave.
Mac bondMac(const CompileContext& context, const Item& bond) {
    if (bond.get("forced-mac-address")) {
        return macOf(bond.value("forced-mac-address"));
    }
    for (const std::string_view name : config::splitList(bond.value("slaves"))) {
        if (const Item* slave = context.tree.findBy("/interface/ethernet", "name", name)) {
            return macOf(slave->value("mac-address"));
        }
    }
    return {};
}

InterfaceConfig interfaceOf(const CompileContext& context, const Item& item, std::string_view menu) {
    if (menu == "/interface/ethernet") {
        InterfaceConfig out = common(context, item, InterfaceType::Ether);
        out.port = portOf(context.board, item.value("default-name"));
        if (const Item* queue = context.tree.findBy("/queue/interface", "interface", out.name)) {
            out.queueType = context.queueType(queue->value("queue")).value_or(out.queueType);
        }
        return out;
    }
    if (menu == "/interface/bridge") {
        InterfaceConfig out = common(context, item, InterfaceType::Bridge);
        out.mac = bridgeMac(context, item);
        return out;
    }
    if (menu == "/interface/bonding") {
        InterfaceConfig out = common(context, item, InterfaceType::Bond);
        out.mac = bondMac(context, item);
        return out;
    }
    if (isTunnelMenu(menu)) {
        return tunnelInterface(common(context, item, InterfaceType::Tunnel), item, menu);
    }
    InterfaceConfig out = common(context, item, InterfaceType::Vlan);
    out.l3HwOffloading = item.value("l3-hw-offloading", "true") != "false";
    out.vlanId = static_cast<std::uint16_t>(numberOf(item, "vlan-id", 1));
    out.serviceTag = item.isTrue("use-service-tag");
    return out;
}

// VLANs know their parent's position and take its address; parents may stand on VLANs themselves.
void linkVlans(CompileContext& context) {
    for (int depth = 0; depth < 8; ++depth) {
        for (InterfaceConfig& vlan : context.out.interfaces) {
            if (vlan.uid == 0 || vlan.type != InterfaceType::Vlan) {
                continue;
            }
            const Item* item = context.tree.find("/interface/vlan", vlan.uid);
            const auto parent = context.interface(item->value("interface"));
            if (parent) {
                vlan.parent = *parent;
                vlan.mac = context.out.interfaces[*parent].mac;
            } else if (item->enabled()) {
                vlan.enabled = false;
                context.invalid.insert(item->id);
            }
        }
    }
}

// Checked when it is typed; what was read leniently may stand in a circle all the same, and frames would never come out of it.
void breakVlanCircles(CompileContext& context) {
    auto& all = context.out.interfaces;
    std::vector<InterfaceConfig*> circling; // found first, then broken: who stands on a circle is none of it, but not in force either
    for (InterfaceConfig& vlan : all) {
        const InterfaceConfig* at = &vlan;
        std::size_t steps = 0;
        while (at->uid != 0 && at->type == InterfaceType::Vlan && at->parent < all.size() && steps <= all.size()) {
            at = &all[at->parent];
            ++steps;
        }
        if (steps > all.size()) {
            circling.push_back(&vlan);
        }
    }
    for (InterfaceConfig* vlan : circling) {
        vlan->enabled = false;
        vlan->parent = kNoInterface;
        context.invalid.insert(vlan->uid);
    }
}

} // namespace

void compileBoard(CompileContext& context, bool native) {
    for (const core::devices::Chip& chip : context.board.chips) {
        ChipConfig out;
        out.name = chip.name;
        out.type = chip.type;
        out.offloadsBridge = chip.bridge;
        out.offloadsVlanFiltering = chip.vlanFiltering;
        out.offloadsIgmpSnooping = chip.igmpSnooping;
        out.offloadsDhcpSnooping = chip.dhcpSnooping;
        out.offloadsBonding = chip.bonding;
        out.offloadsMstp = chip.mstp;
        out.offloadsRouting = chip.routing;
        out.offloadsFastTrack = chip.fastTrack;
        out.routeLimit = chip.routeLimit;
        out.fastTrackLimit = chip.fastTrackLimit;
        out.cpuLinkBps = chip.cpuLinkBps;
        if (const Item* item = context.tree.findBy("/interface/ethernet/switch", "name", chip.name)) {
            out.l3HwOffloading = item->isTrue("l3-hw-offloading");
        }
        context.out.chips.push_back(std::move(out));
    }
    for (const core::devices::Port& port : context.board.ports) {
        PhysicalPortConfig out;
        out.name = port.name;
        out.speedBps = port.speedBps;
        out.chip = port.chip;
        // The switch menu names a port as its interface is named now.
        const Item* ether = context.tree.findBy("/interface/ethernet", "default-name", port.name);
        const Item* item = ether ? context.tree.findBy("/interface/ethernet/switch/port", "name", ether->value("name")) : nullptr;
        out.l3HwOffloading = !item || item->value("l3-hw-offloading", "true") == "true";
        context.out.ports.push_back(std::move(out));
    }
    context.out.cost = costOf(context.board.cost, native);
}

void compileInterfaces(CompileContext& context) {
    assignPositions(context.tree, context.numbering.interfaces);
    for (const ItemId id : context.numbering.interfaces) {
        if (id == 0) { // a gap that keeps the positions behind it where they are
            InterfaceConfig gap;
            gap.type = InterfaceType::Loopback;
            gap.enabled = false;
            context.out.interfaces.push_back(std::move(gap));
            continue;
        }
        context.out.interfaces.push_back(interfaceOf(context, *context.tree.find("/interface", id), context.tree.menuOf(id)));
    }
    linkVlans(context);
    breakVlanCircles(context);
}

} // namespace agent::control
