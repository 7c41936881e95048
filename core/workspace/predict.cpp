#include "core/workspace/predict.h"

#include "core/base/resources.h"
#include "core/devices/board.h"
#include "core/devices/board_files.h"
#include "core/doctor/diagnose.h"
#include "core/routeros/config/export.h"
#include "core/workspace/live_config.h"
#include "core/workspace/refine.h"

#include <algorithm>
#include <cmath>

namespace core::workspace {

using core::base::Result;
using core::model::Fidelity;
using core::model::Predicted;
using core::model::Prediction;
using core::model::PredictionRequest;

namespace {

constexpr double kRoughCosts = 0.25, kOneRow = 0.1, kOtherPath = 0.35, kUnmodelled = 0.1, kUnmodelledMost = 0.4, kAssumed = 0.05, kWide = 0.15, kCountersDiffer = 0.35;
constexpr double kWideInterval = 0.3; // share of the median

std::string mainPath(const Predicted& side) {
    const auto& paths = side.typical.paths;
    const auto most = std::max_element(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == paths.end() || most->second == 0 ? std::string() : most->first;
}

std::string doctorsPath(const core::routeros::config::LoadedConfig& config, const PredictionRequest& request) {
    const auto table = core::devices::loadDeviceTable();
    core::model::PathQuestion question;
    question.from = request.mix.empty() ? request.from : request.mix.front().from;
    question.to = request.mix.empty() ? request.to : request.mix.front().to;
    if (!table) {
        return {};
    }
    const auto diagnosis = core::doctor::diagnose({config, request.board, {}, false}, *table, question);
    const bool certain = !diagnosis.verdicts.empty() && diagnosis.verdicts.front().certainty == core::model::Certainty::Certain;
    return certain ? std::string(core::model::verdictPathId(diagnosis.verdicts.front().steady)) : std::string();
}

QCoro::Task<Result<Prediction>> predictOn(PredictionRequest request, PredictionGrounds grounds, PredictFileHooks hooks) {
    core::twin::PredictionJob job(request, QByteArray::fromStdString(grounds.boardFile), hooks.caching);
    if (hooks.progress) {
        QObject::connect(&job, &core::twin::PredictionJob::progressed, &job, [&hooks](double share) { hooks.progress(share); });
    }
    Result<Prediction> prediction = co_await job.run();
    if (hooks.cacheProblem && !job.cacheProblem().isEmpty()) {
        hooks.cacheProblem(job.cacheProblem().toStdString());
    }
    if (prediction) {
        prediction->fidelity = fidelityOf(*prediction, grounds);
    }
    co_return prediction;
}

// "RB5009UG+S+IN" is an RB5009UG+S+ in a case: the longest modelled board the name begins with.
std::string modelledBoard(const std::string& name) {
    std::string best;
    for (const std::string& model : twinBoards()) {
        if (name.starts_with(model) && model.size() > best.size()) {
            best = model;
        }
    }
    return best.empty() ? name : best;
}

} // namespace

bool refines(const std::string& routersModel, const std::string& board) {
    const std::string own = modelledBoard(routersModel);
    const std::vector<std::string> all = twinBoards();
    return own == board || std::find(all.begin(), all.end(), own) == all.end();
}

std::vector<std::string> twinBoards() {
    return core::devices::boardModels().value_or(std::vector<std::string>());
}

Fidelity fidelityOf(const Prediction& prediction, const PredictionGrounds& grounds) {
    Fidelity out;
    const auto lose = [&](double points, std::string why) {
        out.score -= points;
        out.why.push_back(std::move(why));
    };
    if (grounds.refinement) {
        lose(0, "the board's costs are " + grounds.refinement->text);
    } else if (grounds.costBasis == "one-row") {
        lose(kOneRow, "the board's costs per packet hang on one published figure: " + grounds.costSource);
    } else if (grounds.costBasis != "vendor-table") {
        lose(kRoughCosts, "the board's costs per packet are rough, not calibrated on it: " + grounds.costSource);
    }
    const std::string taken = mainPath(prediction.now);
    if (!grounds.doctorsPath.empty() && !taken.empty() && grounds.doctorsPath != taken) {
        lose(kOtherPath, "the doctor expects this traffic on " + grounds.doctorsPath + ", the twin had most of it on " + taken);
    }
    for (const std::string& each : grounds.disagreements) {
        lose(kCountersDiffer, each);
    }
    std::vector<std::string> unmodelled = prediction.now.typical.unmodelled;
    if (prediction.change) {
        for (const std::string& each : prediction.change->typical.unmodelled) {
            if (std::find(unmodelled.begin(), unmodelled.end(), each) == unmodelled.end()) {
                unmodelled.push_back(each);
            }
        }
    }
    for (std::size_t i = 0; i < unmodelled.size(); ++i) {
        lose((static_cast<double>(i) + 1) * kUnmodelled <= kUnmodelledMost ? kUnmodelled : 0, "not modelled: " + unmodelled[i]);
    }
    for (const std::string& each : prediction.now.typical.assumed) {
        lose(kAssumed, "made up: " + each);
    }
    const auto& throughput = prediction.now.throughputBps;
    if (throughput.median > 0 && (throughput.high - throughput.low) > kWideInterval * throughput.median) {
        lose(kWide, "the result hangs on the board's costs: as far as they may be wrong, they span more than " +
                        std::to_string(static_cast<int>(kWideInterval * 100)) + " % of it");
    }
    out.score = std::round(std::max(0.0, out.score) * 100) / 100;
    return out;
}

Result<PredictionGrounds> groundsOf(PredictionRequest& request, const core::routeros::config::LoadedConfig& config, const std::string& source) {
    const std::string named = request.board.empty() ? config.header.model.value_or("") : request.board;
    if (named.empty()) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, source + " names no board; say which with --board.");
    }
    request.board = modelledBoard(named);
    const auto file = core::devices::boardFile(request.board);
    auto text = file ? core::base::readFile(*file) : tl::unexpected(file.error());
    if (text && !request.calibration.empty()) {
        text = withCalibration(*text, request.calibration);
    }
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto board = core::devices::parseBoard(*text, file->string());
    if (!board) {
        return tl::unexpected(board.error());
    }
    return PredictionGrounds{std::move(*text), board->cost.source, doctorsPath(config, request), {}, board->calibrations.empty() ? std::string() : board->calibrations.front().basis};
}

