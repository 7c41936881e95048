// Where tables that must not be predictable from outside, and choices made by chance, get their seeds: from the operating system, unless a
// rehearsal on this thread asked for the same ones every time.
//
//   std::uint64_t seed = core::base::freshSeed();
//   const core::base::ReproducibleSeeds same(1);   // from here on, until `same` goes, every run of this thread gets the same seeds in turn
//
// Per thread. Never for a router that real traffic reaches: whoever knows the seeds can fill one bucket of a hash table.
#pragma once

#include <cstdint>

namespace core::base {

[[nodiscard]] std::uint64_t freshSeed();

class ReproducibleSeeds {
public:
    explicit ReproducibleSeeds(std::uint64_t seed);
    ~ReproducibleSeeds(); // the operating system's again
    ReproducibleSeeds(const ReproducibleSeeds&) = delete;
    ReproducibleSeeds& operator=(const ReproducibleSeeds&) = delete;
};

} // namespace core::base
