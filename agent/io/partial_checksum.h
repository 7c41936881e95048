// Checksums that a sender on this machine left to its hardware, found without a hint: the field of such a TCP or UDP packet holds the sum
// over the pseudo header alone. A packet whose right checksum looks like that keeps it.
#pragma once

#include <cstdint>
#include <span>

namespace agent::io {

// An Ethernet frame, tagged or not, with IPv4 or IPv6. True: the checksum was open and is now complete.
bool completeIfPartial(std::span<std::uint8_t> frame);

} // namespace agent::io
