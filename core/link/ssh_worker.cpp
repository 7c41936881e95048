#include "core/link/ssh_worker.h"

#include "core/link/ssh_connection.h"

#include <condition_variable>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr auto kPatience = std::chrono::seconds(2); // for the thread to notice that the socket was shut down

} // namespace

// Shared with the thread, which may outlive the worker by what a key agent takes to answer, and with what is posted: a handler may end the
// worker that called it.
struct SshWorker::State : std::enable_shared_from_this<State> {
    SshLogin login;
    Handlers handlers;
    Post post;
    int wake = -1;
    std::atomic<bool> stopping = false;
    std::mutex mutex;
    std::condition_variable ended;
    bool hasEnded = false;
    std::deque<SshCommand> queue;
    std::vector<std::uint64_t> abandoned;

    ~State() {
        ::close(login.descriptor);
        ::close(wake);
    }
    void tell(std::function<void()> what) {
        if (!stopping) {
            post(std::move(what));
        }
    }
    void ring() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(wake, &one, sizeof one);
    }
    std::deque<SshCommand> takeQueue() {
        const std::lock_guard lock(mutex);
        return std::exchange(queue, {});
    }
    std::vector<std::uint64_t> takeAbandoned() {
        const std::lock_guard lock(mutex);
        return std::exchange(abandoned, {});
    }
    void work();
    void serve(SshConnection& connection);
};

void SshWorker::State::work() {
    SshConnection connection(login, wake);
    SshOpened opened = connection.open();
    const bool in = opened.result.has_value();
    tell([self = shared_from_this(), opened = std::move(opened)]() mutable { self->handlers.opened(std::move(opened)); });
    if (in) {
        serve(connection);
    }
}

void SshWorker::State::serve(SshConnection& connection) {
    std::deque<SshCommand> waiting;
    while (!stopping) {
        for (SshCommand& command : takeQueue()) {
            waiting.push_back(std::move(command));
        }
        for (const std::uint64_t id : takeAbandoned()) {
            connection.drop(id);
            std::erase_if(waiting, [id](const SshCommand& command) { return command.id == id; });
        }
        while (!waiting.empty() && connection.running() < kSshChannelsAtOnce) {
            if (std::optional<Error> refusal = connection.start(waiting.front())) {
                tell([self = shared_from_this(), id = waiting.front().id, error = std::move(*refusal)] {
                    self->handlers.finished(id, tl::unexpected(error));
                });
            }
            waiting.pop_front();
        }
        for (SshConnection::Finished& finished : connection.collect()) {
            tell([self = shared_from_this(), id = finished.id, output = std::move(finished.output)]() mutable {
                self->handlers.finished(id, std::move(output));
            });
        }
        if (!connection.alive()) {
            tell([self = shared_from_this(), error = connection.lossError()] { self->handlers.lost(error); });
            return;
        }
        if (waiting.empty() || connection.running() >= kSshChannelsAtOnce) {
            connection.wait();
        }
    }
}

SshWorker::SshWorker(SshLogin login, Handlers handlers, Post post)
    : state_(std::make_shared<State>()) {
    state_->login = std::move(login);
    state_->handlers = std::move(handlers);
    state_->post = std::move(post);
    state_->wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    std::thread([state = state_] {
        state->work();
        const std::lock_guard lock(state->mutex);
        state->hasEnded = true;
        state->ended.notify_all();
    }).detach();
}

SshWorker::~SshWorker() {
    stop();
    std::unique_lock lock(state_->mutex);
    state_->ended.wait_for(lock, kPatience, [this] { return state_->hasEnded; });
}

void SshWorker::run(std::uint64_t id, std::string command) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->queue.push_back({id, std::move(command)});
    }
    state_->ring();
}

void SshWorker::abandon(std::uint64_t id) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->abandoned.push_back(id);
    }
    state_->ring();
}

void SshWorker::stop() {
    state_->stopping = true;
    ::shutdown(state_->login.descriptor, SHUT_RDWR);
    state_->ring();
}

} // namespace core::link
