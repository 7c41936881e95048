// Random configurations as text: every menu of the schema, values right and wrong, menus and properties nobody knows, built-in
// items, names with anything in them. The same seed gives the same text.
#pragma once

#include "core/routeros/config/schema.h"

#include <random>
#include <string>

namespace tests {

class ConfigGenerator {
public:
    explicit ConfigGenerator(unsigned seed) : random_(seed) {}

    // An export of about this many commands.
    std::string text(unsigned commands);
    // The same with some lines gone, some in another place, some values changed.
    std::string changed(const std::string& text);

private:
    using Menu = core::routeros::config::Menu;
    using Property = core::routeros::config::Property;

    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    std::string oneOf(std::initializer_list<std::string_view> words) { return std::string(words.begin()[below(static_cast<unsigned>(words.size()))]); }
    std::string octets();
    std::string value(const Property& property);
    std::string atom(const Property& property);
    std::string arguments(const Menu& menu);
    std::string command(const Menu& menu);
    std::string unknown();

    std::mt19937 random_;
};

} // namespace tests
