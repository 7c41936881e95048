#include "agent/control/commands/conversation.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Nanos;
using core::model::Reply;
using core::model::ReplyKind;
using core::model::Request;
using core::model::Row;

void Conversation::submit(Request request) {
    if (request.menu.empty() && request.verb == "cancel") {
        cancel(request);
        return;
    }
    if (request.tag.empty() && (untaggedRuns() || !pending_.empty())) {
        if (pending_.size() >= options_.maxPending) {
            refuse({}, {static_cast<int>(config::kGeneral), "failure: too many commands are waiting"});
            return;
        }
        pending_.push_back(std::move(request));
        return;
    }
    execute(request);
}

void Conversation::execute(const Request& request) {
    if (running_.size() >= options_.maxStreams) {
        refuse(request.tag, {static_cast<int>(config::kGeneral), "failure: too many commands are running"});
        return;
    }
    auto answer = run(context_, caller_, request);
    if (!answer) {
        refuse(request.tag, answer.error());
        return;
    }
    sendRows(request.tag, answer->rows);
    if (answer->stream) {
        running_.push_back({request.tag, std::move(answer->stream)});
        return;
    }
    if (answer->tellsEmpty && answer->rows.empty() && options_.sendsEmpty) {
        sink_.send({ReplyKind::Empty, request.tag, {}, {}});
    }
    sendDone(request.tag, std::move(answer->done));
}

// Recorded order: the interrupted commands' !trap, the cancel's own !done, then theirs.
void Conversation::cancel(const Request& request) {
    const auto tag = request.argument("tag");
    std::vector<std::string> ended;
    std::erase_if(running_, [&](const Running& running) {
        const bool meant = !tag || tag->empty() || running.tag == *tag;
        if (meant) {
            ended.push_back(running.tag);
        }
        return meant;
    });
    for (const std::string& name : ended) {
        sink_.send({ReplyKind::Trap, name, {}, {static_cast<int>(config::kInterrupted), "interrupted"}});
    }
    sendDone(request.tag);
    for (const std::string& name : ended) {
        sendDone(name);
    }
    startPending();
}

void Conversation::poll(Nanos now) {
    bool ended = false;
    // By index: a stream's end may start a pending command, which adds to the list.
    for (std::size_t i = 0; i < running_.size();) {
        if (advance(running_[i], now)) {
            ++i;
            continue;
        }
        const std::string tag = running_[i].tag;
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        sendDone(tag);
        ended = true;
    }
    if (ended) {
        startPending();
    }
}

bool Conversation::advance(Running& running, Nanos now) {
    const auto due = running.stream->due();
    if (due && *due > now) {
        return true;
    }
    const bool congested = sink_.congested();
    if (congested && !running.stream->lossy()) {
        return true;
    }
    std::vector<Row> rows;
    const bool goesOn = running.stream->poll(now, rows);
    if (!congested) {
        sendRows(running.tag, rows);
    }
    return goesOn;
}

std::optional<Nanos> Conversation::due() const {
    std::optional<Nanos> earliest;
    for (const Running& running : running_) {
        const auto due = running.stream->due();
        if (due && (!earliest || *due < *earliest)) {
            earliest = due;
        }
    }
    return earliest;
}

void Conversation::startPending() {
    while (!pending_.empty() && !untaggedRuns()) {
        const Request request = std::move(pending_.front());
        pending_.pop_front();
        execute(request);
    }
}

bool Conversation::untaggedRuns() const {
    return std::any_of(running_.begin(), running_.end(), [](const Running& running) { return running.tag.empty(); });
}

void Conversation::refuse(const std::string& tag, core::model::Trap trap) {
    sink_.send({ReplyKind::Trap, tag, {}, std::move(trap)});
    sendDone(tag);
}

void Conversation::sendRows(const std::string& tag, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        sink_.send({ReplyKind::Row, tag, row, {}});
    }
}

void Conversation::sendDone(const std::string& tag, Row row) { sink_.send({ReplyKind::Done, tag, std::move(row), {}}); }

} // namespace agent::control
