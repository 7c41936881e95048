// A regular expression as layer7-protocol takes it: Perl syntax, letters of either case alike, octets rather than characters.
// Matching gives up (no match) after a bounded number of steps, so a hostile payload costs milliseconds at most.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace agent::dataplane {

class RegularExpression {
public:
    // Nothing when the pattern is no regular expression.
    [[nodiscard]] static std::optional<RegularExpression> compile(std::string_view pattern);
    [[nodiscard]] bool isIn(std::span<const std::uint8_t> octets) const;

private:
    struct Code;
    explicit RegularExpression(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
    std::shared_ptr<const Code> code_;
};

} // namespace agent::dataplane
