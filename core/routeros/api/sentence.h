// RouterOS API framing: a sentence is a row of words closed by a word of length zero; each word is preceded by its length.
//
//   std::string wire = encodeSentence({"/login", "=name=admin", "=password="});
//   // 06 "/login" 0b "=name=admin" 0a "=password=" 00
//
// Words are bytes, not text. Everything here is pure and may be called from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::api {

// The words of one sentence, without the closing empty word.
using Sentence = std::vector<std::string>;

// Appends the 1 to 5 octets that announce a word of `length` octets.
void appendLength(std::string& out, std::uint32_t length);

// Appends one word with its length. A word longer than 4 GiB - 1 cannot be expressed and must not be passed.
void appendWord(std::string& out, std::string_view word);

// The whole sentence, ready for one send(): some clients lose data when the words of one sentence arrive in pieces.
[[nodiscard]] std::string encodeSentence(const Sentence& sentence);

} // namespace core::routeros::api
