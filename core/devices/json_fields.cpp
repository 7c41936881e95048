#include "core/devices/json_fields.h"

#include "core/base/resources.h"

#include <algorithm>

namespace core::devices {
using core::base::ErrorCode;

JsonFields::JsonFields(const nlohmann::json& object, std::string fileName, std::string where)
    : object_(object)
    , fileName_(std::move(fileName))
    , where_(std::move(where)) {}

void JsonFields::complain(std::string_view field, std::string_view what) {
    if (ok()) {
        error_ = {ErrorCode::InvalidInput, fileName_ + ": " + where_ + std::string(field) + " " + std::string(what) + ".", {}};
    }
}

core::base::Result<nlohmann::json> parseJson(std::string_view text, std::string_view fileName) {
    try {
        return nlohmann::json::parse(text, nullptr, true, true);
    } catch (const nlohmann::json::parse_error& e) {
        const std::size_t at = std::min(e.byte == 0 ? 0 : e.byte - 1, text.size());
        const std::string_view before = text.substr(0, at);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::size_t newline = before.rfind('\n');
        const std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
        return core::base::fail(ErrorCode::InvalidInput,
                                std::string(fileName) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": this is not valid JSON.", e.what());
    }
}

core::base::Result<nlohmann::json> readDevicesJson(std::string_view name, std::string& file) {
    const auto dir = core::base::resourceDir();
    if (!dir) {
        return tl::unexpected(dir.error());
    }
    file = (*dir / "devices" / name).string();
    return core::base::readFile(file).and_then([&](const std::string& text) { return parseJson(text, file); });
}

} // namespace core::devices
