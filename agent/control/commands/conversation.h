// One client's dialogue: requests in, replies out, in RouterOS's order. Untagged requests are answered one after the other;
// tagged ones run beside each other. /cancel is obeyed at once.
//
//   Conversation conversation(context, caller, sink, {});
//   conversation.submit(request);   // replies come through the sink, now and later
//   conversation.poll(now);         // gives running streams their turn; see due()
//
// Does no I/O and no login: the front door does both. Belongs to the control thread.
#pragma once

#include "agent/control/commands/command_table.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace agent::control {

// Where replies go. The front door fulfils it.
class ReplySink {
public:
    virtual ~ReplySink() = default;
    virtual void send(const core::model::Reply& reply) = 0;
    // The reader is slow: rows of streams that can be lost are left out, others wait.
    [[nodiscard]] virtual bool congested() const = 0;
};

struct ConversationOptions {
    bool sendsEmpty = true;      // !empty before !done of a print without rows
    std::size_t maxPending = 256; // untagged requests that may wait behind a stream
    std::size_t maxStreams = 64;
};

class Conversation {
public:
    Conversation(Context& context, Caller caller, ReplySink& sink, ConversationOptions options)
        : context_(context), caller_(std::move(caller)), sink_(sink), options_(options) {}

    void submit(core::model::Request request);
    void poll(core::base::Nanos now);
    // When to poll next at the latest; nothing while no stream waits for a point in time.
    [[nodiscard]] std::optional<core::base::Nanos> due() const;

    [[nodiscard]] const Caller& caller() const { return caller_; }
    [[nodiscard]] const User& user() const { return caller_.user; }

private:
    struct Running {
        std::string tag;
        std::unique_ptr<Stream> stream;
    };

    void execute(const core::model::Request& request);
    void cancel(const core::model::Request& request);
    void refuse(const std::string& tag, core::model::Trap trap);
    void sendRows(const std::string& tag, const std::vector<core::model::Row>& rows);
    void sendDone(const std::string& tag, core::model::Row row = {});
    bool advance(Running& running, core::base::Nanos now);
    void startPending();
    [[nodiscard]] bool untaggedRuns() const;

    Context& context_;
    Caller caller_;
    ReplySink& sink_;
    ConversationOptions options_;
    std::vector<Running> running_;
    std::deque<core::model::Request> pending_;
};

} // namespace agent::control
