#include "app/agentd/rehearse_job.h"

#include "agent/control/tree/lenient_load.h"
#include "agent/control/tree/modelled.h"
#include "agent/traffic/json_fields.h"
#include "agent/traffic/scenario_loader.h"
#include "app/agentd/rehearse_tests.h"

#include <nlohmann/json.hpp>

namespace app::agentd {

using agent::control::Tree;
using agent::traffic::Fault;
using agent::traffic::JsonFields;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Nanos;
using core::base::Result;
using nlohmann::json;

namespace {

constexpr std::string_view kConfigName = "config";
constexpr double kLongest = 24 * 3600; // seconds

Nanos seconds(double value) { return static_cast<Nanos>(value * 1e3 + 0.5) * core::base::kMillisecond; }

Result<core::devices::Board> boardOf(const json& job, const std::string& file) {
    const auto found = job.find("board");
    if (found == job.end()) {
        return fail(ErrorCode::InvalidInput, file + ": board: is missing; give a model, such as RB760iGS, or a whole board");
    }
    if (found->is_string()) {
        return core::devices::loadBoard(found->get<std::string>());
    }
    return core::devices::parseBoard(found->dump(), file + ": board");
}

std::vector<std::string> unmodelledOf(const Tree& tree, const std::vector<agent::control::LoadRemark>& remarks) {
    std::vector<std::string> lines;
    for (const auto& [menu, table] : tree.tables()) {
        for (const auto& item : table) {
            for (const agent::control::Unmodelled& what : agent::control::unmodelledIn(menu, item)) {
                std::string line = menu;
                if (const auto name = item.value("name"); !name.empty()) {
                    line += " " + std::string(name);
                }
                if (!what.property.empty()) {
                    line += " " + what.property + "=" + what.value;
                }
                lines.push_back(line + ": " + std::string(what.reason) + (what.inForce ? "" : " (not in force)"));
            }
        }
    }
    for (const agent::control::LoadRemark& remark : remarks) {
        lines.push_back(remark.where + ": " + remark.text);
    }
    return lines;
}

std::vector<std::string> portNames(const core::devices::Board& board) {
    std::vector<std::string> names;
    for (const auto& port : board.ports) {
        names.push_back(port.name);
    }
    return names;
}

Result<void> takeTraffic(RehearsalJob& job, const json& document, const Tree& tree, const std::string& file) {
    const auto traffic = document.find("traffic");
    if (traffic == document.end() || !traffic->is_object()) {
        return fail(ErrorCode::InvalidInput, "traffic: is missing; give {\"tests\": [\"tcp_download\"]}, {\"parts\": […]} or {\"scenario\": {…}}");
    }
    if (const auto scenario = traffic->find("scenario"); scenario != traffic->end()) {
        auto loaded = agent::traffic::loadScenario(scenario->dump(), file + ": traffic.scenario", portNames(job.board));
        if (!loaded) {
            return tl::unexpected(loaded.error());
        }
        job.scenario = *std::move(loaded);
        return {};
    }
    return takeTests(job, *traffic, tree);
}

} // namespace

Result<RehearsalJob> readJob(std::string_view text, std::string_view fileName) {
    const std::string file(fileName);
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object()) {
        return fail(ErrorCode::InvalidInput, file + ": is no JSON object; see docs/rehearsal.md for what a job holds");
    }
    Fault fault;
    JsonFields in(document, "", fault);
    in.whole("version", 1, 1);
    const std::string config = in.text("config");
    const double duration = in.multiple("duration_s", 60), warmup = in.multiple("warmup_s", 5);
    if (duration <= 0 || duration > kLongest || warmup > kLongest) {
        in.wrong("duration_s", "must be more than 0 and at most a day, and so may warmup_s");
    }
    RehearsalJob job;
    job.duration = seconds(duration);
    job.warmup = seconds(warmup);
    job.seed = in.whole("seed", 0, ~std::uint64_t{0}, 1);
    in.known("board");
    in.known("traffic");
    in.finish();
    if (fault) {
        return fail(ErrorCode::InvalidInput, file + ": " + fault.text());
    }
    auto board = boardOf(document, file);
    if (!board) {
        return tl::unexpected(board.error());
    }
    job.board = *std::move(board);
    agent::control::LiveConfig live(job.board, false, [](const agent::dataplane::EngineConfigPtr&) {});
    const auto remarks = agent::control::loadLeniently(live, config, kConfigName);
    job.config = live.compiled().config;
    job.unmodelled = unmodelledOf(live.tree(), remarks);
    if (auto done = takeTraffic(job, document, live.tree(), file); !done) {
        return fail(done.error().code, done.error().text.starts_with(file) ? done.error().text : file + ": " + done.error().text, done.error().cause);
    }
    return job;
}

} // namespace app::agentd
