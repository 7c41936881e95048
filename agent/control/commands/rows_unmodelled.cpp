// /pathscope/unmodelled: what of the configuration is only kept, and why; then what of the configuration files could not be taken
// as it was written.
#include "agent/control/commands/rows.h"
#include "agent/control/tree/modelled.h"

#include <string>

namespace agent::control {

using core::model::Row;

namespace {

void appendItem(std::string_view menu, const Item& item, Rows& rows) {
    for (const Unmodelled& what : unmodelledIn(menu, item)) {
        Row row{{".id", formatId(static_cast<ItemId>(rows.size() + 1))}, {"menu", std::string(menu)}};
        if (item.id != 0) {
            row.set("item", formatId(item.id));
        }
        if (!what.property.empty()) {
            row.set("property", what.property);
        }
        if (!what.value.empty()) {
            row.set("value", what.value);
        }
        row.set("reason", std::string(what.reason));
        row.set("in-force", boolText(what.inForce));
        rows.push_back(std::move(row));
    }
}

} // namespace

Rows unmodelledRows(Context& context) {
    Rows rows;
    for (const auto& [menu, table] : context.tree().tables()) {
        for (const Item& item : table) {
            appendItem(menu, item, rows);
        }
    }
    for (const LoadRemark& remark : context.remarks) {
        rows.push_back({{".id", formatId(static_cast<ItemId>(rows.size() + 1))}, {"where", remark.where}, {"reason", remark.text}});
    }
    return rows;
}

} // namespace agent::control
