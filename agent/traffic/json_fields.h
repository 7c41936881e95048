// Reads the members of one JSON object by name and remembers the first fault with its path ("flows[2].rate: …").
// Reading goes on after a fault with neutral values, so callers need no check after each member.
//
//   Fault fault;
//   JsonFields host(json["hosts"][0], "hosts[0]", fault);
//   spec.name = host.text("name");
//   host.finish();                    // complains about members nobody asked for
//   if (fault) return fail(ErrorCode::InvalidInput, fileName + ": " + fault.text());
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace agent::traffic {

class Fault {
public:
    void report(std::string path, std::string_view what);
    explicit operator bool() const { return text_.has_value(); }
    [[nodiscard]] const std::string& text() const { return *text_; }

private:
    std::optional<std::string> text_;
};

class JsonFields {
public:
    // `value` and `fault` must outlive this; a value that is no object is a fault.
    JsonFields(const nlohmann::json& value, std::string path, Fault& fault);

    // Without `otherwise` the member must be there.
    std::string text(std::string_view key, std::optional<std::string> otherwise = std::nullopt);
    std::uint64_t whole(std::string_view key, std::uint64_t least, std::uint64_t most, std::optional<std::uint64_t> otherwise = std::nullopt);
    double multiple(std::string_view key, std::optional<double> otherwise = std::nullopt); // "10M" or a number
    core::base::Nanos duration(std::string_view key, std::optional<core::base::Nanos> otherwise = std::nullopt);

    // A member somebody else reads.
    void known(std::string_view key) { asked_.emplace(key); }
    void wrong(std::string_view key, std::string_view what);
    void finish();

private:
    const nlohmann::json* member(std::string_view key, bool required);

    const nlohmann::json& value_;
    std::string path_;
    Fault& fault_;
    std::set<std::string, std::less<>> asked_;
};

} // namespace agent::traffic
