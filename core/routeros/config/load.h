// Reading a configuration as an admin has it: an /export of any age, a snippet from a guide, a script with loops around it.
// Reading never fails. What is not understood is a note with its place, and everything else is read:
//
//   LoadedConfig config = loadConfig(text);
//   config.header.version                              "7.16.1"
//   config.tree.items("/ip/firewall/filter")           the rules in order, every default filled in
//   for (const LoadNote& note : config.notes) …        12:5 UnknownProperty /interface/bridge use-fast-path
//
// What is kept and how it is written back (export.h):
//   unknown menus, properties and values    as written, in their place
//   set of something the text does not add  an item that knows what it was found by: its default-name or key (ether1), else the
//                                           text behind set, under ".selector" ("0", "[ find default=yes ]")
//   statements that are more than a plain   items of the menu "" with the statement under ".script"; export writes them last
//   write (:if, [find name~"x"], reboot)
//
// Spellings of RouterOS 6 (routing-mark of a route, /ip/route/rule …) are stored as those of 7; export writes either.
// Pure; any thread. Time grows with the size of the text.
#pragma once

#include "core/model/request.h"
#include "core/routeros/config/config_tree.h"
#include "core/routeros/script/ast.h"
#include "core/routeros/script/export_header.h"
#include "core/routeros/script/position.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core::routeros::config {

struct LoadNote {
    enum class Kind {
        Error,           // not RouterOS's language; the line is kept as it is
        UnknownMenu,     // not in the schema; kept. One note per menu in a text
        UnknownProperty, // of a menu that is in the schema; kept
        BadValue,        // not a value of this property; kept as written
        NotApplied,      // a statement that is no write, or finds nothing to write to
    };
    Kind kind = Kind::Error;
    script::Position at;
    std::string menu, property; // empty where there is none
    std::string text;           // one sentence for people
    bool operator==(const LoadNote&) const = default;
};

// Where the text first names each thing it is about.
struct Places {
    std::vector<script::Position> items;                           // by ItemId; line 0: nowhere
    std::map<std::string, script::Position, std::less<>> settings; // by menu, of settings menus

    // Of a running router: what `print` numbers the items by, which counts rows that are not in the tree. Empty for a text.
    std::unordered_map<ItemId, std::size_t> numbers;

    // 0: the text does not name it.
    [[nodiscard]] int lineOf(std::string_view menu, ItemId item) const;
    // `position` is the one in the tree.
    [[nodiscard]] std::size_t numberOf(ItemId item, std::size_t position) const;
};

struct LoadedConfig {
    ConfigTree tree;
    script::ExportHeader header;
    std::vector<LoadNote> notes; // in the order of the text
    std::size_t items = 0;       // items and settings the text names
    Places places;
};

[[nodiscard]] LoadedConfig loadConfig(std::string_view text);

// One write (add, set, remove, enable, disable, comment, move, unset) on any tree, also a running router's: an item that is set but not
// there is kept as an `absent` one. Items are meant by ids, names, positions or "[ find name=value ]", separated by commas.
void applyLeniently(ConfigTree& tree, const core::model::Request& request, script::Position at, std::vector<LoadNote>& notes);

// The items a [find …] gives, as ids separated by commas; when there are none, the condition as text, which applyLeniently()
// understands: "[ find default-name=ether9 ]". Fits script::toRequest().
[[nodiscard]] std::string resolveFind(const ConfigTree& tree, std::string_view menu, const script::Find& find);

} // namespace core::routeros::config
