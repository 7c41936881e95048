// What every fuzz target begins with: the input as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace fuzz {

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// A broken promise of the decoder is a find like a crash.
inline void require(bool kept) {
    if (!kept) {
        std::abort();
    }
}

} // namespace fuzz
