// Costs of a board worked out from its vendor's table: the same arithmetic as tests/accuracy/calibrate.py, which makes the product's own boards.
//
//   Result<Fit> fit = fitCosts(board, rows, reference);       reference: a board whose table is whole (RB4011iGS+)
//
// A row of so many packets a second on a board of N cores means N seconds of core time for these packets, unless the ports bound the row (within
// 5 % of what all of them carry, preamble and gap included). Rows of 1518 octets are left out, to be predicted. What the tables do not separate is split
// by the assumptions of docs/accuracy.md; a mode the table lacks is taken from the reference, in proportion to the rows with 25 filter rules.
// InvalidInput: no row of routing with 25 rules that could be used. Pure; any thread.
#pragma once

#include "core/devices/board.h"
#include "core/devices/vendor_table.h"

namespace core::devices {

struct FittedRow {
    MeasuredRow row;
    bool used = false;
    bool atLimit = false; // the ports were full
    double pps = 0;       // by the costs, unless the ports bound it
};

struct Fit {
    Cost cost;
    std::string basis; // vendor-table: three modes or more; one-row
    std::vector<FittedRow> rows;
};

[[nodiscard]] core::base::Result<Fit> fitCosts(const Board& board, const std::vector<MeasuredRow>& rows, const Board& reference);

} // namespace core::devices
