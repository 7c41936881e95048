// A host that is a PPPoE concentrator: everything it sends and receives is in the session it has with the router.
#include "agent/traffic/host.h"

#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <cstring>

namespace agent::traffic {

using core::base::Nanos;
using core::base::storeBe16;
using dataplane::PacketBuf;
namespace pppoe = dataplane::pppoe;

namespace {
constexpr std::uint32_t kPppoeMtu = 1492; // RFC 2516 section 7
}

void Host::makeConcentrator() {
    pathMtu_ = std::min(pathMtu_, kPppoeMtu);
    concentrator_.emplace(PppoeService{spec_.address, spec_.pppoeClient, {}, {}},
                          [this](dataplane::MacKey to, std::uint16_t etherType, pppoe::Octets octets) {
                              PacketBuf* packet = services_.pool.take();
                              if (packet == nullptr) {
                                  return;
                              }
                              std::uint8_t* frame = packet->frame();
                              dataplane::storeMac(frame, to);
                              dataplane::storeMac(frame + 6, mac_);
                              storeBe16(frame + 12, etherType);
                              std::memcpy(frame + dataplane::kEthernetHeader, octets.data(), octets.size());
                              packet->length = static_cast<std::uint16_t>(dataplane::kEthernetHeader + octets.size());
                              packet->l3Offset = dataplane::kEthernetHeader;
                              if (spec_.vlan != 0) {
                                  dataplane::pushVlanTag(*packet, spec_.vlan);
                              }
                              transmit(packet, controlAt_);
                          });
}

bool Host::handlePppoe(PacketBuf* packet, Nanos at) {
    const std::uint32_t link = packet->l3Offset;
    if (packet->length < link + pppoe::kHeader) {
        return false;
    }
    const std::uint16_t type = core::base::loadBe16(packet->frame() + link - 2);
    if (type != dataplane::kEtherTypePppoeDiscovery && type != dataplane::kEtherTypePppoeSession) {
        return false;
    }
    const pppoe::Octets octets = packet->bytes().subspan(link);
    const auto header = pppoe::readPppoe(octets);
    const bool data = type == dataplane::kEtherTypePppoeSession && header && header->length > 2 && concentrator_->up() &&
                      header->session == concentrator_->session() && core::base::loadBe16(octets.data() + pppoe::kHeader) == pppoe::kIpv4;
    if (!data) {
        controlAt_ = at;
        concentrator_->receive(dataplane::sourceMac(*packet), type, octets);
        services_.pool.give(packet);
        return true;
    }
    // The packet inside, behind an Ethernet header as if it had come without a session.
    const std::uint16_t length = static_cast<std::uint16_t>(header->length - 2u);
    std::memmove(packet->frame() + link + pppoe::kSessionHeader - dataplane::kEthernetHeader, packet->frame(), 12);
    packet->offset = static_cast<std::uint16_t>(packet->offset + link + pppoe::kSessionHeader - dataplane::kEthernetHeader);
    packet->length = static_cast<std::uint16_t>(dataplane::kEthernetHeader + length);
    storeBe16(packet->frame() + 12, dataplane::kEtherTypeIpv4);
    dataplane::parse(*packet);
    if ((packet->flags & dataplane::kIsIpv4) != 0) {
        handle(packet, at);
    } else {
        services_.pool.give(packet);
    }
    return true;
}

void Host::sendPppoe(PacketBuf* packet, Nanos at) {
    if (spec_.vlan != 0 && packet->l3Offset == dataplane::kEthernetHeader) { // an answer to what came without its tag
        dataplane::pushVlanTag(*packet, spec_.vlan);
    }
    const std::uint32_t link = packet->l3Offset;
    const std::uint32_t total = core::base::loadBe16(packet->frame() + link + dataplane::ipv4::kTotalLength);
    if (!concentrator_->up() || packet->offset < pppoe::kSessionHeader) {
        services_.pool.give(packet);
        return;
    }
    std::uint8_t* before = packet->frame();
    packet->offset = static_cast<std::uint16_t>(packet->offset - pppoe::kSessionHeader);
    std::memmove(packet->frame(), before, link);
    std::uint8_t* frame = packet->frame();
    dataplane::storeMac(frame, concentrator_->clientMac());
    dataplane::storeMac(frame + 6, mac_);
    storeBe16(frame + link - 2, dataplane::kEtherTypePppoeSession);
    pppoe::writePppoe(frame + link, {pppoe::kSession, concentrator_->session(), static_cast<std::uint16_t>(total + 2)});
    storeBe16(frame + link + pppoe::kHeader, pppoe::kIpv4);
    packet->length = static_cast<std::uint16_t>(std::max(link + pppoe::kSessionHeader + total, dataplane::kMinFrame));
    transmit(packet, at);
}

} // namespace agent::traffic
