// IPv4 and IPv6 addresses and prefixes of scripts. Pure; any thread. Internal to the room.
#pragma once

#include "core/routeros/script/value.h"

namespace core::routeros::script {

// "10.0.0.1", "10.0.0.0/8", "fe80::1", "2001:db8::/32" as a value of that type (host bits of a prefix stay); else nothing.
[[nodiscard]] std::optional<Value> parseAddress(std::string_view text);

// Of an Address, Prefix, Address6 or Prefix6. IPv6 as RFC 5952 writes it.
[[nodiscard]] std::string addressText(const Value& value);

// Whether an address or prefix lies within a prefix of the same family.
[[nodiscard]] bool liesIn(const Value& inner, const Value& outer);

} // namespace core::routeros::script
