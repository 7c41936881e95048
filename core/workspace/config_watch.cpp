#include "core/workspace/config_watch.h"

#include <QPointer>
#include <algorithm>

namespace core::workspace {

using core::base::Result;
using core::link::Answer;
using core::model::Row;

namespace {

bool isDynamic(const Row& row) {
    return row.value("dynamic") == "true" || row.value("dynamic") == "yes";
}

QString text(std::string_view bytes) {
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

// "filter rule drop “no such connection”", "queue tree “upload”"
QString nameOf(const QString& what, const Row& row) {
    QString name = what;
    if (const auto action = row.get("action")) {
        name += QLatin1Char(' ') + text(*action);
    }
    const std::string_view label = row.value("comment").empty() ? row.value("name") : row.value("comment");
    if (!label.empty()) {
        name += QStringLiteral(" “%1”").arg(text(label));
    }
    return name;
}

std::vector<Row> statics(const std::vector<Row>& rows) {
    std::vector<Row> out;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(out), [](const Row& row) { return !isDynamic(row); });
    return out;
}

const Row* find(const std::vector<Row>& rows, std::string_view id) {
    const auto it = std::find_if(rows.begin(), rows.end(), [id](const Row& row) { return row.value(".id") == id; });
    return it == rows.end() ? nullptr : &*it;
}

bool isDisabled(const Row& row) {
    return row.value("disabled") == "true" || row.value("disabled") == "yes";
}

// Ids of those rows that are in both, in the order of the first.
std::vector<std::string_view> commonOrder(const std::vector<Row>& rows, const std::vector<Row>& other) {
    std::vector<std::string_view> ids;
    for (const Row& row : rows) {
        if (find(other, row.value(".id")) != nullptr) {
            ids.push_back(row.value(".id"));
        }
    }
    return ids;
}

} // namespace

QStringList describeDifference(const QString& what, const std::vector<Row>& beforeAll, const std::vector<Row>& afterAll) {
    const std::vector<Row> before = statics(beforeAll);
    const std::vector<Row> after = statics(afterAll);
    QStringList lines;
    for (const Row& row : before) {
        if (find(after, row.value(".id")) == nullptr) {
            lines << QStringLiteral("%1 removed").arg(nameOf(what, row));
        }
    }
    for (const Row& row : after) {
        const Row* was = find(before, row.value(".id"));
        if (was == nullptr) {
            lines << QStringLiteral("%1 added").arg(nameOf(what, row));
        } else if (isDisabled(*was) != isDisabled(row)) {
            lines << (isDisabled(row) ? QStringLiteral("%1 disabled") : QStringLiteral("%1 enabled")).arg(nameOf(what, row));
        } else if (*was != row) {
            lines << QStringLiteral("%1 changed").arg(nameOf(what, row));
        }
    }
    if (commonOrder(before, after) != commonOrder(after, before)) {
        lines << QStringLiteral("%1s moved").arg(what);
    }
    return lines;
}

ConfigWatch::ConfigWatch(core::link::Session& session, std::chrono::milliseconds interval, QObject* parent)
    : QObject(parent)
    , session_(session) {
    menus_.push_back({{"/ip/firewall/filter", "print", {{".proplist", ".id,disabled,dynamic,chain,action,comment"}}, {}, {}},
                      QStringLiteral("filter rule"),
                      std::nullopt,
                      false});
    menus_.push_back({{"/queue/tree", "print", {{".proplist", ".id,disabled,name,parent,max-limit"}}, {}, {}},
                      QStringLiteral("queue tree"),
                      std::nullopt,
                      false});
    timer_.setInterval(interval);
    connect(&timer_, &QTimer::timeout, this, [this] { look(); });
    timer_.start();
    look();
}

void ConfigWatch::expectChange() {
    ++expected_;
    for (Menu& menu : menus_) {
        menu.last.reset();
    }
}

QCoro::Task<void> ConfigWatch::look() {
    if (looking_) {
        co_return;
    }
    looking_ = true;
    const QPointer<ConfigWatch> self(this);
    QStringList lines;
    for (std::size_t i = 0; i < menus_.size(); ++i) {
        if (menus_[i].dropped) {
            continue;
        }
        const int expected = expected_;
        Result<Answer> answer = co_await session_.request(menus_[i].print);
        if (!self) {
            co_return;
        }
        Menu& menu = menus_[i];
        if (!answer) {
            menu.dropped = answer.error().code == core::base::ErrorCode::Refused;
            if (!menu.dropped) {
                co_return; // the session is ending
            }
        } else if (expected == expected_) {
            if (menu.last) {
                lines << describeDifference(menu.what, *menu.last, answer->rows);
            }
            menu.last = std::move(answer->rows);
        }
    }
    looking_ = false;
    if (!lines.isEmpty()) {
        Q_EMIT changed(lines);
    }
}

} // namespace core::workspace
