// What a script computes with. A bare word has the type it looks like: 5 is a number, 10.0.0.1 an address, 1d2h a time,
// *1A an id, ether1 a string.
//
//   literalValue("10.0.0.0/8").type() == Type::Prefix      typeName(...) == "ip-prefix"
//   toText(literalValue("1d2h")) == "1d02:00:00"
//
// Plain values; arrays are shared and never changed in place. Pure; any thread.
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace core::routeros::script {

struct Statement;
class Value;

struct Nothing { // a variable never set, an element that is not there
    bool operator==(const Nothing&) const = default;
};
struct Nil { // a search without a result, []
    bool operator==(const Nil&) const = default;
};
struct Time {
    core::base::Nanos span = 0;
    auto operator<=>(const Time&) const = default;
};
struct Address {
    std::uint32_t bits = 0; // host order
    auto operator<=>(const Address&) const = default;
};
struct Prefix {
    std::uint32_t bits = 0;
    int length = 32;
    bool operator==(const Prefix&) const = default;
};
struct Address6 {
    std::array<std::uint8_t, 16> octets{};
    auto operator<=>(const Address6&) const = default;
};
struct Prefix6 {
    Address6 address;
    int length = 128;
    bool operator==(const Prefix6&) const = default;
};
struct Id { // "*1A"
    std::string text;
    bool operator==(const Id&) const = default;
};
// Elements by position, then elements by key in the order of their keys.
struct Array {
    std::vector<Value> list;
    std::map<std::string, Value, std::less<>> keyed;
    int height = 1; // of arrays inside one another; set when it becomes a Value
    [[nodiscard]] std::size_t size() const;
};
// A block to be run later: a function.
struct Code {
    std::shared_ptr<const std::vector<Statement>> block;
};

enum class Type { Nothing, Nil, Bool, Number, String, Time, Address, Prefix, Address6, Prefix6, Id, Array, Code };

class Value {
public:
    using Shared = std::shared_ptr<const Array>;
    using Variant = std::variant<Nothing, Nil, bool, std::int64_t, std::string, Time, Address, Prefix, Address6, Prefix6, Id, Shared, Code>;

    Value() = default;
    Value(Variant content) : content_(std::move(content)) {}
    Value(Array array);
    [[nodiscard]] static Value text(std::string_view octets) { return Variant(std::string(octets)); }
    [[nodiscard]] static Value number(std::int64_t n) { return Variant(n); }
    [[nodiscard]] static Value boolean(bool b) { return Variant(b); }

    [[nodiscard]] Type type() const { return static_cast<Type>(content_.index()); }
    template <class T> [[nodiscard]] const T* as() const& { return std::get_if<T>(&content_); }
    template <class T> const T* as() const&& = delete; // would point into a value that is gone
    // Null when this is no array.
    [[nodiscard]] const Array* array() const { return as<Shared>() ? as<Shared>()->get() : nullptr; }
    // Octets of text, or of an array's own elements.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool isAbsent() const { return type() == Type::Nothing || type() == Type::Nil; }
    // Arrays by their elements, functions by identity.
    bool operator==(const Value& other) const;

private:
    Variant content_;
};

// As :typeof names it: nothing, nil, bool, num, str, time, ip, ip-prefix, ip6, ip6-prefix, id, array, code.
[[nodiscard]] std::string_view typeName(const Value& value);
// The value a bare word stands for.
[[nodiscard]] Value literalValue(std::string_view word);

// As :tostr and :put write it.
[[nodiscard]] std::string toText(const Value& value);
// As a property's value is written: lists with commas, spans as 1d2h, yes and no.
[[nodiscard]] std::string toArgument(const Value& value);
// Conversions of :tonum, :tobool, :toip, :totime; nothing when the value is no such thing.
[[nodiscard]] std::optional<std::int64_t> toNumber(const Value& value);
[[nodiscard]] std::optional<bool> toBool(const Value& value);
[[nodiscard]] std::optional<core::base::Nanos> toSpan(const Value& value);
// "a,b" → {a; b}; any other value → {value}.
[[nodiscard]] Value toArray(const Value& value);
// As conditions read it: yes unless it is false, no, 0, empty or absent.
[[nodiscard]] bool isTrue(const Value& value);

} // namespace core::routeros::script
