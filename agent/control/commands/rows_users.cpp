// /user, /user/ssh-keys, /system/history, /safe-mode.
#include "agent/control/commands/rows.h"
#include "core/routeros/config/values.h"

namespace agent::control {

using core::model::Row;

Rows userRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/user")) {
        Row row{{".id", formatId(item->id)}};
        for (const std::string_view property : {"name", "group", "address"}) {
            row.set(property, std::string(item->value(property)));
        }
        if (const auto last = context.accounts.lastLogin(item->value("name"))) {
            row.set("last-logged-in", dateText(*last) + " " + timeText(*last));
        }
        row.set("expired", "false");
        row.set("disabled", boolText(!item->enabled()));
        if (const auto comment = item->get("comment")) {
            row.set("comment", std::string(*comment));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows sshKeyRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/user/ssh-keys")) {
        const std::string_view key = item->value("key");
        rows.push_back({{".id", formatId(item->id)},
                        {"user", std::string(item->value("user"))},
                        {"key-type", std::string(key.substr(0, key.find(' ')))},
                        {"key-owner", std::string(item->value("key-owner"))}});
    }
    return rows;
}

Rows historyRows(Context& context) {
    Rows rows;
    const auto& entries = context.config.history().entries();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) { // newest first, as RouterOS shows it
        rows.push_back({{".id", formatId(entry->number)}, {"action", entry->action}, {"by", entry->by}, {"policy", "write"},
                        {"time", dateText(entry->at) + " " + timeText(entry->at)}, {"redo", describePatch(entry->patch, Direction::Forth)},
                        {"undo", describePatch(entry->patch, Direction::Back)}, {"undoable", boolText(!entry->undone)},
                        {"redoable", boolText(entry->undone)}, {"floating-undo", "false"}});
    }
    return rows;
}

Rows safeModeRows(Context& context) {
    const SafeMode::Holder* holder = context.safeMode.holder();
    Row row{{"enabled", boolText(holder != nullptr)}};
    if (holder) {
        row.set("user", holder->caller.user.name);
        const ActiveUser* owner = context.sessions.find(holder->caller.session);
        row.set("owner", owner ? owner->via + ":" + owner->address : std::string());
    }
    return {row};
}

} // namespace agent::control
