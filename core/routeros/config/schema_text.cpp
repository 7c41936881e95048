#include "core/routeros/config/schema_text.h"

#include "core/routeros/config/values.h"

#include <array>
#include <limits>
#include <utility>

namespace core::routeros::config {

namespace {

template <class T> using Spellings = std::pair<std::string_view, T>;

constexpr std::array<Spellings<ValueType>, 15> kTypes{{
    {"text", ValueType::Text},
    {"bool", ValueType::Boolean},
    {"hex", ValueType::Hex},
    {"dec", ValueType::Decimal},
    {"time", ValueType::Duration},
    {"rate", ValueType::Rate},
    {"size", ValueType::Size},
    {"addr", ValueType::Address},
    {"addrlen", ValueType::AddressWithLength},
    {"prefix", ValueType::Prefix},
    {"range", ValueType::AddressInterval},
    {"ports", ValueType::Ports},
    {"proto", ValueType::Protocol},
    {"mac", ValueType::Mac},
    {"num", ValueType::Number},
}};

constexpr std::array<Spellings<Target>, 7> kTargets{{
    {"interface", Target::Interface},
    {"bridge", Target::Bridge},
    {"interface-list", Target::InterfaceList},
    {"queue-type", Target::QueueType},
    {"tree-parent", Target::TreeParent},
    {"gateway", Target::Gateway},
    {"queue-target", Target::QueueTarget},
}};

constexpr std::array<Spellings<bool Property::*>, 7> kFlags{{
    {"required", &Property::required},
    {"ro", &Property::readOnly},
    {"neg", &Property::negatable},
    {"list", &Property::list},
    {"pair", &Property::pair},
    {"bare", &Property::bare},
    {"secret", &Property::sensitive},
}};

constexpr std::array<Spellings<MenuKind>, 5> kKinds{{
    {"list", MenuKind::List},
    {"ordered", MenuKind::Ordered},
    {"fixed", MenuKind::Fixed},
    {"settings", MenuKind::Settings},
    {"readonly", MenuKind::ReadOnly},
}};

template <class T, std::size_t N> std::optional<T> spelled(const std::array<Spellings<T>, N>& spellings, std::string_view word) {
    for (const auto& [name, value] : spellings) {
        if (name == word) {
            return value;
        }
    }
    return std::nullopt;
}

std::string_view takeWord(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

// "or(a|b)" → "a|b"; nothing for any other word.
std::optional<std::string_view> inside(std::string_view word, std::string_view name) {
    const bool is = word.size() > name.size() + 1 && word.starts_with(name) && word[name.size()] == '(' && word.ends_with(')');
    return is ? std::optional(word.substr(name.size() + 1, word.size() - name.size() - 2)) : std::nullopt;
}

bool readType(std::string_view word, Property& into) {
    if (const auto words = inside(word, "word")) {
        into.type = ValueType::Word;
        into.words = splitList(*words, '|');
        return true;
    }
    if (const auto target = inside(word, "ref")) {
        const auto known = spelled(kTargets, *target);
        into.type = ValueType::Reference;
        into.target = known.value_or(Target::Nothing);
        return known.has_value();
    }
    if (const auto range = inside(word, "num")) {
        const std::size_t dots = range->find("..");
        const auto min = parseNumber(range->substr(0, dots));
        const auto max = dots == std::string_view::npos ? std::nullopt : parseNumber(range->substr(dots + 2));
        into.type = ValueType::Number;
        into.min = min.value_or(0);
        into.max = max.value_or(0);
        return min && max;
    }
    const auto type = spelled(kTypes, word);
    into.type = type.value_or(ValueType::Text);
    into.max = std::numeric_limits<std::uint64_t>::max();
    return type.has_value();
}

bool readTrait(std::string_view word, Property& into) {
    if (const auto flag = spelled(kFlags, word)) {
        into.*(*flag) = true;
    } else if (const auto words = inside(word, "or")) {
        into.words = splitList(*words, '|');
    } else if (word.starts_with('=')) {
        into.fallback = word.substr(1);
    } else if (word.starts_with(';')) {
        into.source = word.substr(1);
    } else if (word.starts_with("since=")) {
        into.since = word.substr(6);
    } else if (word.starts_with("until=")) {
        into.until = word.substr(6);
    } else {
        return false;
    }
    return true;
}

std::optional<Menu> readMenu(std::string_view line) {
    Menu menu;
    menu.path = takeWord(line);
    const auto kind = spelled(kKinds, takeWord(line));
    if (!kind || !menu.path.starts_with('/')) {
        return std::nullopt;
    }
    menu.kind = *kind;
    for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
        if (word.starts_with("key=")) {
            menu.key = word.substr(4);
        } else if (word == "interfaces") {
            menu.interfaces = true;
        } else {
            return std::nullopt;
        }
    }
    return menu;
}

} // namespace

std::optional<Property> readProperty(std::string_view line) {
    Property property;
    property.name = takeWord(line);
    if (property.name.empty() || !readType(takeWord(line), property)) {
        return std::nullopt;
    }
    for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
        if (!readTrait(word, property)) {
            return std::nullopt;
        }
    }
    return property;
}

std::vector<Menu> readMenus(std::string_view table) {
    constexpr std::string_view kMenu = "menu ";
    std::vector<Menu> menus;
    for (std::string_view line : splitList(table, '\n')) {
        if (line.starts_with(kMenu)) {
            if (auto menu = readMenu(line.substr(kMenu.size()))) {
                menus.push_back(std::move(*menu));
            }
        } else if (auto property = readProperty(line); property && !menus.empty()) {
            menus.back().properties.push_back(std::move(*property));
        }
    }
    return menus;
}

} // namespace core::routeros::config
