// Writes to a tree whatever a text says, and notes what RouterOS would not have understood. Behind load.h; internal to the room.
#pragma once

#include "core/routeros/config/load.h"
#include "core/routeros/config/row_index.h"
#include "core/routeros/config/schema.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

class LenientWriter {
public:
    enum class Tree {
        OfText,   // holds what the text has said so far; ids in the text are another router's
        OfRouter, // holds all there is
    };
    LenientWriter(ConfigTree& tree, std::vector<LoadNote>& notes, Tree kind) : tree_(tree), notes_(notes), kind_(kind), index_(tree) {}

    // As resolveFind(), for the tree written to.
    [[nodiscard]] std::string resolve(std::string_view menu, const script::Find& find);

    // What brackets in the text stand for: the items meant, and the one to stand in front of (0: at the end). Nothing: it is in
    // the request.
    struct Found {
        std::optional<std::vector<ItemId>> items;
        std::optional<ItemId> place;
    };
    // False when this is no write at all, or does not say to what.
    bool write(core::model::Request request, script::Position at, const Found& found = {});

private:
    struct Target {
        std::string menu;
        const Menu* schema = nullptr;
        script::Position at;
    };

    bool add(const core::model::Request& request, std::optional<ItemId> place);
    bool setSettings(const core::model::Request& request);
    bool change(const core::model::Request& request, std::vector<ItemId> ids, std::optional<ItemId> place);
    bool remove(const std::vector<ItemId>& ids);
    bool move(const core::model::Request& request, const std::vector<ItemId>& ids, std::optional<ItemId> place);
    // The item an argument of this name gives as the one to stand in front of; 0: at the end.
    ItemId placeIn(const core::model::Request& request, std::string_view argument);
    bool setAll(const core::model::Request& request, const std::vector<ItemId>& ids);
    void setOne(const core::model::Request& request, const Menu* schema, std::string_view menu, Item& item);

    void assign(const Menu* schema, Item& item, std::string_view name, std::string_view text);
    void assignAll(const Menu* schema, Item& item, const core::model::Request& request);

    // Items by names, positions, ids or "[ find … ]"; with `create` what is not there is made.
    std::vector<ItemId> select(std::string_view numbers, bool create);
    ItemId selectOne(std::string_view text, bool create);
    ItemId create(std::string_view text);
    [[nodiscard]] ItemId byName(std::string_view text);
    [[nodiscard]] bool indexed(std::string_view menu) const { return kind_ == Tree::OfText && menu != "/interface"; }
    [[nodiscard]] ItemId byPlace(std::string_view text) const;

    void note(LoadNote::Kind kind, std::string_view property, std::string text);

    ConfigTree& tree_;
    std::vector<LoadNote>& notes_;
    Tree kind_;
    RowIndex index_; // while this writer makes all changes there are
    Target at_;      // what is being written
    std::set<std::string, std::less<>> unknownMenus_;
};

} // namespace core::routeros::config
