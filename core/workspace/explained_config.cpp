#include "core/workspace/explained_config.h"

#include "core/base/resources.h"
#include "core/doctor/tracer.h"
#include "core/routeros/config/export.h"
#include "core/workspace/boards.h"
#include "core/workspace/config_files.h"
#include "core/workspace/doctor.h"
#include "core/workspace/live_config.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::uintmax_t kLargest = 64U << 20U; // exports of provider routers are a few megabytes

core::base::Nanos since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

Result<ConfigInput> readConfigFile(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return fail(ErrorCode::InvalidInput, path + " is a folder. Choose a file made by /export.");
    }
    if (const auto size = std::filesystem::file_size(path, ignored); !ignored && size > kLargest) {
        return fail(ErrorCode::InvalidInput, path + " has " + std::to_string(size >> 20U) + " MiB; no export is larger than " +
                                                 std::to_string(kLargest >> 20U) + " MiB. Choose a file made by /export.");
    }
    auto text = core::base::readFile(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (text->find('\0') != std::string::npos) {
        return fail(ErrorCode::InvalidInput, path + " is not a text. A .backup file can only be read by RouterOS: run /export file=NAME on the router.");
    }
    ConfigInput out;
    out.config = core::routeros::config::loadConfig(*text);
    out.source = path;
    return out;
}

Result<ExplainedConfig::Ptr> ExplainedConfig::make(ConfigInput input) {
    const auto start = std::chrono::steady_clock::now();
    auto table = boardsWith(input.board);
    if (!table) {
        return tl::unexpected(table.error());
    }
    if (const auto held = mustHoldCommands(input.config, input.source); !held) {
        return tl::unexpected(held.error());
    }
    const std::shared_ptr<ExplainedConfig> out(new ExplainedConfig);
    out->source_ = std::move(input.source);
    out->live_ = std::move(input.live);
    out->of_.patient = {std::move(input.config), std::move(input.board), input.running, out->live_ != nullptr};
    out->of_.table = std::move(*table);
    const core::doctor::Patient& patient = out->of_.patient;

    auto explained = std::make_shared<Explained>();
    if (out->live_) {
        auto diagnosis = diagnoseLive(*out->live_, {}, patient.board);
        if (!diagnosis) {
            return tl::unexpected(diagnosis.error());
        }
        explained->diagnosis = std::move(*diagnosis);
    } else {
        explained->diagnosis = core::doctor::diagnose(patient, out->of_.table, {});
    }
    explained->diagnosis.source = out->source_;
    explained->problems = problemsOf(patient.config);
    const core::devices::Device* device = core::doctor::deviceOf(patient, out->of_.table);
    const core::doctor::Facts facts(patient.config, device, patient.running);
    for (const auto& [name, interface] : facts.topology.all()) {
        explained->interfaces.push_back(name);
    }
    explained->statedModel = patient.config.header.model.value_or("");
    explained->boardKnown = device != nullptr;
    explained->items = patient.config.items;
    explained->took = since(start);
    out->explained_ = std::move(explained);
    return Ptr(out);
}

Result<ExplainedConfig::Ptr> ExplainedConfig::withBoard(std::string board) const {
    return make({of_.patient.config, source_, std::move(board), of_.patient.running, live_});
}

Result<core::model::PathTrace> ExplainedConfig::follow(const core::model::PathQuestion& question) const {
    return core::doctor::tracePath(of_.patient, of_.table, question);
}

Result<PlannedFix> ExplainedConfig::planFix(const std::string& finding, const FixFill& fill) const {
    return planFixOf(of_, live_.get(), live_ ? live_->name : source_, {.finding = finding, .fill = fill});
}

std::string ExplainedConfig::exportText() const {
    return core::routeros::config::exportConfig(of_.patient.config.tree, {});
}

std::vector<std::string> boardModels() {
    std::vector<std::string> out;
    if (const auto table = core::devices::loadDeviceTable()) {
        for (const core::devices::Device& device : *table) {
            out.push_back(device.model);
        }
        std::sort(out.begin(), out.end());
    }
    return out;
}

} // namespace core::workspace
