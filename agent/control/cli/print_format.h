// Rows as the terminal shows them: tables, details, terse lines, blocks of one value a line.
//
//   PrintFormat format{"/interface", Style::Plain, {}, false, 80};
//   for (const std::string& line : formatPrint(format, rows, numbers)) …
//
//   Flags: R - RUNNING
//   Columns: NAME, TYPE, ACTUAL-MTU
//   #   NAME    TYPE   ACTUAL-MTU
//   ;;; uplink
//   0 R ether1  ether        1500
//
// Lines have no ends and nothing a terminal could take for a command. Shapes after the outputs recorded in
// routeros-interface.md 2 and the templates' samples. Pure; any thread.
#pragma once

#include "agent/control/cli/print_choice.h"
#include "core/model/request.h"

#include <string>
#include <vector>

namespace agent::control {

using Lines = std::vector<std::string>;

struct PrintFormat {
    std::string menu;
    PrintChoice::Style style = PrintChoice::Style::Plain;
    std::vector<std::string> properties; // empty: what the style shows
    bool showIds = false;
    int columns = 0; // of the terminal; 0: as many as it takes
};

// `numbers`: what stands in front of each row; as many as rows, or empty for rows without numbers.
[[nodiscard]] Lines formatPrint(const PrintFormat& format, const std::vector<core::model::Row>& rows, const std::vector<std::size_t>& numbers);

// Right-aligned names, a value each: settings, monitors of one thing.
[[nodiscard]] Lines formatRecord(std::string_view menu, const core::model::Row& row);

// Names down, one column per row: monitors of several things.
[[nodiscard]] Lines formatMatrix(std::string_view menu, const std::vector<core::model::Row>& rows, int columns);

} // namespace agent::control
