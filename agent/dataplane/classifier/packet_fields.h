// What rules compare, taken out of a packet once per table.
#pragma once

#include "agent/dataplane/classifier/program.h"
#include "agent/dataplane/conntrack/connection_entry.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

struct PacketFields {
    std::uint64_t header = 0, place = 0; // see program.h
    std::uint32_t src = 0, dst = 0;
    std::uint16_t sport = 0, dport = 0;
    std::uint8_t state = kNoState; // one bit
    std::uint8_t natState = 1;     // one bit

    // `connection` may be null.
    static PacketFields of(const PacketBuf& packet, const ConnectionEntry* connection, MarkId routingMark);

    // The one-cache-line part of the comparison; the rule's conditions come on top.
    [[nodiscard]] bool lineMatches(const CompiledRule& r) const {
        const std::uint64_t differs = ((header & r.headerMask) ^ r.headerValue) | ((place & r.placeMask) ^ r.placeValue);
        const bool ranges = static_cast<unsigned>(src - r.srcFirst <= r.srcSpan) & static_cast<unsigned>(dst - r.dstFirst <= r.dstSpan) &
                            static_cast<unsigned>(static_cast<std::uint16_t>(sport - r.sportFirst) <= r.sportSpan) &
                            static_cast<unsigned>(static_cast<std::uint16_t>(dport - r.dportFirst) <= r.dportSpan) &
                            static_cast<unsigned>((state & r.states) != 0) & static_cast<unsigned>((natState & r.natStates) != 0);
        return static_cast<unsigned>(differs == 0) & static_cast<unsigned>(ranges);
    }
    [[nodiscard]] std::uint8_t protocol() const { return static_cast<std::uint8_t>(header); }
    [[nodiscard]] std::uint8_t icmpType() const { return static_cast<std::uint8_t>(header >> kIcmpTypeAt); }
    [[nodiscard]] MarkId packetMark() const { return static_cast<MarkId>(header >> kPacketMarkAt); }
    [[nodiscard]] MarkId connectionMark() const { return static_cast<MarkId>(header >> kConnectionMarkAt); }
    [[nodiscard]] MarkId routingMark() const { return static_cast<MarkId>(place >> kRoutingMarkAt); }
    [[nodiscard]] IfIndex inInterface() const { return static_cast<IfIndex>(place); }
    [[nodiscard]] IfIndex outInterface() const { return static_cast<IfIndex>(place >> kOutInterfaceAt); }
    void setPacketMark(MarkId mark) { setMark(header, kPacketMarkAt, mark); }
    void setConnectionMark(MarkId mark) { setMark(header, kConnectionMarkAt, mark); }
    void setRoutingMark(MarkId mark) { setMark(place, kRoutingMarkAt, mark); }

private:
    static void setMark(std::uint64_t& word, unsigned at, MarkId mark) {
        word = (word & ~(std::uint64_t{0xffff} << at)) | static_cast<std::uint64_t>(mark) << at;
    }
};

} // namespace agent::dataplane
