#include "core/doctor/item_names.h"

#include "core/planner/steps.h"
#include "core/routeros/config/schema.h"

namespace core::doctor {

std::string nameOf(const Line& line, const ItemNames& names) {
    if (const auto id = names.ids.find(line.item->id); id != names.ids.end()) {
        return id->second;
    }
    if (const auto selector = line.item->get(".selector")) {
        return std::string(*selector); // what the text itself means it by
    }
    const bool ours = line.value("comment").starts_with(core::planner::kOurComment);
    const std::string_view name = ours && line.value("name").empty() ? "comment" : "name";
    const std::string value(line.value(name));
    return value.empty() ? std::to_string(line.number) : std::string(core::planner::onFound("", "", name, value).argument(".id").value_or(""));
}

core::model::Row rowOf(const Line& line, const ItemNames& names) {
    core::model::Row out;
    out.set(".id", nameOf(line, names));
    for (const auto& [name, value] : line.item->values) {
        if (ConfigView::isSet(line, name)) {
            out.set(name, value);
        }
    }
    return out;
}

std::string following(const ConfigView& view, const Line& line, const ItemNames& names) {
    const auto* schema = core::routeros::config::findMenu(line.menu);
    if (schema == nullptr || schema->kind != core::routeros::config::MenuKind::Ordered) {
        return {};
    }
    const auto all = view.lines(line.menu);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (all[i] == line) {
            return nameOf(all[i + 1], names);
        }
    }
    return {};
}

} // namespace core::doctor
