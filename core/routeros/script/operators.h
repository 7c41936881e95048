// The operators of the language on values. Pure; any thread. Internal to the room.
//
// Numbers wrap at 64 bits. Addresses move by numbers (10.0.0.1 + 5) and differ by them; times add, and scale by numbers.
// Text that looks like a number computes as one. "=" compares values of different types by what they would be written as.
#pragma once

#include "core/routeros/script/program.h"
#include "core/routeros/script/value.h"

#include <tl/expected.hpp>

namespace core::routeros::script {

// Or the reason, "cannot add str to num".
using Computed = tl::expected<Value, std::string>;

// Any operator but Or and And, which do not always evaluate their right side.
[[nodiscard]] Computed compute(Operator op, const Value& left, const Value& right);
[[nodiscard]] Computed compute(Operator op, const Value& operand);

// $array->key; Nothing when there is no such element.
[[nodiscard]] Value elementOf(const Value& array, const Value& key);
// The array with that element set; {} when `array` is none.
[[nodiscard]] Value withElement(const Value& array, const Value& key, Value element);

// Whether the POSIX extended regular expression is found in the text; octet-wise. A bad expression is the error.
[[nodiscard]] tl::expected<bool, std::string> matches(const std::string& text, const std::string& expression);

} // namespace core::routeros::script
