#include "core/devices/lab.h"

#include "core/base/resources.h"
#include "core/devices/json_fields.h"

#include <algorithm>
#include <filesystem>

namespace core::devices {
namespace fs = std::filesystem;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using nlohmann::json;

namespace {

Result<fs::path> labDir() {
    return core::base::resourceDir().map([](const fs::path& dir) { return dir / "labs"; });
}

Result<json> readDescription(const fs::path& file) {
    return core::base::readFile(file).and_then([&](const std::string& text) { return parseJson(text, file.string()); });
}

Result<LabFile> readLabFile(const fs::path& file) {
    return core::base::readFile(file).map([&](std::string text) { return LabFile{file.string(), std::move(text)}; });
}

core::base::Error unknownLab(std::string_view name) {
    std::string known;
    if (const auto entries = labEntries()) {
        for (const LabEntry& e : *entries) {
            known += (known.empty() ? "" : ", ") + e.name;
        }
    }
    return {ErrorCode::NotFound, "There is no lab \"" + std::string(name) + "\". Labs: " + known + ".", {}};
}

} // namespace

Result<Lab> loadLab(std::string_view name) {
    const auto dir = labDir();
    if (!dir) {
        return tl::unexpected(dir.error());
    }
    const std::size_t slash = name.find('/');
    const std::string base(name.substr(0, slash));
    const std::string variant(slash == std::string_view::npos ? std::string_view{} : name.substr(slash + 1));
    const fs::path home = *dir / base;
    std::error_code ec;
    if (base.empty() || base.front() == '.' || !fs::exists(home / "lab.json", ec)) {
        return tl::unexpected(unknownLab(name));
    }
    const std::string file = (home / "lab.json").string();
    const auto document = readDescription(home / "lab.json");
    if (!document) {
        return tl::unexpected(document.error());
    }
    JsonFields f(*document, file);
    Lab lab;
    lab.name = std::string(name);
    lab.title = f.required<std::string>("title");
    lab.board = f.required<std::string>("board");
    lab.note = f.optional<std::string>("note", {});
    auto configs = f.required<std::vector<std::string>>("configs");
    auto scenario = f.required<std::string>("scenario");
    const auto variants = f.optional<json>("variants", json::object());
    if (!f.ok()) {
        return tl::unexpected(f.error());
    }
    if (!variant.empty()) {
        const auto it = variants.find(variant);
        if (it == variants.end()) {
            return tl::unexpected(unknownLab(name));
        }
        JsonFields v(*it, file, "variants." + variant + ".");
        lab.title = v.required<std::string>("title");
        lab.note = v.optional<std::string>("note", lab.note);
        configs = v.required<std::vector<std::string>>("configs");
        scenario = v.optional("scenario", scenario);
        if (!v.ok()) {
            return tl::unexpected(v.error());
        }
    }
    for (const std::string& config : configs) {
        auto loaded = readLabFile(home / config);
        if (!loaded) {
            return tl::unexpected(loaded.error());
        }
        lab.configs.push_back(std::move(*loaded));
    }
    auto loaded = readLabFile(home / scenario);
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    lab.scenario = std::move(*loaded);
    return lab;
}

Result<std::vector<LabEntry>> labEntries() {
    const auto dir = labDir();
    if (!dir) {
        return tl::unexpected(dir.error());
    }
    std::vector<LabEntry> entries;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(*dir, ec)) {
        const fs::path file = entry.path() / "lab.json";
        if (!fs::exists(file)) {
            continue;
        }
        const auto document = readDescription(file);
        if (!document) {
            return tl::unexpected(document.error());
        }
        JsonFields f(*document, file.string());
        const std::string name = entry.path().filename().string();
        const auto board = f.required<std::string>("board");
        entries.push_back({name, f.required<std::string>("title"), board});
        const auto variants = f.optional<json>("variants", json::object());
        for (const auto& [variant, description] : variants.items()) {
            JsonFields v(description, file.string(), "variants." + variant + ".");
            entries.push_back({name + "/" + variant, v.required<std::string>("title"), board});
            if (!v.ok()) {
                return tl::unexpected(v.error());
            }
        }
        if (!f.ok()) {
            return tl::unexpected(f.error());
        }
    }
    if (ec) {
        return fail(ErrorCode::Io, "Cannot list " + dir->string() + ".", ec.message());
    }
    std::sort(entries.begin(), entries.end(), [](const LabEntry& a, const LabEntry& b) { return a.name < b.name; });
    return entries;
}

} // namespace core::devices
