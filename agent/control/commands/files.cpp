#include "agent/control/commands/files.h"

#include "agent/control/commands/rows.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::size_t kShown = 60 << 10; // octets of contents in a row, as RouterOS shows them

Outcome<Answer> plain(const core::base::Result<void>& done) {
    return done ? Outcome<Answer>(Answer{}) : config::refuse(config::kGeneral, "failure: " + done.error().text);
}

// The names "numbers" means: names, or ids of rows.
Outcome<std::vector<std::string>> namesOf(Context& context, const Request& request) {
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    if (!numbers) {
        return config::refuse(config::kArgument, "missing value(s) of argument(s) numbers");
    }
    const Rows rows = fileRows(context);
    std::vector<std::string> names;
    for (const std::string_view wanted : config::splitList(*numbers)) {
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.get("name") == wanted || r.get(".id") == wanted; });
        if (row == rows.end()) {
            return config::refuse(config::kMissing, "no such item");
        }
        names.emplace_back(row->value("name"));
    }
    return names;
}

} // namespace

Rows fileRows(Context& context) {
    Rows rows;
    ItemId id = 0;
    for (const auto& [name, file] : context.files.list()) {
        const bool script = name.ends_with(".rsc");
        rows.push_back({{".id", formatId(++id)}, {"name", name}, {"type", script ? "script" : "file"}, {"size", std::to_string(file.size)},
                        {"last-modified", dateText(file.modified) + " " + timeText(file.modified)}});
        if (file.size <= kShown) {
            if (auto text = context.files.read(name)) {
                rows.back().set("contents", std::move(*text));
            }
        }
    }
    return rows;
}

Outcome<Answer> addFile(Context& context, const Caller&, const Request& request) {
    const auto name = request.argument("name");
    if (!name || name->empty()) {
        return config::refuse(config::kArgument, "missing value(s) of argument(s) name");
    }
    if (context.files.read(*name)) {
        return config::refuse(config::kGeneral, "failure: already have file with such name");
    }
    return plain(context.files.write(*name, request.argument("contents").value_or(std::string_view()), context.wallClock.seconds()));
}

Outcome<Answer> setFile(Context& context, const Caller&, const Request& request) {
    const auto names = namesOf(context, request);
    if (!names) {
        return tl::unexpected(names.error());
    }
    for (const std::string& name : *names) {
        if (const auto contents = request.argument("contents")) {
            if (const auto done = context.files.write(name, *contents, context.wallClock.seconds()); !done) {
                return plain(done);
            }
        }
    }
    return Answer{};
}

Outcome<Answer> removeFile(Context& context, const Caller&, const Request& request) {
    const auto names = namesOf(context, request);
    if (!names) {
        return tl::unexpected(names.error());
    }
    for (const std::string& name : *names) {
        if (const auto done = context.files.remove(name); !done) {
            return plain(done);
        }
    }
    return Answer{};
}

Outcome<Answer> getFile(Context& context, const Caller&, const Request& request) {
    const auto names = namesOf(context, request);
    if (!names) {
        return tl::unexpected(names.error());
    }
    Answer answer;
    const std::string_view wanted = request.argument("value-name").value_or("contents");
    for (const Row& row : fileRows(context)) {
        if (!names->empty() && row.get("name") == names->front()) {
            answer.done.set("ret", std::string(row.value(wanted)));
        }
    }
    return answer;
}

} // namespace agent::control
