#include "agent/dataplane/queueing/ack_filter.h"

#include "core/base/endian.h"

namespace agent::dataplane {

namespace {

constexpr std::uint8_t kTcp = 6, kAck = 0x10;

// Where its acknowledgement number stands; nullptr when it is not a pure acknowledgement.
const std::uint8_t* pureAck(const PacketBuf& p) {
    if ((p.flags & (kIsIpv4 | kHasPorts | kIsFragment)) != (kIsIpv4 | kHasPorts) || p.protocol != kTcp || p.length < p.l4Offset + 20u) {
        return nullptr;
    }
    const std::uint8_t* ip = p.frame() + p.l3Offset;
    const std::uint8_t* tcp = p.frame() + p.l4Offset;
    const unsigned header = (tcp[12] >> 4) * 4u;
    const bool empty = core::base::loadBe16(ip + 2) == p.l4Offset - p.l3Offset + header;
    if (!empty || tcp[13] != kAck || p.length < p.l4Offset + header) {
        return nullptr;
    }
    // No option, or NOP NOP time stamps as everybody sends them. Selective acknowledgements say something of their own.
    const bool plain = header == 20 || (header == 32 && tcp[20] == 1 && tcp[21] == 1 && tcp[22] == 8);
    return plain ? tcp + 8 : nullptr;
}

bool sameConnection(const PacketBuf& a, const PacketBuf& b) {
    const std::uint8_t* x = a.frame() + a.l3Offset + 12;
    const std::uint8_t* y = b.frame() + b.l3Offset + 12;
    return core::base::loadBe32(x) == core::base::loadBe32(y) && core::base::loadBe32(x + 4) == core::base::loadBe32(y + 4) &&
           core::base::loadBe32(a.frame() + a.l4Offset) == core::base::loadBe32(b.frame() + b.l4Offset);
}

} // namespace

PacketBuf* takeRedundantAck(PacketList& line, const PacketBuf& newest, CakeAckFilter mode) {
    const std::uint8_t* latest = pureAck(newest);
    if (latest == nullptr) {
        return nullptr;
    }
    const std::uint32_t number = core::base::loadBe32(latest);
    PacketBuf* before = nullptr; // in front of the first redundant one
    PacketBuf* first = nullptr;
    int redundant = 0;
    for (PacketBuf *previous = nullptr, *p = line.front(); p != &newest; previous = p, p = p->next) {
        const std::uint8_t* ack = pureAck(*p);
        // Sequence numbers wrap (RFC 9293 section 3.4): earlier means less than half the circle behind.
        if (ack == nullptr || !sameConnection(*p, newest) || static_cast<std::int32_t>(number - core::base::loadBe32(ack)) <= 0) {
            continue;
        }
        if (redundant++ == 0) {
            before = previous;
            first = p;
        }
    }
    if (redundant < (mode == CakeAckFilter::Aggressive ? 1 : 2)) {
        return nullptr;
    }
    line.takeAfter(before);
    return first;
}

} // namespace agent::dataplane
