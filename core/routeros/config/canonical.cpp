// Reading a property's value: one atom after the other, by type.
#include "core/base/format.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

Outcome<std::string> invalid(const Property& property) { return refuse(kArgument, "invalid value for argument " + std::string(property.name)); }

Outcome<std::string> unmatched(const Property& property) {
    return refuse(kArgument, "input does not match any value of " + std::string(property.name));
}

template <class T> Outcome<std::string> decimal(const Property& property, const std::optional<T>& value) {
    return value ? Outcome<std::string>(std::to_string(*value)) : invalid(property);
}

template <class T> Outcome<std::string> asWritten(const Property& property, const std::optional<T>& value, std::string_view text) {
    return value ? Outcome<std::string>(std::string(text)) : invalid(property);
}

Outcome<std::string> ranged(const Property& property, std::string_view text) {
    const auto value = parseNumber(text);
    if (!value) {
        return invalid(property);
    }
    if (*value < property.min || *value > property.max) {
        return refuse(kArgument, "value of " + std::string(property.name) + " out of range (" + std::to_string(property.min) + ".." + std::to_string(property.max) + ")");
    }
    return std::to_string(*value);
}

std::string withLength(std::uint32_t address, std::uint8_t length) { return formatIpv4(address) + "/" + std::to_string(length); }

// 10.0.0.1/24 names the network 10.0.0.0/24; a /32 is printed without its length.
Outcome<std::string> interval(const Property& property, std::string_view text) {
    const auto range = parseIpv4Interval(text);
    if (!range) {
        return invalid(property);
    }
    const auto prefix = parseIpv4WithLength(text);
    if (!prefix) {
        return formatIpv4(range->first) + "-" + formatIpv4(range->last);
    }
    return prefix->length == 32 ? formatIpv4(prefix->address) : withLength(prefix->network(), prefix->length);
}

Outcome<std::string> atom(const Property& property, std::string_view text, const Names& names) {
    if (std::find(property.words.begin(), property.words.end(), text) != property.words.end()) {
        return std::string(text);
    }
    switch (property.type) {
    case ValueType::Text: return std::string(text);
    case ValueType::Word: return unmatched(property);
    case ValueType::Boolean: {
        const auto value = parseBoolean(text);
        return value ? Outcome<std::string>(*value ? "true" : "false") : invalid(property);
    }
    case ValueType::Number: return ranged(property, text);
    case ValueType::Hex: return asWritten(property, parseNumber(text), text);
    case ValueType::Decimal: return asWritten(property, parseDecimal(text), text);
    case ValueType::Duration: {
        const auto value = parseDuration(text);
        return value ? Outcome<std::string>(core::base::formatRouterOsDuration(*value)) : invalid(property);
    }
    case ValueType::Rate: return decimal(property, parseRate(text));
    case ValueType::Size: return decimal(property, parseSize(text));
    case ValueType::Address: return asWritten(property, parseIpv4(text), text);
    case ValueType::AddressWithLength: {
        const auto value = parseIpv4WithLength(text);
        return value ? Outcome<std::string>(withLength(value->address, value->length)) : invalid(property);
    }
    case ValueType::Prefix: {
        const auto value = parseIpv4WithLength(text);
        return value ? Outcome<std::string>(withLength(value->network(), value->length)) : invalid(property);
    }
    case ValueType::AddressInterval: return interval(property, text);
    case ValueType::Ports: return asWritten(property, parsePorts(text), text);
    case ValueType::Protocol: {
        const auto value = parseProtocol(text);
        return value ? Outcome<std::string>(formatProtocol(*value)) : unmatched(property);
    }
    case ValueType::Mac: {
        const auto value = parseMac(text);
        return value ? Outcome<std::string>(formatMac(*value)) : invalid(property);
    }
    case ValueType::Reference: {
        auto name = names.resolve(property.target, text);
        return name ? Outcome<std::string>(std::move(*name)) : unmatched(property);
    }
    }
    return invalid(property);
}

Outcome<std::string> pairOrAtom(const Property& property, std::string_view text, const Names& names) {
    const std::size_t slash = text.find('/');
    if (!property.pair) {
        return atom(property, text, names);
    }
    // One value stands for both directions.
    const auto upload = atom(property, text.substr(0, slash), names);
    const auto download = slash == std::string_view::npos ? upload : atom(property, text.substr(slash + 1), names);
    if (!upload || !download) {
        return upload ? download : upload;
    }
    return *upload + "/" + *download;
}

} // namespace

Outcome<std::string> canonical(const Property& property, std::string_view text, const Names& names) {
    std::string out;
    if (property.negatable && text.starts_with('!')) {
        out = "!";
        text.remove_prefix(1);
        if (text.empty()) {
            return invalid(property);
        }
    }
    if (!property.list) {
        auto value = pairOrAtom(property, text, names);
        return value ? out + *value : value;
    }
    bool first = true;
    for (const std::string_view part : splitList(text)) {
        auto value = pairOrAtom(property, part, names);
        if (!value) {
            return value;
        }
        out += (first ? "" : ",") + *value;
        first = false;
    }
    return out;
}

} // namespace core::routeros::config
