#include "agent/dataplane/parse/arp_message.h"

#include "agent/dataplane/parse/parse.h"

#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {
constexpr std::uint32_t kArpLength = 28;
constexpr std::uint16_t kHardwareEthernet = 1;
} // namespace

std::optional<ArpMessage> readArp(const PacketBuf& p) {
    if (p.length < p.l3Offset + kArpLength) {
        return std::nullopt;
    }
    const std::uint8_t* arp = p.frame() + p.l3Offset;
    const std::uint16_t operation = loadBe16(arp + 6);
    if (loadBe16(arp) != kHardwareEthernet || loadBe16(arp + 2) != kEtherTypeIpv4 || arp[4] != 6 || arp[5] != 4 ||
        (operation != static_cast<std::uint16_t>(ArpOperation::Request) && operation != static_cast<std::uint16_t>(ArpOperation::Reply))) {
        return std::nullopt;
    }
    return ArpMessage{static_cast<ArpOperation>(operation), loadMac(arp + 8), loadBe32(arp + 14), loadMac(arp + 18), loadBe32(arp + 24)};
}

void writeArp(PacketBuf& p, MacKey destination, const ArpMessage& message) {
    p.offset = kHeadroom;
    p.length = kMinFrame;
    std::uint8_t* frame = p.frame();
    std::memset(frame, 0, kMinFrame);
    storeMac(frame, destination);
    storeMac(frame + 6, message.senderMac);
    storeBe16(frame + 12, kEtherTypeArp);
    std::uint8_t* arp = frame + kEthernetHeader;
    storeBe16(arp, kHardwareEthernet);
    storeBe16(arp + 2, kEtherTypeIpv4);
    arp[4] = 6;
    arp[5] = 4;
    storeBe16(arp + 6, static_cast<std::uint16_t>(message.operation));
    storeMac(arp + 8, message.senderMac);
    storeBe32(arp + 14, message.senderAddress);
    storeMac(arp + 18, message.targetMac);
    storeBe32(arp + 24, message.targetAddress);
    parse(p);
}

} // namespace agent::dataplane
