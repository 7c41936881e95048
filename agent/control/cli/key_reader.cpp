#include "agent/control/cli/key_reader.h"

#include <array>
#include <utility>

namespace agent::control {

namespace {

constexpr std::size_t kLongestSequence = 64; // what is longer is no key

using Kind = Key::Kind;
using Named = std::pair<std::string_view, Kind>;

// Behind ESC.
constexpr std::array<Named, 30> kSequences{{
    {"[A", Kind::Up},       {"[B", Kind::Down},       {"[C", Kind::Right},   {"[D", Kind::Left},      {"OA", Kind::Up},        {"OB", Kind::Down},
    {"OC", Kind::Right},    {"OD", Kind::Left},       {"[H", Kind::Home},    {"[F", Kind::End},       {"OH", Kind::Home},      {"OF", Kind::End},
    {"[1~", Kind::Home},    {"[4~", Kind::End},       {"[7~", Kind::Home},   {"[8~", Kind::End},      {"[3~", Kind::Delete},   {"OP", Kind::Help},
    {"[11~", Kind::Help},   {"[[A", Kind::Help},      {"[1;5C", Kind::WordRight}, {"[1;5D", Kind::WordLeft}, {"[1;3C", Kind::WordRight}, {"[1;3D", Kind::WordLeft},
    {"f", Kind::WordRight}, {"b", Kind::WordLeft},    {"[5C", Kind::WordRight}, {"[5D", Kind::WordLeft}, {"Oc", Kind::WordRight}, {"Od", Kind::WordLeft},
}};

bool isFinal(char c) { return c >= 0x40 && c <= 0x7E; }

// Octets of the sequence that begins with ESC; 0: not complete yet.
std::size_t sequenceLength(std::string_view text) {
    if (text.size() < 2) {
        return 0;
    }
    if (text[1] == 'O') {
        return text.size() < 3 ? 0 : 3;
    }
    if (text[1] != '[') {
        return 2;
    }
    std::size_t at = text.size() > 2 && text[2] == '[' ? 3 : 2; // the linux console's function keys: ESC [ [ A
    for (; at < text.size(); ++at) {
        if (isFinal(text[at])) {
            return at + 1;
        }
    }
    return text.size() > kLongestSequence ? text.size() : 0;
}

std::size_t characterLength(unsigned char lead) { return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

} // namespace

std::optional<Key> KeyReader::next() {
    while (!pending_.empty()) {
        const char c = pending_.front();
        if (c == '\0') { // padding behind a return
            pending_.erase(0, 1);
            continue;
        }
        if (c == '\x1b') {
            const std::size_t length = sequenceLength(pending_);
            if (length == 0) {
                return std::nullopt;
            }
            if (auto key = escape()) {
                return key;
            }
            continue;
        }
        return character();
    }
    return std::nullopt;
}

std::optional<Key> KeyReader::escape() {
    const std::size_t length = sequenceLength(pending_);
    const std::string sequence = pending_.substr(1, length - 1);
    pending_.erase(0, length);
    for (const auto& [text, kind] : kSequences) {
        if (text == sequence) {
            return Key{kind, {}};
        }
    }
    return std::nullopt;
}

std::optional<Key> KeyReader::character() {
    const auto lead = static_cast<unsigned char>(pending_.front());
    if (lead >= 0x20 && lead != 0x7F) {
        std::size_t length = characterLength(lead);
        for (std::size_t i = 1; i < length; ++i) {
            if (i == pending_.size()) {
                return std::nullopt;
            }
            if ((static_cast<unsigned char>(pending_[i]) & 0xC0) != 0x80) {
                length = i; // not UTF-8: the octets stand for themselves
            }
        }
        Key key{Kind::Character, pending_.substr(0, length)};
        pending_.erase(0, length);
        return key;
    }
    pending_.erase(0, 1);
    switch (lead) {
    case '\r':
    case '\n': return Key{Kind::Enter, {}};
    case '\t': return Key{Kind::Tab, {}};
    case 0x08:
    case 0x7F: return Key{Kind::Backspace, {}};
    default: return Key{Kind::Control, std::string(1, static_cast<char>(lead + '@'))};
    }
}

} // namespace agent::control
