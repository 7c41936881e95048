// Tab and "?": how a line may go on.
//
//   Completion c = complete("/ip/firewall", "fil", itemNames);
//   c.insert == "ter/"                                   // as far as all options agree
//   c.options: {{"filter", "menu", "Firewall filter rules"}}
//
// `itemNames` answers with the names of a menu's items; asked only where a name is wanted. Otherwise pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

struct CompletionOption {
    std::string name;
    std::string_view help; // may be empty
    bool operator==(const CompletionOption&) const = default;
};

struct Completion {
    std::string insert; // behind the cursor
    std::vector<CompletionOption> options;
};

using ItemNames = std::function<std::vector<std::string>(std::string_view menu)>;

// `text`: the line up to the cursor.
[[nodiscard]] Completion complete(std::string_view menu, std::string_view text, const ItemNames& itemNames);

} // namespace agent::control
