// Spelling of single words, shared by both codecs.
#pragma once

#include "core/model/request.h"

#include <string>
#include <string_view>

namespace core::routeros::api {

constexpr std::string_view kTagPrefix = ".tag=";

// ".tag=7"
[[nodiscard]] std::string tagWord(std::string_view tag);

// "=name=value"
[[nodiscard]] std::string attributeWord(const core::model::Attribute& attribute);

// Takes "=name=value", and "=name" as some clients write an empty value. A value may hold further '='.
[[nodiscard]] core::model::Attribute parseAttribute(std::string_view word);

} // namespace core::routeros::api
