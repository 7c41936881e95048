#include "app/ctl/change_command.h"

#include "app/ctl/apply.h"
#include "core/workspace/journal.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::workspace::JournalCommand;
using core::workspace::JournalEntry;
using nlohmann::ordered_json;

std::string when(const QDateTime& at) {
    return at.isValid() ? at.toString(Qt::ISODate).toStdString() : std::string();
}

ordered_json toJson(const JournalEntry& entry) {
    return {{"change", entry.number},
            {"started", when(entry.started)},
            {"ended", when(entry.ended)},
            {"router", entry.router.toStdString()},
            {"user", entry.user.toStdString()},
            {"title", entry.title.toStdString()},
            {"outcome", entry.outcome.toStdString()},
            {"detail", entry.detail.toStdString()}};
}

int list(const ChangeOptions& options) {
    const auto entries = core::workspace::readJournal(QString::fromStdString(options.ofRouter));
    if (!entries) {
        return tellError(entries.error(), false);
    }
    ordered_json all = ordered_json::array();
    for (const JournalEntry& entry : *entries) {
        all.push_back(toJson(entry));
        if (!options.json) {
            std::printf("%5lld  %s  %-11s  %-24s  %s\n", static_cast<long long>(entry.number), when(entry.started).c_str(), qUtf8Printable(entry.outcome), qUtf8Printable(entry.router), qUtf8Printable(entry.title));
        }
    }
    if (options.json) {
        std::printf("%s\n", all.dump(2).c_str());
    }
    return kKept;
}

int show(const ChangeOptions& options) {
    const auto details = core::workspace::readJournalEntry(options.number);
    if (!details) {
        return tellError(details.error(), false);
    }
    ordered_json out = toJson(details->entry);
    out["commands"] = ordered_json::array();
    for (const JournalCommand& command : details->commands) {
        out["commands"].push_back({{"at", when(command.at)}, {"command", command.command.toStdString()}, {"inverse", command.inverse.toStdString()}, {"result", command.result.toStdString()}});
    }
    if (options.json) {
        std::printf("%s\n", out.dump(2).c_str());
        return kKept;
    }
    std::printf("change %d: %s\n  on %s by %s, %s, %s\n", options.number, qUtf8Printable(details->entry.title), qUtf8Printable(details->entry.router), qUtf8Printable(details->entry.user),
                when(details->entry.started).c_str(), qUtf8Printable(details->entry.outcome));
    if (!details->entry.detail.isEmpty()) {
        std::printf("  %s\n", qUtf8Printable(details->entry.detail));
    }
    for (const JournalCommand& command : details->commands) {
        const std::string result = command.result.isEmpty() ? "(no answer was heard)" : command.result.contains(u'\n') ? "(its text is in --json)" : command.result.toStdString();
        std::printf("\n%s  %s\n    -> %s\n", when(command.at).c_str(), qUtf8Printable(command.command), result.c_str());
        if (!command.inverse.isEmpty()) {
            std::printf("    back: %s\n", qUtf8Printable(command.inverse));
        }
    }
    return kKept;
}

int conclude(const ChangeOptions& options, bool keep) {
    RouterDoor door(options.router);
    const auto outcome = door.concludeChange(options.number, keep);
    if (!outcome) {
        const int code = tellError(outcome.error(), options.json);
        return outcome.error().code == core::base::ErrorCode::Unreachable ? kChangeNoRouter : code;
    }
    const auto router = door.open();
    const auto end = router ? (*router)->lastChangeEnd().value_or(core::workspace::ChangeEnd()) : core::workspace::ChangeEnd();
    return tellOutcome(*outcome, end.title.toStdString(), end.detail.toStdString(), options.number, options.json);
}

int undo(const ChangeOptions& options) {
    RouterDoor door(options.router);
    const auto plan = door.planUndo(options.number);
    if (!plan) {
        const int code = tellError(plan.error(), options.json);
        return plan.error().code == core::base::ErrorCode::Unreachable ? kChangeNoRouter : code;
    }
    return applyPlan(door, *plan, {options.confirmSeconds, {}, options.keep, options.yes, options.json, options.safeMode});
}

} // namespace

int runChange(const ChangeOptions& options) {
    switch (options.what) {
    case ChangeOptions::What::List: return list(options);
    case ChangeOptions::What::Show: return show(options);
    case ChangeOptions::What::Keep: return conclude(options, true);
    case ChangeOptions::What::RollBack: return conclude(options, false);
    case ChangeOptions::What::Undo: return undo(options);
    }
    return kChangeUsage;
}

} // namespace app::ctl
