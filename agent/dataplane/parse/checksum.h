// The Internet checksum (RFC 1071) and its incremental update (RFC 1624, equation 3).
//
//   ip[10..11] = checksum(ip, 20)                              // field zero while summing
//   sum = updateChecksum(sum, oldPort, newPort)                // one 16 bit word changed
//   ChecksumDelta d = deltaOf32(oldAddress, newAddress);       // precomputed once per connection …
//   sum = applyDelta(sum, d);                                  // … applied to every packet
//
// All sums are host-order values of the big-endian field; use loadBe16/storeBe16 around them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace agent::dataplane {

// One's complement sum of `length` octets, not complemented, folded to 16 bit; an odd last octet is padded with zero.
// `initial` chains several pieces (each but the last of even length).
std::uint16_t onesSum(const std::uint8_t* data, std::size_t length, std::uint32_t initial = 0);

// What belongs into a checksum field over these octets while the field itself is zero.
inline std::uint16_t checksum(const std::uint8_t* data, std::size_t length, std::uint32_t initial = 0) {
    return static_cast<std::uint16_t>(~onesSum(data, length, initial));
}

// The two 16 bit words of a field of 32, added. Who writes a header sums its fields with it as numbers: a load of eight octets over fields
// stored one by one has to wait until all of them have left the store buffer.
constexpr std::uint32_t wordsOf(std::uint32_t value) { return (value >> 16) + (value & 0xffffu); }

// Sum of the pseudo header of TCP and UDP (RFC 9293 section 3.1), to be passed as `initial`.
constexpr std::uint32_t pseudoHeaderSum(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, std::uint32_t l4Length) {
    return wordsOf(src) + wordsOf(dst) + protocol + l4Length;
}

// Both halves added, the carry goes round: the upper half of the sum has it all, whatever the lower one carries into it.
constexpr std::uint16_t foldSum(std::uint32_t sum) {
    return static_cast<std::uint16_t>((sum + std::rotl(sum, 16)) >> 16);
}

// What belongs into a checksum field when the words beside it add up to `words`, 65 537 of them at most.
constexpr std::uint16_t checksumOfWords(std::uint32_t words) { return static_cast<std::uint16_t>(~foldSum(words)); }

// What a rewrite adds to the one's complement sum: ~old + new, folded.
using ChecksumDelta = std::uint16_t;

constexpr ChecksumDelta deltaOf16(std::uint16_t before, std::uint16_t after) {
    return foldSum(static_cast<std::uint16_t>(~before) + static_cast<std::uint32_t>(after));
}
constexpr ChecksumDelta deltaOf32(std::uint32_t before, std::uint32_t after) {
    const std::uint32_t inverse = ~before;
    return foldSum((inverse >> 16) + (inverse & 0xffffu) + (after >> 16) + (after & 0xffffu));
}
constexpr ChecksumDelta joinDeltas(ChecksumDelta a, ChecksumDelta b) {
    return foldSum(static_cast<std::uint32_t>(a) + b);
}

// What TTL - 1 adds, whatever the TTL: the word of TTL and protocol grows smaller by 0x0100.
constexpr ChecksumDelta kTtlDelta = 0xfeff;

// HC' = ~(~HC + ~m + m')
constexpr std::uint16_t applyDelta(std::uint16_t sum, ChecksumDelta delta) {
    return static_cast<std::uint16_t>(~foldSum(static_cast<std::uint16_t>(~sum) + static_cast<std::uint32_t>(delta)));
}
constexpr std::uint16_t updateChecksum(std::uint16_t sum, std::uint16_t before, std::uint16_t after) {
    return applyDelta(sum, deltaOf16(before, after));
}

} // namespace agent::dataplane
