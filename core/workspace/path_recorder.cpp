#include "core/workspace/path_recorder.h"

#include "core/workspace/user_store.h"

#include <QDateTime>
#include <QThreadPool>
#include <cmath>

namespace core::workspace {

using core::base::kSecond;
using core::store::PathLog;
using core::store::PathMinute;

namespace {

constexpr std::int64_t kKept = 90 * 24 * 60; // minutes

std::int64_t minuteNow() {
    return QDateTime::currentMSecsSinceEpoch() / 60'000;
}

void write(const QString& router, const PathMinute& minute) {
    QThreadPool::globalInstance()->start([name = router.toStdString(), minute] {
        if (const auto store = userStore()) {
            static_cast<void>(PathLog(*store).add(name, minute));
        }
    });
}

} // namespace

std::optional<PathMinute> PathMinuteSum::add(const core::model::RateSample& sample, std::int64_t minute) {
    std::optional<PathMinute> over;
    if (minute != sum_.minute) {
        over = sofar();
        sum_ = {};
        sum_.minute = minute;
        seconds_ = 0;
    }
    const double seconds = static_cast<double>(sample.elapsed) / static_cast<double>(kSecond);
    for (std::size_t i = 0; i < sum_.bytes.size(); ++i) {
        sum_.bytes[i] += sample.paths.byPath[i].bps / 8 * seconds;
    }
    sum_.unattributedBytes += sample.paths.unattributed.bps / 8 * seconds;
    seconds_ += seconds;
    return over;
}

std::optional<PathMinute> PathMinuteSum::sofar() const {
    PathMinute out = sum_;
    out.seconds = std::min(60, static_cast<int>(std::lround(seconds_)));
    return out.seconds > 0 ? std::optional(out) : std::nullopt;
}

PathRecorder::PathRecorder(Workspace& workspace, QObject* parent)
    : QObject(parent) {
    connect(&workspace, &Workspace::routerAdded, this, &PathRecorder::follow);
    connect(&workspace, &Workspace::routerRemoved, this, &PathRecorder::finish);
    for (Router* router : workspace.routers()) {
        follow(router);
    }
    QThreadPool::globalInstance()->start([before = minuteNow() - kKept] {
        if (const auto store = userStore()) {
            static_cast<void>(PathLog(*store).forgetBefore(before));
        }
    });
}

PathRecorder::~PathRecorder() {
    for (const auto& [router, watched] : watched_) {
        if (const auto rest = watched.sum.sofar()) {
            write(watched.name, *rest);
        }
    }
}

void PathRecorder::follow(Router* router) {
    watched_[router].name = router->journalName();
    connect(router, &Router::sampleAdded, this, [this, router] {
        const auto at = watched_.find(router);
        if (at == watched_.end() || router->history().empty() || router->history().back().elapsed <= 0) {
            return;
        }
        if (const auto over = at->second.sum.add(router->history().back(), minuteNow())) {
            write(at->second.name, *over);
        }
    });
}

void PathRecorder::finish(Router* router) {
    if (const auto at = watched_.find(router); at != watched_.end()) {
        if (const auto rest = at->second.sum.sofar()) {
            write(at->second.name, *rest);
        }
        watched_.erase(at);
    }
}

} // namespace core::workspace
