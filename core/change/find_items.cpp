#include "core/change/find_items.h"

#include <QPointer>
#include <algorithm>
#include <optional>

namespace core::change {

using core::base::ErrorCode;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Request;

namespace {

constexpr std::size_t kItemsPerCommand = 100;
constexpr std::string_view kFind = "[find ";

// "[find fasttrack=yes comment=\"a b\"]" → "fasttrack=true", "comment=a b": rows spell booleans true and false.
std::optional<std::vector<std::string>> lookup(const Request& request) {
    const std::string_view id = request.argument(".id").value_or("");
    if (!id.starts_with(kFind) || !id.ends_with(']')) {
        return std::nullopt;
    }
    std::vector<std::string> queries(1);
    bool quoted = false;
    for (const char c : id.substr(kFind.size(), id.size() - kFind.size() - 1)) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ' ' && !quoted) {
            queries.emplace_back();
        } else {
            queries.back() += c;
        }
    }
    for (std::string& query : queries) {
        if (query.ends_with("=yes")) {
            query.replace(query.size() - 3, 3, "true");
        }
    }
    return queries;
}

std::vector<std::string> idLists(const std::vector<core::model::Row>& rows) {
    std::vector<std::string> lists;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kItemsPerCommand == 0) {
            lists.emplace_back();
        } else {
            lists.back() += ',';
        }
        lists.back() += rows[i].value(".id");
    }
    return lists;
}

bool isGone(const core::base::Error& error) {
    return error.code == ErrorCode::Refused && error.cause.find("no such item") != std::string::npos;
}

} // namespace

QCoro::Task<Result<Answer>> sendWrite(Session& session, Request request) {
    const std::optional<std::vector<std::string>> queries = lookup(request);
    if (!queries) {
        Result<Answer> answer = co_await session.request(std::move(request));
        co_return answer;
    }
    const QPointer<Session> alive(&session);
    Request print{request.menu, "print", {{".proplist", ".id"}}, *queries, {}};
    Result<Answer> found = co_await session.request(std::move(print));
    if (!found) {
        co_return tl::unexpected(found.error());
    }
    for (const std::string& ids : idLists(found->rows)) {
        if (!alive) {
            co_return core::base::fail(ErrorCode::Cancelled, "The connection was closed.");
        }
        Request write{request.menu, request.verb, {{".id", ids}}, {}, {}};
        Result<Answer> answer = co_await session.request(std::move(write));
        if (!answer && !isGone(answer.error())) {
            co_return tl::unexpected(answer.error());
        }
    }
    co_return Answer{};
}

} // namespace core::change
