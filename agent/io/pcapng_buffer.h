// Frames as a pcapng file in memory (draft-ietf-opsawg-pcapng: section header, interface descriptions, enhanced packet blocks), each with
// a comment that Wireshark shows beside it. Bounded: what no longer fits is counted, the file stays whole.
//
//   PcapngBuffer file({"ether1", "ether2"}, 16 << 20);
//   file.add(0, now, frame, "fasttrack");
//   write(file.octets());
//
// No I/O. One thread. Allocates the whole limit at once, nothing afterwards.
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent::io {

class PcapngBuffer {
public:
    PcapngBuffer(const std::vector<std::string>& interfaces, std::size_t limit);

    // `interface`: position in the list. Time: nanoseconds since whatever epoch the reader is told. False: full.
    bool add(std::uint32_t interface, core::base::Nanos time, std::span<const std::uint8_t> frame, std::string_view comment);
    [[nodiscard]] const std::string& octets() const { return octets_; }
    [[nodiscard]] std::uint64_t frames() const { return frames_; }
    [[nodiscard]] std::uint64_t left() const { return left_; } // frames that did not fit

private:
    std::string octets_;
    std::size_t limit_;
    std::uint64_t frames_ = 0, left_ = 0;
};

} // namespace agent::io
