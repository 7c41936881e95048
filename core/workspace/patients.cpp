#include "core/workspace/patients.h"

#include "core/base/resources.h"
#include "core/workspace/boards.h"
#include "core/workspace/live_config.h"

namespace core::workspace {

using core::base::Result;
using core::doctor::Patient;

namespace {

Result<Examination> onTable(Patient patient, const std::string& board) {
    auto table = boardsWith(board);
    if (!table) {
        return tl::unexpected(table.error());
    }
    patient.board = board;
    return Examination{std::move(*table), std::move(patient)};
}

} // namespace

Result<Examination> examineText(std::string_view text, const std::string& name, const std::string& board) {
    Patient patient;
    patient.config = core::routeros::config::loadConfig(text);
    if (const auto held = mustHoldCommands(patient.config, name); !held) {
        return tl::unexpected(held.error());
    }
    return onTable(std::move(patient), board);
}

Result<Examination> examineFile(const std::string& file, const std::string& board) {
    const auto text = core::base::readFile(file);
    return text ? examineText(*text, file, board) : tl::unexpected(text.error());
}

Result<Examination> examineLive(const LiveConfig& live, const std::string& board) {
    Patient patient;
    patient.config = live.config;
    patient.running = live.running;
    patient.live = true;
    if (live.counted.elapsed > 0) {
        patient.counters = live.counted;
    }
    return onTable(std::move(patient), board);
}

core::doctor::ItemNames namesOn(const LiveConfig& live) {
    core::doctor::ItemNames out;
    out.ofRouter = true;
    for (const auto& [menuAndId, item] : live.byRouterId) {
        out.ids[item] = menuAndId.substr(menuAndId.find('*'));
    }
    return out;
}

core::model::PlanOrigin originOf(const Examination& of, const std::string& name) {
    const core::devices::Device* device = core::doctor::deviceOf(of.patient, of.table);
    core::model::PlanOrigin out;
    out.name = name;
    out.board = device == nullptr ? std::string() : device->model;
    out.version = of.patient.config.header.version.value_or("");
    out.live = of.patient.live;
    return out;
}

} // namespace core::workspace
