#include "agent/control/commands/find_get.h"

#include "agent/control/commands/rows.h"
#include "agent/control/tree/menus.h"
#include "core/routeros/api/query.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using config::refuse;
using core::model::Request;
using core::model::Row;

namespace {

// "yes" finds "true": both are spellings of one value.
bool isSameValue(std::string_view value, std::string_view wanted) {
    return value == wanted || (value == "true" && wanted == "yes") || (value == "false" && wanted == "no");
}

Outcome<Row> rowOf(Context& context, const Request& request) {
    const auto id = request.argument(".id");
    const auto numbers = id ? id : request.argument("numbers");
    const config::Menu* menu = knownMenu(request.menu);
    Rows rows = rowsOf(context, request.menu);
    if (menu && menu->kind == config::MenuKind::Settings) {
        return rows.empty() ? Row() : rows.front();
    }
    if (!numbers || numbers->empty()) {
        // Rows that are the only one of their menu, such as /system/resource, need no number.
        if (rows.size() == 1 && !rows.front().get(".id")) {
            return rows.front();
        }
        return refuse(config::kArgument, "missing value(s) of argument(s) numbers");
    }
    const std::string_view key = menu ? menu->key : std::string_view();
    const auto index = config::parseNumber(*numbers);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].get(".id") == numbers || (!key.empty() && rows[i].get(key) == numbers) || (index && *index == i)) {
            return rows[i];
        }
    }
    return refuse(config::kMissing, "no such item");
}

} // namespace

Outcome<Answer> find(Context& context, const Request& request) {
    const auto query = core::routeros::api::Query::parse(request.queries);
    if (!query) {
        return refuse(config::kArgument, query.error().text);
    }
    std::string ids;
    for (const Row& row : rowsOf(context, request.menu)) {
        bool matches = query->matches(row) && row.get(".id").has_value();
        for (const core::model::Attribute& condition : request.arguments) {
            matches = matches && isSameValue(row.value(condition.name), condition.value);
        }
        if (matches) {
            ids += (ids.empty() ? "" : ",") + std::string(row.value(".id"));
        }
    }
    Answer answer;
    answer.done.set("ret", std::move(ids));
    return answer;
}

Outcome<Answer> get(Context& context, const Request& request) {
    const auto row = rowOf(context, request);
    if (!row) {
        return tl::unexpected(row.error());
    }
    Answer answer;
    if (const auto name = request.argument("value-name"); name && !name->empty()) {
        const config::Menu* menu = knownMenu(request.menu);
        if (!row->get(*name) && menu && !menu->find(*name)) {
            return refuse(config::kArgument, "input does not match any value of value-name");
        }
        answer.done.set("ret", std::string(row->value(*name)));
        return answer;
    }
    std::string all;
    for (const core::model::Attribute& attribute : row->attributes()) {
        all += (all.empty() ? "" : ";") + attribute.name + "=" + attribute.value;
    }
    answer.done.set("ret", std::move(all));
    return answer;
}

} // namespace agent::control
