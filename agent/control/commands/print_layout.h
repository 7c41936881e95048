// How a terminal shows a menu: flags before each row, columns of the plain table and of the statistics.
// After the outputs recorded in the facts (routeros-interface.md 2) and in the templates' samples.
//
//   const PrintLayout& layout = printLayout("/ip/route");
//   for (const PrintFlag& flag : layout.flags) … row.value(flag.property) == flag.value → flag.letter
//
// Pure; any thread; the reference is good for ever.
#pragma once

#include <string_view>
#include <vector>

namespace agent::control {

struct PrintFlag {
    char letter = ' ';
    std::string_view property;       // "disabled"
    std::string_view word;           // "DISABLED" in the legend; legends of print detail use lower case
    std::string_view value = "true"; // of the property when the flag is up
};

struct PrintColumn {
    std::string_view property;
    bool right = false; // numbers
};

enum class PrintForm {
    Table,  // columns
    Detail, // property=value, folded: firewall rules, queues
    Record, // one value a line, name in front: settings
};

struct PrintLayout {
    PrintForm plain = PrintForm::Table; // of a print without modifiers
    std::vector<PrintFlag> flags;       // one place per flag in this order
    std::vector<PrintColumn> columns;
    std::vector<PrintColumn> stats;     // of print stats; empty: there are none
    bool numbered = true;               // a number in front of each row
};

// Menus nobody described get the layout their kind and properties suggest.
[[nodiscard]] const PrintLayout& printLayout(std::string_view menu);

} // namespace agent::control
