#include "core/routeros/api/sentence.h"

namespace core::routeros::api {

void appendLength(std::string& out, std::uint32_t length) {
    const auto put = [&out, length](int shift, std::uint32_t mark = 0) {
        out.push_back(static_cast<char>(((length >> shift) & 0xffu) | mark));
    };
    if (length < 0x80) {
        put(0);
    } else if (length < 0x4000) {
        put(8, 0x80);
        put(0);
    } else if (length < 0x200000) {
        put(16, 0xc0);
        put(8);
        put(0);
    } else if (length < 0x10000000) {
        put(24, 0xe0);
        put(16);
        put(8);
        put(0);
    } else {
        out.push_back('\xf0');
        put(24);
        put(16);
        put(8);
        put(0);
    }
}

void appendWord(std::string& out, std::string_view word) {
    appendLength(out, static_cast<std::uint32_t>(word.size()));
    out.append(word);
}

std::string encodeSentence(const Sentence& sentence) {
    std::string out;
    for (const std::string& word : sentence) {
        appendWord(out, word);
    }
    out.push_back('\0');
    return out;
}

} // namespace core::routeros::api
