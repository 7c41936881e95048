// What rules compare, taken out of a packet once per table.
#pragma once

#include "agent/dataplane/classifier/program.h"
#include "agent/dataplane/conntrack/connection_entry.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

class PacketFields {
public:
    // `connection` may be null.
    PacketFields(const PacketBuf& packet, const ConnectionEntry* connection, MarkId routingMark);

    // The one-cache-line part of the comparison; the rule's conditions come on top.
    [[nodiscard]] bool lineMatches(const CompiledRule& r) const {
        const Words outside = reinterpret_cast<Words>(reinterpret_cast<SignedWords>(ranges_ - r.biasedFirst) > r.biasedSpan);
        const Words differs = ((exact_ & r.mask) ^ r.value) | outside;
        using Halves = std::uint64_t __attribute__((vector_size(16)));
        const auto halves = reinterpret_cast<Halves>(differs);
        return (halves[0] | halves[1]) == 0;
    }

    // What RuleFilter looks at.
    [[nodiscard]] const std::uint8_t* octets() const { return reinterpret_cast<const std::uint8_t*>(&exact_); }

    [[nodiscard]] std::uint32_t src() const { return ranges_[kSrcWord]; }
    [[nodiscard]] std::uint32_t dst() const { return ranges_[kDstWord]; }
    [[nodiscard]] std::uint16_t sport() const { return static_cast<std::uint16_t>(ranges_[kSportWord]); }
    [[nodiscard]] std::uint16_t dport() const { return static_cast<std::uint16_t>(ranges_[kDportWord]); }
    [[nodiscard]] std::uint8_t protocol() const { return static_cast<std::uint8_t>(exact_[0]); }
    [[nodiscard]] std::uint8_t icmpType() const { return static_cast<std::uint8_t>(exact_[0] >> kIcmpTypeAt); }
    [[nodiscard]] MarkId packetMark() const { return static_cast<MarkId>(exact_[1]); }
    [[nodiscard]] MarkId connectionMark() const { return static_cast<MarkId>(exact_[1] >> 16); }
    [[nodiscard]] MarkId routingMark() const { return static_cast<MarkId>(exact_[3]); }
    [[nodiscard]] IfIndex inInterface() const { return static_cast<IfIndex>(exact_[2]); }
    [[nodiscard]] IfIndex outInterface() const { return static_cast<IfIndex>(exact_[2] >> kOutInterfaceAt); }
    void setPacketMark(MarkId mark) { exact_[1] = (exact_[1] & 0xffff0000u) | mark; }
    void setConnectionMark(MarkId mark) { exact_[1] = (exact_[1] & 0xffffu) | static_cast<std::uint32_t>(mark) << 16; }
    void setRoutingMark(MarkId mark) { exact_[3] = (exact_[3] & 0xffff0000u) | mark; }

private:
    Words exact_; // header and place, low halves first
    Words ranges_;
};
static_assert(sizeof(PacketFields) == RuleFilter::kOctets);

} // namespace agent::dataplane
