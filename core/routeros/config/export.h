// Configuration tree → the text /export prints.
//
//   exportConfig(tree, {.header = loaded.header})                        compact: what differs from the defaults
//   exportConfig(tree, {.form = ExportForm::Terse, .menu = "/queue"})    a whole command per line, /queue and below
//
// Compact and verbose have menu lines and wrap at 80 columns with a backslash. Menus come in an order in which what is named is
// there before it is used; properties are sorted. Dynamic things are not in a tree, so they are not in an export.
// loadConfig(exportConfig(tree, …)) differs from the tree in nothing but hidden secrets. Pure; any thread.
#pragma once

#include "core/routeros/config/config_tree.h"
#include "core/routeros/script/export_header.h"

#include <string>
#include <string_view>

namespace core::routeros::config {

enum class ExportForm {
    Compact, // only what is not the default
    Verbose, // every value
    Terse,   // compact, but every line is a whole command
};

struct ExportOptions {
    ExportForm form = ExportForm::Compact;
    int major = 7;              // 6: the spellings of RouterOS 6
    bool showSensitive = false; // passwords and keys; left out otherwise
    std::string menu;           // "": all of it; else this menu and those below
    script::ExportHeader header; // comment lines in front; absent ones are left out
    // What this router has before anyone touches it. Built-in items are printed by their difference from it; without it, by their
    // difference from the menu's defaults. Not owned.
    const ConfigTree* factory = nullptr;
};

[[nodiscard]] std::string exportConfig(const ConfigTree& tree, const ExportOptions& options);

} // namespace core::routeros::config
