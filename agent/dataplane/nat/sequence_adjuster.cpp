#include "agent/dataplane/nat/sequence_adjuster.h"

#include "agent/dataplane/nat/payload_edit.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

namespace agent::dataplane {

using core::base::loadBe32;
using core::base::storeBe32;

namespace {

bool after(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) > 0; }

} // namespace

std::uint32_t SequenceAdjuster::Shift::forward(std::uint32_t sequence) const {
    return sequence + static_cast<std::uint32_t>(agent::dataplane::after(sequence, position) ? after : before);
}

std::uint32_t SequenceAdjuster::Shift::backward(std::uint32_t acknowledged) const {
    const bool behind = agent::dataplane::after(acknowledged - static_cast<std::uint32_t>(before), position);
    return acknowledged - static_cast<std::uint32_t>(behind ? after : before);
}

void SequenceAdjuster::note(std::uint32_t id, std::uint8_t direction, std::uint32_t sequence, std::int32_t grown) {
    Slot& slot = slots_[id % kSlots];
    if (slot.id != id) {
        slot = {};
        slot.id = id;
    }
    Shift& shift = slot.shifts[direction];
    if (shift.before == shift.after || after(sequence, shift.position)) { // else it is sent again
        shift.position = sequence;
        shift.before = shift.after;
        shift.after += grown;
    }
}

void SequenceAdjuster::apply(PacketBuf& p, std::uint32_t id) const {
    const Slot& slot = slots_[id % kSlots];
    if (slot.id != id || p.protocol != kProtocolTcp || (p.flags & kHasPorts) == 0) {
        return;
    }
    std::uint8_t* h = p.frame() + p.l4Offset;
    storeBe32(h + tcp::kSequence, slot.shifts[p.direction].forward(loadBe32(h + tcp::kSequence)));
    if ((p.tcpFlags & tcp::kAck) != 0) {
        const Shift& other = slot.shifts[1u - p.direction];
        storeBe32(h + tcp::kAcknowledgment, other.backward(loadBe32(h + tcp::kAcknowledgment)));
        const std::uint32_t end = std::min<std::uint32_t>((h[tcp::kDataOffset] >> 4) * 4u, p.length - p.l4Offset);
        for (std::uint32_t at = kTcpHeader; at + 1 < end && h[at] != 0;) {
            constexpr std::uint8_t kSack = 5;
            if (h[at] == 1) {
                ++at;
                continue;
            }
            const std::uint32_t next = at + h[at + 1];
            if (h[at + 1] < 2 || next > end) {
                break;
            }
            for (std::uint32_t edge = at + 2; h[at] == kSack && edge + 4 <= next; edge += 4) {
                storeBe32(h + edge, other.backward(loadBe32(h + edge)));
            }
            at = next;
        }
    }
    sumTransport(p);
}

} // namespace agent::dataplane
