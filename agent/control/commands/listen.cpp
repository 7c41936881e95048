#include "agent/control/commands/listen.h"

#include "agent/control/commands/print.h"
#include "agent/control/commands/rows.h"
#include "agent/control/tree/menus.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Nanos;
using core::model::Request;
using core::model::Row;

namespace {

class ItemChanges final : public Stream {
public:
    ItemChanges(Context& context, const Request& request)
        : context_(context), menu_(request.menu), properties_(request), next_(context.config.nextChange()) {}

    bool poll(Nanos, std::vector<Row>& rows) override {
        const std::vector<Change> changes = context_.config.changesSince(next_);
        next_ = context_.config.nextChange();
        std::vector<Row> current; // made once, and only when something changed here
        for (const Change& change : changes) {
            if (!concerns(change)) {
                continue;
            }
            if (change.kind == Change::Kind::Removed) {
                rows.push_back({{".id", formatId(change.id)}, {".dead", "true"}});
                continue;
            }
            if (current.empty()) {
                current = rowsOf(context_, menu_);
            }
            appendCurrent(current, change.id, rows);
        }
        return true;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return std::nullopt; }
    [[nodiscard]] bool lossy() const override { return false; }

private:
    [[nodiscard]] bool concerns(const Change& change) const {
        if (menu_ != "/interface") {
            return change.menu == menu_;
        }
        const auto& kinds = interfaceKinds();
        return std::find(kinds.begin(), kinds.end(), change.menu) != kinds.end();
    }

    void appendCurrent(const std::vector<Row>& current, ItemId id, std::vector<Row>& rows) const {
        const std::string text = formatId(id);
        for (const Row& row : current) {
            if (id == 0 || row.get(".id") == text) {
                rows.push_back(properties_.apply(row));
            }
        }
    }

    Context& context_;
    std::string menu_;
    PropertyList properties_;
    std::uint64_t next_;
};

class LogLines final : public Stream {
public:
    LogLines(Context& context, const Request& request) : context_(context), properties_(request), next_(context.log.nextNumber()) {}

    bool poll(Nanos, std::vector<Row>& rows) override {
        for (const LogLine& line : context_.log.since(next_)) {
            rows.push_back(properties_.apply(logRow(line)));
        }
        next_ = context_.log.nextNumber();
        return true;
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return std::nullopt; }
    [[nodiscard]] bool lossy() const override { return false; }

private:
    Context& context_;
    PropertyList properties_;
    std::uint32_t next_;
};

} // namespace

Outcome<Answer> listen(Context& context, const Request& request) {
    Answer answer;
    if (request.menu == "/log") {
        answer.stream = std::make_unique<LogLines>(context, request);
        return answer;
    }
    const config::Menu* menu = knownMenu(request.menu);
    if (menu && menu->kind == config::MenuKind::ReadOnly) {
        return config::refuse(config::kMissing, "unknown parameter follow-only");
    }
    answer.stream = std::make_unique<ItemChanges>(context, request);
    return answer;
}

} // namespace agent::control
