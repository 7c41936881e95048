// Several neighbouring fields, or octets of a frame, by one load or store. Whoever uses it for fields says with static_assert that they
// are neighbours, and takes care of the byte order.
//
//   const auto head = loadWord<std::uint64_t>(ip);
//   storeWord(&packet, offsetof(PacketBuf, src), addresses);
#pragma once

#include <cstddef>
#include <cstring>

namespace agent::dataplane {

template <class Word> [[gnu::always_inline]] inline Word loadWord(const void* from, std::size_t offset = 0) {
    Word word;
    std::memcpy(&word, static_cast<const char*>(from) + offset, sizeof word);
    return word;
}
template <class Word> [[gnu::always_inline]] inline void storeWord(void* to, std::size_t offset, Word word) {
    std::memcpy(static_cast<char*>(to) + offset, &word, sizeof word);
}

} // namespace agent::dataplane
