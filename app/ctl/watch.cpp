#include "app/ctl/watch.h"

#include "app/ctl/lines.h"

#include <QDateTime>
#include <cstdio>

namespace app::ctl {

using core::workspace::LinkState;
using core::workspace::Router;

namespace {
constexpr int kLinesPerHeader = 20;
}

Watch::Watch(Router& router, const Options& options, QObject* parent)
    : QObject(parent)
    , router_(router)
    , json_(options.json)
    , left_(options.count) {
    connect(&router_, &Router::sampleAdded, this, &Watch::printSample);
    connect(&router_, &Router::stateChanged, this, &Watch::followState);
}

void Watch::printSample() {
    const core::workspace::RouterState& state = router_.state();
    if (!state.rates) {
        return; // a gap
    }
    const Sample sample{QDateTime::currentDateTimeUtc(), router_.name().toStdString(), *state.rates, state.cpuPercent};
    if (json_) {
        print(jsonLine(sample));
    } else {
        if (printed_ % kLinesPerHeader == 0) {
            print(tableHeader());
        }
        print(tableLine(sample));
    }
    ++printed_;
    if (left_ > 0 && --left_ == 0) {
        Q_EMIT finished(kDone);
    }
}

void Watch::followState() {
    const core::workspace::RouterState& state = router_.state();
    if (state.message != lastMessage_) {
        lastMessage_ = state.message;
        if (!lastMessage_.isEmpty()) {
            std::fprintf(stderr, "pathscopectl: %s\n", qUtf8Printable(lastMessage_));
        }
    }
    if (state.link == LinkState::Online) {
        if (!wasOnline_ && state.security == core::workspace::LinkSecurity::Unverified) {
            warnOfNewPeer(state);
        }
        wasOnline_ = true;
    } else if (state.peerAlarm) {
        std::fprintf(stderr, "pathscopectl: to trust the new one: --trust-fingerprint %s\n", qUtf8Printable(state.peerAlarm->seen));
        Q_EMIT finished(kNoRouter);
    } else if (state.link == LinkState::Failed || (state.link == LinkState::Reconnecting && !wasOnline_)) {
        Q_EMIT finished(kNoRouter);
    }
}

void Watch::warnOfNewPeer(const core::workspace::RouterState& state) {
    if (state.peerFingerprint.isEmpty()) {
        std::fputs("pathscopectl: warning: the connection is encrypted, but nothing proves who is at the other end.\n", stderr);
        return;
    }
    std::fprintf(stderr, "pathscopectl: this router is seen for the first time and is remembered by its fingerprint, SHA-256 %s\n",
                 qUtf8Printable(state.peerFingerprint));
}

void Watch::print(const std::string& line) {
    if (std::puts(line.c_str()) == EOF || std::fflush(stdout) != 0) {
        Q_EMIT finished(kDone); // nobody reads on
    }
}

} // namespace app::ctl
