// The text of a board file with other costs than those it would run with: of a calibration by name, or refined from a running router. Pure.
#pragma once

#include "core/base/result.h"

#include <string>

namespace core::workspace {

// What a router's own processor load says of the board's costs.
struct Refinement {
    double factor = 1;          // this router's time per packet, as a multiple of the board's
    double low = 0.9, high = 1.1; // what the factor may be wrong by, as factors of it
    std::string text;           // the fit, one sentence
};

// NotFound lists the calibrations of the board. `boardText` is a board file (core/devices/board.h).
[[nodiscard]] core::base::Result<std::string> withCalibration(const std::string& boardText, const std::string& name);

[[nodiscard]] core::base::Result<std::string> refined(const std::string& boardText, const Refinement& refinement);

} // namespace core::workspace
