// Network byte order in memory. Reads and writes go through these, never through casts of unaligned pointers.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace core::base {

inline std::uint16_t swap16(std::uint16_t v) { return static_cast<std::uint16_t>(__builtin_bswap16(v)); }
inline std::uint32_t swap32(std::uint32_t v) { return __builtin_bswap32(v); }

// Big-endian load and store at any address.
inline std::uint16_t loadBe16(const void* p) {
    std::uint16_t v;
    std::memcpy(&v, p, sizeof v);
    return std::endian::native == std::endian::little ? swap16(v) : v;
}
inline std::uint32_t loadBe32(const void* p) {
    std::uint32_t v;
    std::memcpy(&v, p, sizeof v);
    return std::endian::native == std::endian::little ? swap32(v) : v;
}
inline void storeBe16(void* p, std::uint16_t v) {
    v = std::endian::native == std::endian::little ? swap16(v) : v;
    std::memcpy(p, &v, sizeof v);
}
inline void storeBe32(void* p, std::uint32_t v) {
    v = std::endian::native == std::endian::little ? swap32(v) : v;
    std::memcpy(p, &v, sizeof v);
}

} // namespace core::base
