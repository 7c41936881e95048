// From a flow's hash to one of the lines of a queue.
#pragma once

#include <cstddef>
#include <cstdint>

namespace agent::dataplane {

// Every bit of the result depends on every bit of the input.
[[nodiscard]] inline std::uint32_t mixHash(std::uint32_t hash) {
    hash *= 0x9e3779b1u; // golden ratio: spreads low bits upwards
    hash ^= hash >> 15;
    hash *= 0x85ebca6bu;
    return hash ^ hash >> 13;
}

// A number below `buckets`, without a division.
[[nodiscard]] inline std::size_t bucketOf(std::uint32_t mixed, std::size_t buckets) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(mixed) * buckets) >> 32);
}

} // namespace agent::dataplane
