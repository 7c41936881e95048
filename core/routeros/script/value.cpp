#include "core/routeros/script/value.h"

#include "core/base/format.h"
#include "core/routeros/script/address_text.h"
#include "core/routeros/script/program.h"
#include "core/routeros/script/span_text.h"

#include <algorithm>
#include <charconv>

namespace core::routeros::script {

namespace {

template <class... Handlers> struct Overload : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers> Overload(Handlers...) -> Overload<Handlers...>;

std::optional<std::int64_t> parseInteger(std::string_view text) {
    const bool negative = text.starts_with('-');
    std::string_view digits = text.substr(negative ? 1 : 0);
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    digits.remove_prefix(hex ? 2 : 0);
    std::uint64_t magnitude = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, hex ? 16 : 10);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

std::optional<bool> parseBool(std::string_view text) {
    if (text == "true" || text == "yes") {
        return true;
    }
    return text == "false" || text == "no" ? std::optional(false) : std::nullopt;
}

bool isId(std::string_view word) {
    return word.size() > 1 && word.front() == '*' && word.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

std::string joined(const Array& array, char separator, std::string (*text)(const Value&)) {
    std::string out;
    for (const Value& element : array.list) {
        out += text(element) + separator;
    }
    for (const auto& [key, element] : array.keyed) {
        out += key + "=" + text(element) + separator;
    }
    if (!out.empty()) {
        out.pop_back();
    }
    return out;
}

} // namespace

std::size_t Array::size() const { return list.size() + keyed.size(); }

Value::Value(Array array) {
    int below = 0;
    const auto measure = [&below](const Value& element) { below = std::max(below, element.array() ? element.array()->height : 0); };
    std::for_each(array.list.begin(), array.list.end(), measure);
    for (const auto& [key, element] : array.keyed) {
        measure(element);
    }
    array.height = below + 1;
    content_ = std::make_shared<const Array>(std::move(array));
}

std::size_t Value::size() const {
    if (const Array* elements = array()) {
        return elements->size() * sizeof(Value);
    }
    return as<std::string>() ? as<std::string>()->size() : 0;
}

bool Value::operator==(const Value& other) const {
    if (type() != other.type()) {
        return false;
    }
    if (const Array* mine = array()) {
        return mine == other.array() || (mine->list == other.array()->list && mine->keyed == other.array()->keyed);
    }
    if (const Code* code = as<Code>()) {
        return code->block == other.as<Code>()->block;
    }
    return std::visit(Overload{[](const Shared&) { return false; }, [](const Code&) { return false; },
                               [&](const auto& mine) { return mine == *other.as<std::decay_t<decltype(mine)>>(); }},
                      content_);
}

std::string_view typeName(const Value& value) {
    constexpr std::array<std::string_view, 13> kNames{"nothing", "nil", "bool", "num", "str", "time", "ip", "ip-prefix", "ip6", "ip6-prefix", "id", "array", "code"};
    return kNames[static_cast<std::size_t>(value.type())];
}

Value literalValue(std::string_view word) {
    if (const auto number = parseInteger(word)) {
        return Value::number(*number);
    }
    if (const auto boolean = parseBool(word)) {
        return Value::boolean(*boolean);
    }
    if (isId(word)) {
        return Value::Variant(Id{std::string(word)});
    }
    if (auto address = parseAddress(word)) {
        return *address;
    }
    if (const auto span = parseSpan(word)) {
        return Value::Variant(Time{*span});
    }
    return Value::text(word);
}

std::string toText(const Value& value) {
    switch (value.type()) {
    case Type::Nothing:
    case Type::Nil: return {};
    case Type::Bool: return *value.as<bool>() ? "true" : "false";
    case Type::Number: return std::to_string(*value.as<std::int64_t>());
    case Type::String: return *value.as<std::string>();
    case Type::Time: return clockText(value.as<Time>()->span);
    case Type::Id: return value.as<Id>()->text;
    case Type::Array: return joined(*value.array(), ';', &toText);
    case Type::Code: return "(code)";
    case Type::Address:
    case Type::Prefix:
    case Type::Address6:
    case Type::Prefix6: return addressText(value);
    }
    return {};
}

std::string toArgument(const Value& value) {
    switch (value.type()) {
    case Type::Bool: return *value.as<bool>() ? "yes" : "no";
    case Type::Time: return core::base::formatRouterOsDuration(value.as<Time>()->span);
    case Type::Array: return joined(*value.array(), ',', &toArgument);
    default: return toText(value);
    }
}

std::optional<std::int64_t> toNumber(const Value& value) {
    switch (value.type()) {
    case Type::Number: return *value.as<std::int64_t>();
    case Type::Bool: return *value.as<bool>() ? 1 : 0;
    case Type::String: return parseInteger(*value.as<std::string>());
    case Type::Time: return value.as<Time>()->span / core::base::kSecond;
    case Type::Address: return value.as<Address>()->bits;
    case Type::Id: return parseInteger("0x" + value.as<Id>()->text.substr(1));
    default: return std::nullopt;
    }
}

std::optional<bool> toBool(const Value& value) {
    switch (value.type()) {
    case Type::Bool: return *value.as<bool>();
    case Type::Number: return *value.as<std::int64_t>() != 0;
    case Type::String: return parseBool(*value.as<std::string>());
    default: return std::nullopt;
    }
}

std::optional<core::base::Nanos> toSpan(const Value& value) {
    switch (value.type()) {
    case Type::Time: return value.as<Time>()->span;
    case Type::Number: {
        constexpr std::int64_t kMost = INT64_MAX / core::base::kSecond;
        const std::int64_t seconds = *value.as<std::int64_t>();
        return seconds > kMost || seconds < -kMost ? std::nullopt : std::optional(seconds * core::base::kSecond);
    }
    case Type::String:
        if (const auto seconds = parseInteger(*value.as<std::string>())) {
            return toSpan(Value::number(*seconds));
        }
        return parseSpan(*value.as<std::string>());
    default: return std::nullopt;
    }
}

Value toArray(const Value& value) {
    if (value.array()) {
        return value;
    }
    Array out;
    if (const std::string* text = value.as<std::string>()) {
        for (std::size_t from = 0; !text->empty() && from <= text->size();) {
            const std::size_t comma = std::min(text->find(',', from), text->size());
            out.list.push_back(literalValue(std::string_view(*text).substr(from, comma - from)));
            from = comma + 1;
        }
    } else if (!value.isAbsent()) {
        out.list.push_back(value);
    }
    return out;
}

bool isTrue(const Value& value) {
    switch (value.type()) {
    case Type::Nothing:
    case Type::Nil: return false;
    case Type::Bool: return *value.as<bool>();
    case Type::Number: return *value.as<std::int64_t>() != 0;
    case Type::String: return !value.as<std::string>()->empty() && parseBool(*value.as<std::string>()).value_or(true);
    case Type::Array: return value.array()->size() > 0;
    default: return true;
    }
}

} // namespace core::routeros::script
