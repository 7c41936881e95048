#include "agent/control/commands/print.h"

#include "agent/control/commands/listen.h"
#include "agent/control/commands/rows.h"
#include "core/routeros/api/query.h"
#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using config::refuse;
using core::base::Nanos;
using core::model::Request;
using core::model::Row;
using core::routeros::api::Query;

namespace {

// print's modifiers. Many only shape a terminal's picture; over the API they are taken and mean nothing.
constexpr std::array<std::string_view, 32> kModifiers{
    ".id",
    ".proplist",
    "active",
    "all",
    "append",
    "as-value",
    "brief",
    "bytes",
    "chain",
    "comments",
    "count-only",
    "detail",
    "dynamic",
    "follow",
    "follow-only",
    "from",
    "group-by",
    "interval",
    "numbers",
    "oid",
    "packets",
    "proplist",
    "rate",
    "show-ids",
    "static",
    "stats",
    "stats-detail",
    "terse",
    "timestamp",
    "value-list",
    "with-extra-info",
    "without-paging",
};

Outcome<void> checkModifiers(const Request& request) {
    for (const core::model::Attribute& argument : request.arguments) {
        if (std::find(kModifiers.begin(), kModifiers.end(), argument.name) == kModifiers.end()) {
            return refuse(config::kMissing, "unknown parameter " + argument.name);
        }
    }
    return {};
}

// The items a print is limited to: ids or names.
std::optional<std::string_view> wantedItems(const Request& request) {
    for (const std::string_view name : {".id", "numbers", "from"}) {
        if (const auto value = request.argument(name); value && !value->empty()) {
            return value;
        }
    }
    return std::nullopt;
}

bool isWanted(const Row& row, std::string_view wanted, std::string_view key) {
    for (const std::string_view item : config::splitList(wanted)) {
        if (row.get(".id") == item || (!key.empty() && row.get(key) == item)) {
            return true;
        }
    }
    return false;
}

bool selects(const Request& request, const Row& row, const Query& query) {
    const auto wanted = wantedItems(request);
    const config::Menu* menu = knownMenu(request.menu);
    if (wanted && !isWanted(row, *wanted, menu ? menu->key : std::string_view())) {
        return false;
    }
    if (const auto chain = request.argument("chain"); chain && row.get("chain") != chain) {
        return false;
    }
    const bool dynamic = row.value("dynamic") == "true";
    if ((request.argument("static") && dynamic) || (request.argument("dynamic") && !dynamic)) {
        return false;
    }
    return query.matches(row);
}

std::vector<Row> selectedRows(Context& context, const Request& request, const Query& query) {
    std::vector<Row> rows;
    for (Row& row : rowsOf(context, request.menu)) {
        if (selects(request, row, query)) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

// How many rows there are. Connections are counted without making rows of them: there may be a hundred thousand.
std::size_t count(Context& context, const Request& request, const Query& query) {
    if (request.menu == "/ip/firewall/connection" && !wantedItems(request)) {
        if (request.queries.empty()) {
            return context.engine.connectionCounts().total;
        }
        if (request.queries == std::vector<std::string>{"fasttrack=true"} || request.queries == std::vector<std::string>{"fasttrack=yes"}) {
            return context.engine.connectionCounts().fastTracked;
        }
    }
    return selectedRows(context, request, query).size();
}

// print interval=1s: the whole table again and again.
class RepeatedPrint final : public Stream {
public:
    RepeatedPrint(Context& context, Request request, Query query, Nanos interval, Nanos now)
        : context_(context)
        , request_(std::move(request))
        , query_(std::move(query))
        , properties_(request_)
        , interval_(interval)
        , due_(now) {}

    bool poll(Nanos now, std::vector<Row>& rows) override {
        if (now < due_) {
            return true;
        }
        for (const Row& row : selectedRows(context_, request_, query_)) {
            rows.push_back(properties_.apply(row));
        }
        due_ = std::max(due_ + interval_, now);
        return true;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return due_; }

private:
    Context& context_;
    Request request_;
    Query query_;
    PropertyList properties_;
    Nanos interval_;
    Nanos due_;
};

} // namespace

PropertyList::PropertyList(const Request& request) {
    const auto list = request.argument(".proplist") ? request.argument(".proplist") : request.argument("proplist");
    if (!list) {
        return;
    }
    all_ = false;
    for (const std::string_view name : config::splitList(*list)) {
        names_.emplace_back(name);
    }
}

Row PropertyList::apply(const Row& row) const {
    if (all_) {
        return row;
    }
    Row out;
    for (const std::string& name : names_) {
        if (const auto value = row.get(name)) {
            out.set(name, std::string(*value));
        }
    }
    return out;
}

Outcome<std::optional<Nanos>> durationArgument(const Request& request, std::string_view name) {
    const auto text = request.argument(name);
    if (!text || text->empty()) {
        return std::optional<Nanos>();
    }
    const auto value = config::parseDuration(*text);
    if (!value || *value <= 0) {
        return refuse(config::kArgument, "invalid value for argument " + std::string(name));
    }
    return value;
}

std::vector<std::string_view> printArguments(std::string_view menu) {
    const config::Menu* known = knownMenu(menu);
    if (known && known->kind == config::MenuKind::Settings) {
        return {"as-value", "comments", "interval", "without-paging"};
    }
    std::vector<std::string_view> out{"where"}; // terminals take it apart themselves; over the API there are queries
    std::copy_if(kModifiers.begin(), kModifiers.end(), std::back_inserter(out),
                 [](std::string_view name) { return !name.starts_with('.'); });
    std::sort(out.begin(), out.end());
    return out;
}

Outcome<Answer> print(Context& context, const Request& request) {
    if (auto known = checkModifiers(request); !known) {
        return tl::unexpected(known.error());
    }
    auto query = Query::parse(request.queries);
    if (!query) {
        return refuse(config::kArgument, query.error().text);
    }
    const auto interval = durationArgument(request, "interval");
    if (!interval) {
        return tl::unexpected(interval.error());
    }
    Answer answer;
    if (request.argument("count-only")) {
        answer.done.set("ret", std::to_string(count(context, request, *query)));
        return answer;
    }
    if (request.argument("follow-only")) {
        return listen(context, request);
    }
    if (*interval) {
        answer.stream = std::make_unique<RepeatedPrint>(context, request, std::move(*query), **interval, context.clock.now());
        return answer;
    }
    const PropertyList properties(request);
    for (const Row& row : selectedRows(context, request, *query)) {
        answer.rows.push_back(properties.apply(row));
    }
    answer.tellsEmpty = true;
    if (request.argument("follow")) {
        auto changes = listen(context, request);
        if (!changes) {
            return changes;
        }
        answer.stream = std::move(changes->stream);
    }
    return answer;
}

} // namespace agent::control
