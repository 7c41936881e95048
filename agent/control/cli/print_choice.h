// What a print on the command line asks for: which rows (the router's business) and in what shape (the terminal's).
//
//   PrintChoice choice = printChoice({"/interface", "print", {{"detail", ""}, {"without-paging", ""}}});
//   choice.style == Style::Detail, choice.request is the print without its shape
//
// Pure; any thread.
#pragma once

#include "core/model/request.h"

#include <string>
#include <vector>

namespace agent::control {

struct PrintChoice {
    enum class Style { Plain, Table, Detail, Terse, Stats, StatsDetail, Values };
    Style style = Style::Plain;
    core::model::Request request;         // to be run: without what only shapes the picture
    std::vector<std::string> properties;  // empty: all
    std::string file;                     // empty: the terminal
    bool append = false;                  // to the file
    bool showIds = false;
    bool paging = true;
    bool none = false; // a condition nothing fulfilled: there is nothing to ask for
    bool repeats = false;
    bool follows = false;
};

[[nodiscard]] PrintChoice printChoice(const core::model::Request& request);

} // namespace agent::control
