#include "core/load/sink_load.h"

#include "core/load/sender.h"

namespace core::load {

using core::base::Completion;
using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

SinkLoad::SinkLoad(LoadRequest request)
    : request_(std::move(request)) {
    thread_.setObjectName(QStringLiteral("load"));
}

SinkLoad::~SinkLoad() {
    thread_.quit();
    thread_.wait();
    settle(fail(ErrorCode::Cancelled, "The load was ended."));
}

void SinkLoad::settle(Result<LoadEnd> outcome) {
    if (auto waiting = std::exchange(waiting_, std::nullopt)) {
        waiting->resolve(std::move(outcome));
    }
}

QCoro::Task<Result<void>> SinkLoad::start(double) {
    thread_.quit();
    thread_.wait();
    problem_.reset();
    sender_ = new Sender(request_);
    sender_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, sender_, &QObject::deleteLater);
    connect(&thread_, &QThread::started, sender_, &Sender::start);
    connect(sender_, &Sender::started, this, [this] { settle(LoadEnd{}); });
    connect(sender_, &Sender::ended, this, [this](const LoadEnd& end) { settle(end); });
    connect(sender_, &Sender::failed, this, [this](const Error& error) {
        problem_ = error;
        settle(tl::unexpected(error));
    });
    Completion<Result<LoadEnd>> running;
    waiting_ = running;
    thread_.start();
    const Result<LoadEnd> begun = co_await running;
    co_return begun ? Result<void>{} : tl::unexpected(begun.error());
}

QCoro::Task<Result<LoadEnd>> SinkLoad::stop() {
    if (problem_) {
        co_return tl::unexpected(*problem_);
    }
    Completion<Result<LoadEnd>> over;
    waiting_ = over;
    QMetaObject::invokeMethod(sender_, &Sender::stop, Qt::QueuedConnection);
    Result<LoadEnd> end = co_await over; // `this` may be gone when that is an error
    co_return end;
}

} // namespace core::load
