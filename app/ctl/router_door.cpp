#include "app/ctl/router_door.h"

#include "app/ctl/password.h"

#include <QEventLoop>
#include <cstdio>
#include <unistd.h>

namespace app::ctl {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::workspace::LinkState;
using core::workspace::LiveConfig;
using core::workspace::Router;

namespace {

void warnOfNewPeer(const core::workspace::RouterState& state) {
    if (state.security != core::workspace::LinkSecurity::Unverified) {
        return;
    }
    if (state.peerFingerprint.isEmpty()) {
        std::fputs("pathscopectl: warning: the connection is encrypted, but nothing proves who is at the other end.\n", stderr);
        return;
    }
    std::fprintf(stderr, "pathscopectl: this router is seen for the first time and is remembered by its fingerprint, SHA-256 %s\n",
                 qUtf8Printable(state.peerFingerprint));
}

// Online, or there is no use in waiting: a router that cannot be reached at the first try is not waited for.
bool isDecided(const core::workspace::RouterState& state) {
    return state.link == LinkState::Online || state.link == LinkState::Failed || state.link == LinkState::Reconnecting || state.peerAlarm;
}

void showProgress(std::size_t done, std::size_t of) {
    if (isatty(STDERR_FILENO) == 0) {
        return;
    }
    if (done < of) {
        std::fprintf(stderr, "\rreading the configuration: %zu of %zu", done, of);
    } else {
        std::fputs("\r\033[K", stderr); // the answer takes the line
    }
}

// Starts what `ask` asks of the router and puts the answer where the waiting loop looks.
template <class Answer, class Ask> QCoro::Task<void> askInto(Router& router, Ask ask, std::optional<Result<Answer>>& into, QEventLoop& loop) {
    Result<Answer> answer = co_await ask(router);
    into = std::move(answer);
    loop.quit();
}

} // namespace

Result<Router*> RouterDoor::open() {
    if (router_ == nullptr) {
        QString password;
        if (options_.lab.empty()) {
            const auto endpoint = options_.endpoint();
            const auto read = readPassword(options_.passwordFile, endpoint.user, endpoint.host);
            if (!read) {
                return tl::unexpected(read.error());
            }
            password = *read;
        }
        router_ = options_.lab.empty() ? workspace_.addRouter(options_.endpoint(), password)
                                       : workspace_.startLab(QString::fromStdString(options_.lab));
    }
    return connected();
}

Result<Router*> RouterDoor::connected() {
    bool stopped = false;
    if (!isDecided(router_->state())) {
        QEventLoop loop;
        QObject::connect(router_, &Router::stateChanged, &loop, [&] {
            if (isDecided(router_->state())) {
                loop.quit();
            }
        });
        QObject::connect(&signals_, &TerminationSignals::received, &loop, [&] {
            stopped = true;
            loop.quit();
        });
        loop.exec();
    }
    const core::workspace::RouterState& state = router_->state();
    if (stopped) {
        return fail(ErrorCode::Cancelled, "Interrupted.");
    }
    if (state.link == LinkState::Online) {
        warnOfNewPeer(state);
        return router_;
    }
    std::string text = state.message.toStdString();
    if (state.peerAlarm) {
        text += " To trust the new one: --trust-fingerprint " + state.peerAlarm->seen.toStdString();
    }
    return fail(ErrorCode::Unreachable, std::move(text));
}

template <class Answer, class Ask> Result<Answer> RouterDoor::waitFor(Ask ask) {
    const auto router = open();
    if (!router) {
        return tl::unexpected(router.error());
    }
    std::optional<Result<Answer>> answer;
    QEventLoop loop;
    QObject::connect(&signals_, &TerminationSignals::received, &loop, &QEventLoop::quit);
    askInto<Answer>(**router, std::move(ask), answer, loop);
    if (!answer) {
        loop.exec();
    }
    if (!answer) {
        workspace_.removeRouter(router_); // answers what still waits, while `answer` is there to take it
        router_ = nullptr;
        return fail(ErrorCode::Cancelled, "Interrupted.");
    }
    return std::move(*answer);
}

Result<LiveConfig> RouterDoor::readConfig() {
    return waitFor<LiveConfig>([](Router& router) { return router.readConfig({showProgress, {}}); });
}

Result<core::model::TakenWalks> RouterDoor::followPackets(const core::model::PathQuestion& question, std::chrono::seconds patience) {
    return waitFor<core::model::TakenWalks>([question, patience](Router& router) { return router.trace(question, {patience, {}}); });
}

Result<core::workspace::FastTracked> RouterDoor::fastTracked() {
    return waitFor<core::workspace::FastTracked>([](Router& router) { return router.fastTracked(); });
}

Result<core::model::ChangeRecord> RouterDoor::apply(const core::model::Plan& plan, core::workspace::ChangeTerms terms) {
    return waitFor<core::model::ChangeRecord>([&plan, terms](Router& router) { return router.apply(plan, terms); });
}

Result<core::model::ChangeOutcome> RouterDoor::keepChange() {
    return waitFor<core::model::ChangeOutcome>([](Router& router) { return router.keepChange(); });
}

Result<core::model::ChangeOutcome> RouterDoor::rollBackChange() {
    return waitFor<core::model::ChangeOutcome>([](Router& router) { return router.rollBackChange(); });
}

Result<core::model::ChangeOutcome> RouterDoor::concludeChange(qint64 number, bool keep) {
    return waitFor<core::model::ChangeOutcome>([number, keep](Router& router) { return router.concludeChange(number, keep); });
}

Result<core::model::Plan> RouterDoor::planUndo(qint64 number) {
    return waitFor<core::model::Plan>([number](Router& router) { return router.planUndo(number); });
}

} // namespace app::ctl
