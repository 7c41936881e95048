// Counts calls of the global operator new, so that a benchmark can show that a path does not allocate.
#pragma once

#include <cstdint>

namespace bench {

// Allocations of this process so far.
std::uint64_t allocations();

} // namespace bench
