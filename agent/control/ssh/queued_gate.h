// The gate of the SSH door: jobs of session threads, run one by one in the control thread's event loop.
//
//   QueuedGate gate(plane.context());           // on the control thread
//   gate.call([](Context& c) { … });            // on any other thread: waits for its turn
//   gate.close();                               // before the context goes: whoever waits is told that it was in vain
//
// Belongs to the thread it was made on; call() is for the others (on its own thread it runs the job at once).
#pragma once

#include "agent/control/cli/control_gate.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace agent::control {

class QueuedGate final : public QObject, public ControlGate {
    Q_OBJECT
public:
    explicit QueuedGate(Context& context, QObject* parent = nullptr) : QObject(parent), context_(context) {}
    ~QueuedGate() override { close(); }

    bool call(const Job& job) override;
    void close();

Q_SIGNALS:
    // Jobs were run: streams of other doors may have something to say.
    void acted();

private:
    struct Waiting {
        const Job* job = nullptr;
        bool done = false;
    };
    void runJobs();

    Context& context_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Waiting*> waiting_; // on the stacks of the threads that wait
    bool closed_ = false;
};

} // namespace agent::control
