// Keeps the two ends of a TCP connection agreed about sequence numbers after a helper has made a segment longer or shorter: what comes
// behind it is moved, and so is what is acknowledged the other way.
//
//   adjuster.note(connection id, direction, sequence number of the changed segment, +3);
//   adjuster.apply(packet, id);        // every packet of that connection from then on, the changed one too
//
// A fixed number of connections; a newer one takes the place of an older one that shares its slot. One thread.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class SequenceAdjuster {
public:
    SequenceAdjuster() : slots_(kSlots) {}
    void note(std::uint32_t id, std::uint8_t direction, std::uint32_t sequence, std::int32_t grown);
    // Acknowledgments, selective ones too, and sequence numbers; the checksum follows.
    void apply(PacketBuf& packet, std::uint32_t id) const;

private:
    static constexpr std::size_t kSlots = 1024;
    struct Shift {
        std::uint32_t position = 0;        // sequence number of the last changed segment
        std::int32_t before = 0, after = 0; // what is added up to it, and behind it
        [[nodiscard]] std::uint32_t forward(std::uint32_t sequence) const;
        [[nodiscard]] std::uint32_t backward(std::uint32_t acknowledged) const;
    };
    struct Slot {
        std::uint32_t id = 0;
        std::array<Shift, 2> shifts{};
    };
    std::vector<Slot> slots_;
};

} // namespace agent::dataplane
