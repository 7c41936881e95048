// One rehearsal in a process of its own.
//
//   RehearsalProcess process;
//   connect(&process, &RehearsalProcess::progressed, …);
//   Result<Rehearsed> result = co_await process.run(job);
//
// NotFound: no agent. InvalidInput: the agent refuses the job, in its own words. Cancelled: cancel(), or this object ended; the process ends with
// it, and when this program does. GUI thread; nothing blocks but the destructor, half a second at most.
#pragma once

#include "core/base/completion.h"
#include "core/base/result.h"
#include "core/model/prediction.h"

#include <QCoroTask>
#include <QObject>
#include <QProcess>
#include <optional>

namespace core::twin {

class RehearsalProcess : public QObject {
    Q_OBJECT
public:
    explicit RehearsalProcess(QObject* parent = nullptr);
    ~RehearsalProcess() override;

    // One call at a time.
    QCoro::Task<core::base::Result<core::model::Rehearsed>> run(QByteArray job);
    void cancel();

Q_SIGNALS:
    void progressed(double share); // 0…1

private:
    void readOutput();
    void ended();
    void answer(core::base::Result<core::model::Rehearsed> result);

    QProcess process_;
    QByteArray output_;
    std::optional<core::model::Rehearsed> result_;
    std::string error_;
    bool cancelled_ = false;
    std::optional<core::base::Completion<core::base::Result<core::model::Rehearsed>>> pending_; // an answer still owed by run()
};

} // namespace core::twin
