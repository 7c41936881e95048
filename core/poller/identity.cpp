#include "core/poller/identity.h"

namespace core::poller {

using core::base::ErrorCode;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Request;

namespace {

std::string first(const Answer& answer, std::string_view name) {
    return answer.rows.empty() ? std::string() : std::string(answer.rows.front().value(name));
}

bool isFatal(const Result<Answer>& answer) {
    return !answer && answer.error().code != ErrorCode::Refused;
}

} // namespace

QCoro::Task<Result<Identity>> readIdentity(Session& session) {
    // All three are on their way before the first answer is waited for.
    Request identityRequest{"/system/identity", "print", {}, {}, {}};
    Request resourceRequest{"/system/resource", "print", {{".proplist", "board-name,version,platform"}}, {}, {}};
    Request boardRequest{"/system/routerboard", "print", {{".proplist", "model"}}, {}, {}};
    QCoro::Task<Result<Answer>> identityTask = session.request(std::move(identityRequest));
    QCoro::Task<Result<Answer>> resourceTask = session.request(std::move(resourceRequest));
    QCoro::Task<Result<Answer>> boardTask = session.request(std::move(boardRequest));

    const Result<Answer> identity = co_await identityTask;
    const Result<Answer> resource = co_await resourceTask;
    const Result<Answer> board = co_await boardTask;
    for (const Result<Answer>* answer : {&identity, &resource, &board}) {
        if (isFatal(*answer)) {
            co_return tl::unexpected(answer->error());
        }
    }
    Identity out;
    if (identity) {
        out.name = first(*identity, "name");
    }
    if (resource) {
        out.board = first(*resource, "board-name");
        out.version = first(*resource, "version");
        out.platform = first(*resource, "platform");
    }
    if (board) {
        out.model = first(*board, "model");
    }
    co_return out;
}

} // namespace core::poller
