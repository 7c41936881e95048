// Work for a thread of the pool whose result is wanted in the thread of a QObject.
//
//   inBackground(this, [path] { return readAll(path); }, [this](Text text) { show(text); });
//
// `done` runs in the event loop of `context`, and not at all when the context is gone by then. The work itself always runs to its end: it
// must own what it looks at.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPromise>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace core::workspace {

template <class Work, class Done> void inBackground(QObject* context, Work work, Done done) {
    using Value = decltype(work());
    auto promise = std::make_shared<QPromise<Value>>();
    auto* watcher = new QFutureWatcher<Value>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, [watcher, done = std::move(done)]() mutable {
        watcher->deleteLater();
        done(watcher->result());
    });
    promise->start();
    watcher->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, work = std::move(work)]() mutable {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace core::workspace
