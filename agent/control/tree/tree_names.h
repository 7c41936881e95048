// What names mean in a tree: fulfils core/routeros/config's Names, and keeps names right when items are renamed or go.
#pragma once

#include "agent/control/tree/tree.h"
#include "core/routeros/config/schema.h"

namespace agent::control {

// Looks at a tree it does not own; the tree must outlive it.
class TreeNames final : public core::routeros::config::Names {
public:
    explicit TreeNames(const Tree& tree) : tree_(tree) {}
    [[nodiscard]] std::optional<std::string> resolve(core::routeros::config::Target target, std::string_view text) const override;

private:
    [[nodiscard]] std::optional<std::string> nameIn(std::string_view menu, std::string_view text) const;
    [[nodiscard]] std::optional<std::string> gateway(std::string_view text) const;

    const Tree& tree_;
};

// Every reference to the item of `menu` that was called `from` now says `to`: after a rename its new name, after a removal
// its "*ID", as RouterOS shows what is gone.
void retarget(Tree& tree, std::string_view menu, std::string_view from, std::string_view to);

} // namespace agent::control
