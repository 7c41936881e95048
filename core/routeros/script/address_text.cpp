#include "core/routeros/script/address_text.h"

#include <arpa/inet.h>

#include <charconv>
#include <cstring>

namespace core::routeros::script {

namespace {

std::optional<int> parseLength(std::string_view text, int most) {
    int length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || length < 0 || length > most) {
        return std::nullopt;
    }
    return length;
}

std::string dotted(std::uint32_t bits) {
    return std::to_string(bits >> 24) + "." + std::to_string(bits >> 16 & 255) + "." + std::to_string(bits >> 8 & 255) + "." + std::to_string(bits & 255);
}

std::string colons(const Address6& address) {
    char text[INET6_ADDRSTRLEN] = {};
    return inet_ntop(AF_INET6, address.octets.data(), text, sizeof text) ? text : "";
}

bool sameStart(const std::uint8_t* a, const std::uint8_t* b, int bits) {
    const int whole = bits / 8;
    return std::memcmp(a, b, static_cast<std::size_t>(whole)) == 0 && (bits % 8 == 0 || (a[whole] ^ b[whole]) >> (8 - bits % 8) == 0);
}

} // namespace

std::optional<Value> parseAddress(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string address(text.substr(0, slash));
    const bool prefix = slash != std::string_view::npos;
    in_addr four{};
    if (inet_pton(AF_INET, address.c_str(), &four) == 1) {
        const std::uint32_t bits = ntohl(four.s_addr);
        if (!prefix) {
            return Value::Variant(Address{bits});
        }
        const auto length = parseLength(text.substr(slash + 1), 32);
        return length ? std::optional<Value>(Value::Variant(Prefix{bits, *length})) : std::nullopt;
    }
    Address6 six;
    if (address.find(':') == std::string::npos || inet_pton(AF_INET6, address.c_str(), six.octets.data()) != 1) {
        return std::nullopt;
    }
    if (!prefix) {
        return Value::Variant(six);
    }
    const auto length = parseLength(text.substr(slash + 1), 128);
    return length ? std::optional<Value>(Value::Variant(Prefix6{six, *length})) : std::nullopt;
}

std::string addressText(const Value& value) {
    if (const Address* address = value.as<Address>()) {
        return dotted(address->bits);
    }
    if (const Prefix* prefix = value.as<Prefix>()) {
        return dotted(prefix->bits) + "/" + std::to_string(prefix->length);
    }
    if (const Address6* address = value.as<Address6>()) {
        return colons(*address);
    }
    const Prefix6* prefix = value.as<Prefix6>();
    return prefix ? colons(prefix->address) + "/" + std::to_string(prefix->length) : std::string();
}

bool liesIn(const Value& inner, const Value& outer) {
    if (const Prefix* prefix = outer.as<Prefix>()) {
        const Address* address = inner.as<Address>();
        const Prefix* narrower = inner.as<Prefix>();
        if (!address && (!narrower || narrower->length < prefix->length)) {
            return false;
        }
        const std::uint32_t bits = address ? address->bits : narrower->bits;
        return prefix->length == 0 || (bits ^ prefix->bits) >> (32 - prefix->length) == 0;
    }
    if (const Prefix6* prefix = outer.as<Prefix6>()) {
        const Address6* address = inner.as<Address6>();
        const Prefix6* narrower = inner.as<Prefix6>();
        if (!address && (!narrower || narrower->length < prefix->length)) {
            return false;
        }
        return sameStart((address ? *address : narrower->address).octets.data(), prefix->address.octets.data(), prefix->length);
    }
    return inner == outer;
}

} // namespace core::routeros::script