QCoro::Task<Result<Prediction>> predictFile(PredictionRequest request, std::string file, std::string changeFile, PredictFileHooks hooks) {
    auto text = core::base::readFile(file);
    if (!text) {
        co_return tl::unexpected(text.error());
    }
    request.config = std::move(*text);
    if (!changeFile.empty()) {
        auto change = core::base::readFile(changeFile);
        if (!change) {
            co_return tl::unexpected(change.error());
        }
        request.change = std::move(*change);
    }
    const auto grounds = groundsOf(request, core::routeros::config::loadConfig(request.config), file);
    if (!grounds) {
        co_return tl::unexpected(grounds.error());
    }
    Result<Prediction> prediction = co_await predictOn(std::move(request), *grounds, std::move(hooks));
    co_return prediction;
}

QCoro::Task<Result<LivePrediction>> predictLive(PredictionRequest request, const LiveConfig& live, std::string change, std::optional<CostReading> reading, PredictFileHooks hooks) {
    request.config = core::routeros::config::exportConfig(live.config.tree, {});
    const std::string own = live.config.header.model.value_or(live.board);
    if (request.board.empty()) {
        request.board = own;
    }
    auto grounds = groundsOf(request, live.config, live.name);
    if (!grounds) {
        co_return tl::unexpected(grounds.error());
    }
    LivePrediction out;
    if (!refines(own, request.board)) {
        out.notRefined = "The router is a " + own + ": its load says nothing of another board's costs.";
    } else if (reading) {
        Result<Refinement> fit = co_await refine(request, grounds->boardFile, *reading);
        if (fit) {
            Result<std::string> text = refined(grounds->boardFile, *fit);
            if (!text) {
                co_return tl::unexpected(text.error());
            }
            grounds->boardFile = std::move(*text);
            grounds->refinement = *fit;
            out.refinement = *fit;
        } else if (fit.error().code != core::base::ErrorCode::Unsupported) {
            co_return tl::unexpected(fit.error());
        } else {
            out.notRefined = fit.error().text;
        }
    } else {
        out.notRefined = "The router forwards too little to tell its costs from.";
    }
    if (!change.empty()) {
        request.change = std::move(change);
    }
    Result<Prediction> prediction = co_await predictOn(std::move(request), std::move(*grounds), std::move(hooks));
    if (!prediction) {
        co_return tl::unexpected(prediction.error());
    }
    out.prediction = std::move(*prediction);
    co_return out;
}

} // namespace core::workspace
