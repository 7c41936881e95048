// Outcome<T>: a value, or the !trap RouterOS would answer with. Used wherever the text goes to the client word for word.
#pragma once

#include "core/model/request.h"

#include <string>
#include <tl/expected.hpp>

namespace core::routeros::config {

template <class T> using Outcome = tl::expected<T, core::model::Trap>;

// Categories of !trap that are used here (API manual).
enum TrapCategory { kMissing = 0, kArgument = 1, kInterrupted = 2, kGeneral = 4 };

[[nodiscard]] inline tl::unexpected<core::model::Trap> refuse(TrapCategory category, std::string message) {
    return tl::unexpected(core::model::Trap{static_cast<int>(category), std::move(message)});
}

} // namespace core::routeros::config
