// A report for a terminal: the same document as the page, without its pictures. UTF-8, a blank line between its parts. Pure.
#pragma once

#include "core/report/document.h"

#include <string>

namespace core::report {

[[nodiscard]] std::string toText(const Document& document);

} // namespace core::report
