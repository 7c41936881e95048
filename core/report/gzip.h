// gzip (RFC 1952) in memory, without time or name in its header, so that the same octets give the same file.
#pragma once

#include "core/base/result.h"

#include <string>

namespace core::report {

[[nodiscard]] std::string gzip(const std::string& bytes);
// At most 256 MiB come out: a small file that swells without end is refused (InvalidInput), like one that is damaged.
[[nodiscard]] core::base::Result<std::string> gunzip(const std::string& bytes);

} // namespace core::report
