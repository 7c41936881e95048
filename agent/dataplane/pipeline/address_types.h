// src-address-type and dst-address-type as the main routing table sees them.
#pragma once

#include "agent/dataplane/classifier/rule_matcher.h"
#include "agent/dataplane/fib/routing_table.h"
#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

class RoutedAddressTypes final : public AddressTypes {
public:
    explicit RoutedAddressTypes(const RoutingTable& routes)
        : routes_(&routes) {}

    [[nodiscard]] std::uint8_t typeOf(std::uint32_t address) const override {
        if (isMulticast(address)) {
            return kAddressMulticast;
        }
        if (address == kLimitedBroadcast) {
            return kAddressBroadcast;
        }
        switch (routes_->lookup(address).kind) {
        case NextHopKind::Local: return kAddressLocal;
        case NextHopKind::Broadcast: return kAddressBroadcast;
        case NextHopKind::Blackhole: return kAddressBlackhole;
        case NextHopKind::None:
        case NextHopKind::Unreachable: return kAddressUnreachable;
        case NextHopKind::Prohibit: return kAddressProhibit;
        case NextHopKind::Connected:
        case NextHopKind::Gateway: break;
        }
        return kAddressUnicast;
    }

private:
    const RoutingTable* routes_;
};

} // namespace agent::dataplane
