#include "agent/control/rest/rest_exchange.h"

namespace agent::control {

using core::base::Nanos;
using core::model::Reply;
using core::model::ReplyKind;
using Shape = RestCall::Shape;

namespace {

constexpr std::size_t kMaxOctets = 32u << 20;

std::size_t octetsOf(const core::model::Row& row) {
    std::size_t octets = 0;
    for (const core::model::Attribute& attribute : row.attributes()) {
        octets += attribute.name.size() + attribute.value.size();
    }
    return octets;
}

} // namespace

RestExchange::RestExchange(Context& context, Caller caller, RestCall call)
    : call_(std::move(call))
    , deadline_(context.clock.now() + kRestTime)
    , conversation_(context, std::move(caller), *this, {}) {
    conversation_.submit(call_.request);
    goOn();
}

void RestExchange::send(const Reply& reply) {
    switch (reply.kind) {
    case ReplyKind::Row:
        octets_ += octetsOf(reply.row);
        if (octets_ <= kMaxOctets) {
            rows_.push_back(reply.row);
        }
        break;
    case ReplyKind::Trap:
    case ReplyKind::Fatal:
        trap_ = reply.trap;
        break;
    case ReplyKind::Done:
        done_ = reply.row;
        ended_ = true;
        break;
    case ReplyKind::Empty:
        break;
    }
}

void RestExchange::poll(Nanos now) {
    if (answer_) {
        return;
    }
    conversation_.poll(now);
    goOn();
    if (!answer_ && now >= deadline_) {
        answer_ = errorAnswer(400, "Session closed");
    }
}

Nanos RestExchange::due() const {
    const auto next = conversation_.due();
    return next && *next < deadline_ ? *next : deadline_;
}

void RestExchange::goOn() {
    if (octets_ > kMaxOctets) {
        answer_ = errorAnswer(400, "the answer is too long; ask for less with .proplist or a query");
        return;
    }
    if (!ended_ || answer_) {
        return;
    }
    if (!trap_ && call_.shape == Shape::Created) {
        readBack(std::string(done_.value("ret")));
    } else if (!trap_ && call_.shape == Shape::Changed) {
        readBack(call_.item);
    }
    answer_ = finalAnswer();
}

// The item as it is now: the print that follows a PUT or PATCH. It answers at once.
void RestExchange::readBack(std::string item) {
    rows_.clear();
    done_ = {};
    conversation_.submit(
        {call_.request.menu,
         "print",
         item.empty() ? std::vector<core::model::Attribute>() : std::vector<core::model::Attribute>{{".id", std::move(item)}},
         {},
         {}});
}

HttpAnswer RestExchange::finalAnswer() const {
    if (trap_) {
        return errorAnswer(*trap_);
    }
    switch (call_.shape) {
    case Shape::List:
        return {200, toJson(rows_)};
    case Shape::Item:
    case Shape::Changed:
        return rows_.empty() ? errorAnswer(404, "no such item") : HttpAnswer{200, toJson(rows_.front())};
    case Shape::Created:
        return rows_.empty() ? HttpAnswer{201, toJson(done_)} : HttpAnswer{201, toJson(rows_.front())};
    case Shape::Nothing:
        return {204, {}};
    case Shape::Command:
        break;
    }
    return {200, rows_.empty() && !done_.empty() ? toJson(done_) : toJson(rows_)};
}

} // namespace agent::control
