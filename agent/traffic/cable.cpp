#include "agent/traffic/cable.h"

#include "agent/traffic/host.h"

#include <cstring>

namespace agent::traffic {
namespace {

std::uint16_t vlanOf(const dataplane::PacketBuf& packet) {
    const std::uint8_t* frame = packet.frame();
    return core::base::loadBe16(frame + 12) == dataplane::kEtherTypeVlan ? core::base::loadBe16(frame + 14) & 0x0fff : 0;
}

} // namespace

Host* Cable::find(dataplane::MacKey mac, std::uint16_t vlan) const {
    for (Host* host : hosts_) {
        if (host->mac() == mac && host->vlan() == vlan) {
            return host;
        }
    }
    return nullptr;
}

dataplane::PacketBuf* Cable::copyOf(const dataplane::PacketBuf& packet) {
    dataplane::PacketBuf* copy = services_.pool.take();
    if (copy != nullptr) {
        copy->offset = packet.offset;
        copy->length = packet.length;
        std::memcpy(copy->frame(), packet.frame(), packet.length);
    }
    return copy;
}

void Cable::deliver(dataplane::PacketBuf* packet, const Host* sender, core::base::Nanos at) {
    if (packet->length < dataplane::kEthernetHeader + dataplane::kVlanTag) {
        services_.pool.give(packet);
        return;
    }
    const dataplane::MacKey destination = dataplane::destinationMac(*packet);
    const std::uint16_t vlan = vlanOf(*packet);
    Host* last = nullptr;
    if ((destination & dataplane::kGroupBit) == 0) {
        last = find(destination, vlan);
    } else {
        for (Host* host : hosts_) {
            if (host == sender || host->vlan() != vlan) {
                continue;
            }
            if (last != nullptr) {
                if (dataplane::PacketBuf* copy = copyOf(*packet)) {
                    last->arrive(copy, at);
                }
            }
            last = host;
        }
    }
    if (last != nullptr) {
        last->arrive(packet, at);
    } else {
        services_.pool.give(packet); // a network card ignores what is for somebody else
    }
}

} // namespace agent::traffic
