// Small seeded generator (SplitMix64): the same seed gives the same ports and sequence numbers on every machine.
#pragma once

#include <cstdint>

namespace agent::traffic {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    // first … last, both included.
    std::uint32_t between(std::uint32_t first, std::uint32_t last) { return first + static_cast<std::uint32_t>(next() % (last - first + 1u)); }

private:
    std::uint64_t state_;
};

} // namespace agent::traffic
