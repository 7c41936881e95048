#include "agent/dataplane/nat/rewrite.h"

#include "agent/dataplane/conntrack/quoted_packet.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {

void patch(std::uint8_t* sum, ChecksumDelta delta) { storeBe16(sum, applyDelta(loadBe16(sum), delta)); }

// UDP: zero says there is no checksum (RFC 768), so a computed zero is sent as all ones.
void patchUdp(std::uint8_t* sum, ChecksumDelta delta) {
    const std::uint16_t before = loadBe16(sum);
    if (before == 0) {
        return;
    }
    const std::uint16_t after = applyDelta(before, delta);
    storeBe16(sum, after == 0 ? std::uint16_t{0xffff} : after);
}

// The transport checksum of a packet with kHasPorts.
void patchTransport(const PacketBuf& p, std::uint8_t* l4, ChecksumDelta delta) {
    if (p.protocol == kProtocolTcp) {
        patch(l4 + tcp::kChecksum, delta);
    } else {
        patchUdp(l4 + udp::kChecksum, delta);
    }
}

bool isIcmpQuery(const PacketBuf& p) {
    return p.protocol == kProtocolIcmp && answerType(p.icmpType) != 255 && p.length >= p.l4Offset + kIcmpHeader && !isLaterFragment(p);
}

void rewriteHalf(PacketBuf& p, bool source, std::uint32_t address, std::uint16_t port) {
    std::uint8_t* ip = p.frame() + p.l3Offset;
    std::uint8_t* l4 = p.frame() + p.l4Offset;
    std::uint32_t& oldAddress = source ? p.src : p.dst;
    const ChecksumDelta addressDelta = deltaOf32(oldAddress, address);
    oldAddress = address;
    storeBe32(ip + (source ? ipv4::kSource : ipv4::kDestination), address);
    patch(ip + ipv4::kChecksum, addressDelta);
    if ((p.flags & kHasPorts) != 0) {
        std::uint16_t& oldPort = source ? p.sport : p.dport;
        patchTransport(p, l4, joinDeltas(addressDelta, deltaOf16(oldPort, port)));
        oldPort = port;
        storeBe16(l4 + (source ? 0 : 2), port);
    } else if (isIcmpQuery(p)) {
        patch(l4 + icmp::kChecksum, deltaOf16(loadBe16(l4 + icmp::kIdentifier), port));
        storeBe16(l4 + icmp::kIdentifier, port);
        p.sport = p.dport = port;
    }
}

// Changes words inside an ICMP message and keeps the difference its own checksum needs.
class MessagePatch {
public:
    explicit MessagePatch(std::uint8_t* message) : message_(message) {}
    ~MessagePatch() { patch(message_ + icmp::kChecksum, delta_); }
    MessagePatch(const MessagePatch&) = delete;
    MessagePatch& operator=(const MessagePatch&) = delete;

    void put16(std::uint8_t* at, std::uint16_t value) {
        delta_ = joinDeltas(delta_, deltaOf16(loadBe16(at), value));
        storeBe16(at, value);
    }
    void put32(std::uint8_t* at, std::uint32_t value) {
        put16(at, static_cast<std::uint16_t>(value >> 16));
        put16(at + 2, static_cast<std::uint16_t>(value));
    }

private:
    std::uint8_t* message_;
    ChecksumDelta delta_ = 0;
};

} // namespace

void rewriteSource(PacketBuf* packet, std::uint32_t address, std::uint16_t port) { rewriteHalf(*packet, true, address, port); }
void rewriteDestination(PacketBuf* packet, std::uint32_t address, std::uint16_t port) { rewriteHalf(*packet, false, address, port); }

void rewriteQuoted(PacketBuf* error, QuotedEnd end, std::uint32_t address, std::uint16_t port) {
    const std::optional<QuotedPacket> quoted = quotedPacket(*error);
    if (!quoted) {
        return;
    }
    const bool source = end == QuotedEnd::Source;
    std::uint8_t* ip = error->frame() + quoted->ipOffset;
    std::uint8_t* l4 = error->frame() + quoted->l4Offset;
    const std::uint32_t room = static_cast<std::uint32_t>(quoted->end) - quoted->l4Offset;
    MessagePatch message(error->frame() + error->l4Offset);

    const ChecksumDelta addressDelta = deltaOf32(source ? quoted->key.src : quoted->key.dst, address);
    message.put32(ip + (source ? ipv4::kSource : ipv4::kDestination), address);
    message.put16(ip + ipv4::kChecksum, applyDelta(loadBe16(ip + ipv4::kChecksum), addressDelta));

    const ChecksumDelta transportDelta = joinDeltas(addressDelta, deltaOf16(source ? quoted->key.sport : quoted->key.dport, port));
    switch (quoted->key.protocol) {
    case kProtocolTcp:
        message.put16(l4 + (source ? 0 : 2), port);
        if (room >= tcp::kChecksum + 2) { // most routers quote 8 octets only
            message.put16(l4 + tcp::kChecksum, applyDelta(loadBe16(l4 + tcp::kChecksum), transportDelta));
        }
        break;
    case kProtocolUdp:
        message.put16(l4 + (source ? 0 : 2), port);
        if (const std::uint16_t before = loadBe16(l4 + udp::kChecksum); before != 0) {
            const std::uint16_t after = applyDelta(before, transportDelta);
            message.put16(l4 + udp::kChecksum, after == 0 ? std::uint16_t{0xffff} : after);
        }
        break;
    case kProtocolIcmp:
        message.put16(l4 + icmp::kChecksum, applyDelta(loadBe16(l4 + icmp::kChecksum), deltaOf16(quoted->key.sport, port)));
        message.put16(l4 + icmp::kIdentifier, port);
        break;
    default:
        break;
    }
}

} // namespace agent::dataplane
