// Boards of the user's own: what a vendor's table of test results says of a board, kept as its first calibration.
//
//   Result<ImportedBoard> made = importBoard({.table = text, .tableName = "rb5009.csv", .model = "RB5009UG+S+"});
//
// The board's file is copied from the product's (or from `like`, for a model the product does not know) into the user's folder
// (core/devices/board_files.h), where it stands in for the product's from then on. Errors: those of the table; NotFound: no such board; Io.
// Any thread.
#pragma once

#include "core/base/result.h"
#include "core/devices/fit_costs.h"

#include <string>
#include <vector>

namespace core::workspace {

struct BoardImport {
    std::string table, tableName;
    std::string model;
    std::string like{};        // board whose hardware it has; empty: the model itself
    std::string calibration{}; // its name; empty: "table FILE"
};

struct ImportedBoard {
    std::string file; // where it is kept
    std::string calibration;
    core::devices::Fit fit;
};

[[nodiscard]] core::base::Result<ImportedBoard> importBoard(const BoardImport& order);

struct BoardSummary {
    core::devices::Board board;
    bool own = false; // a file of the user's
};

// Sorted by model. A file that cannot be read is an error.
[[nodiscard]] core::base::Result<std::vector<BoardSummary>> boardList();
[[nodiscard]] core::base::Result<BoardSummary> boardNamed(const std::string& model);

using core::devices::testModeText;

} // namespace core::workspace
