// What the doctor says in passing, "hw=no keeps these ports off the chip", as a sentence of its own. Pure.
#pragma once

#include <string>

namespace core::fixes {

[[nodiscard]] inline std::string sentence(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z' && text.find('=') > text.find(' ')) {
        text.front() = static_cast<char>(text.front() - 'a' + 'A'); // but a property keeps its spelling: "hw=no keeps …"
    }
    return text.empty() || text.back() == '.' ? text : text + ".";
}

} // namespace core::fixes
