#include "core/workspace/own_boards.h"

#include "core/base/resources.h"
#include "core/devices/board_files.h"

#include <QSaveFile>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace core::workspace {

namespace fs = std::filesystem;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::devices::Board;
using core::devices::Fit;
using nlohmann::ordered_json;

namespace {

constexpr const char* kReference = "RB4011iGS+"; // the one table that is whole

ordered_json costJson(const core::devices::Cost& cost, const std::string& source) {
    const auto rounded = [](double ns) { return std::round(ns * 10) / 10; };
    return {{"bridge", rounded(cost.bridge)},
            {"fastPath", rounded(cost.fastPath)},
            {"fastTrack", rounded(cost.fastTrack)},
            {"slow", rounded(cost.slow)},
            {"tracking", rounded(cost.tracking)},
            {"slowBridge", rounded(cost.slowBridge)},
            {"connectionNew", rounded(cost.connectionNew)},
            {"rule", rounded(cost.rule)},
            {"vlan", rounded(cost.vlan)},
            {"simpleQueue", rounded(cost.simpleQueue)},
            {"queueing", rounded(cost.queueing)},
            {"receiveCores", cost.receiveCores},
            {"receiveRing", cost.receiveRing},
            {"low", cost.low},
            {"high", cost.high},
            {"source", source}};
}

Result<void> write(const fs::path& file, const std::string& text) {
    std::error_code ec;
    fs::create_directories(file.parent_path(), ec);
    QSaveFile out(QString::fromStdString(file.string()));
    const auto size = static_cast<qint64>(text.size());
    if (!out.open(QIODevice::WriteOnly) || out.write(text.data(), size) != size || !out.commit()) {
        return fail(ErrorCode::Io, file.string() + " could not be written.", out.errorString().toStdString());
    }
    return {};
}

} // namespace

Result<ImportedBoard> importBoard(const BoardImport& order) {
    const auto rows = core::devices::parseVendorTable(order.table, order.tableName);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    const auto source = core::devices::boardFile(order.like.empty() ? order.model : order.like);
    const auto text = source ? core::base::readFile(*source) : tl::unexpected(source.error());
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto board = core::devices::parseBoard(*text, source->string());
    const auto reference = core::devices::loadBoard(kReference);
    if (!board || !reference) {
        return tl::unexpected(board ? reference.error() : board.error());
    }
    if (order.model.empty() || order.model.find('/') != std::string::npos || order.model.front() == '.' || core::devices::userBoardFolder().empty()) {
        return fail(ErrorCode::InvalidInput, "'" + order.model + "' cannot be the name of a board.");
    }
    Result<Fit> fit = core::devices::fitCosts(*board, *rows, *reference);
    if (!fit) {
        return tl::unexpected(fit.error());
    }
    ImportedBoard out;
    out.calibration = order.calibration.empty() ? "table " + fs::path(order.tableName).filename().string() : order.calibration;
    std::vector<std::string> used;
    for (const core::devices::FittedRow& each : fit->rows) {
        if (each.used) {
            used.push_back(order.tableName + ":" + std::to_string(each.row.line) + ", " + std::string(testModeText(each.row.mode)) + ", " + std::to_string(each.row.octets) + " octets");
        }
    }
    ordered_json file = ordered_json::parse(*text, nullptr, false); // it was parsed above
    file["model"] = order.model;
    file.erase("cost");
    ordered_json calibrations = ordered_json::array({{{"name", out.calibration}, {"basis", fit->basis}, {"fittedOn", used}, {"cost", costJson(fit->cost, "The table " + order.tableName + "; split by the assumptions of docs/accuracy.md.")}}});
    for (const auto& older : file.value("calibrations", ordered_json::array())) {
        if (older.value("name", "") != out.calibration) {
            calibrations.push_back(older);
        }
    }
    file["calibrations"] = std::move(calibrations);
    const fs::path target = core::devices::userBoardFolder() / (order.model + ".json");
    if (const Result<void> kept = write(target, file.dump(2) + "\n"); !kept) {
        return tl::unexpected(kept.error());
    }
    out.file = target.string();
    out.fit = std::move(*fit);
    return out;
}

Result<BoardSummary> boardNamed(const std::string& model) {
    const auto file = core::devices::boardFile(model);
    if (!file) {
        return tl::unexpected(file.error());
    }
    auto board = core::devices::loadBoard(model);
    return board ? Result<BoardSummary>(BoardSummary{std::move(*board), file->parent_path() == core::devices::userBoardFolder()}) : tl::unexpected(board.error());
}

Result<std::vector<BoardSummary>> boardList() {
    const auto models = core::devices::boardModels();
    if (!models) {
        return tl::unexpected(models.error());
    }
    std::vector<BoardSummary> out;
    for (const std::string& model : *models) {
        auto one = boardNamed(model);
        if (!one) {
            return tl::unexpected(one.error());
        }
        out.push_back(std::move(*one));
    }
    return out;
}

} // namespace core::workspace
