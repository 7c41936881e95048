#include "agent/dataplane/pipeline/ipv6_state.h"

namespace agent::dataplane {

void Ipv6State::tidyBook(core::base::Nanos now) {
    if (!book.crowded()) {
        return;
    }
    std::vector<bool> used(AddressBook::kMost + 1, false);
    for (const ResolvedRoute6& route : routes.routes()) {
        used[route.hop.gateway] = used[route.hop.source] = true;
    }
    neighbours.forEach([&](const Neighbour& n) { used[n.address] = true; });
    conntrack.forEach([&](std::uint32_t connection) {
        for (std::uint8_t direction = 0; direction < 2; ++direction) {
            used[conntrack.flow(connection, direction).src] = true;
            used[conntrack.flow(connection, direction).dst] = true;
        }
    });
    for (const DynamicAddress& listed : classifier.dynamicAddresses(now)) {
        used[AddressBook::idOfNumber(listed.address)] = true;
    }
    book.forgetUnless([&](std::uint32_t id) { return used[id]; });
}

} // namespace agent::dataplane
