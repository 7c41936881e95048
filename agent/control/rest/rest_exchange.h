// One request to /rest while it is being answered: a conversation of its own whose replies are gathered into one HTTP answer.
//
//   RestExchange exchange(context, caller, call);
//   while (!exchange.answer()) exchange.poll(now);   // by the server's timer
//
// A command that goes on is ended after a minute, as the manual says; rows of more than 32 MB are refused. Belongs to the
// control thread; the context must outlive it.
#pragma once

#include "agent/control/commands/conversation.h"
#include "agent/control/rest/rest_call.h"

#include <optional>

namespace agent::control {

constexpr core::base::Nanos kRestTime = 60 * core::base::kSecond;

class RestExchange final : private ReplySink {
public:
    RestExchange(Context& context, Caller caller, RestCall call);

    void poll(core::base::Nanos now);
    // When to poll next at the latest.
    [[nodiscard]] core::base::Nanos due() const;
    // Null while the command runs.
    [[nodiscard]] const HttpAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }

private:
    void send(const core::model::Reply& reply) override;
    [[nodiscard]] bool congested() const override { return false; }
    void goOn();
    void readBack(std::string item);
    [[nodiscard]] HttpAnswer finalAnswer() const;

    RestCall call_;
    core::base::Nanos deadline_;
    std::vector<core::model::Row> rows_;
    std::size_t octets_ = 0; // of rows_
    core::model::Row done_;
    std::optional<core::model::Trap> trap_;
    bool ended_ = false; // !done has come
    std::optional<HttpAnswer> answer_;
    Conversation conversation_;
};

} // namespace agent::control
