#include "core/twin/rehearsal_process.h"

#include "core/twin/agent_program.h"
#include "core/twin/rehearsal_job.h"

#include <csignal>
#include <sys/prctl.h>

namespace core::twin {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Rehearsed;

RehearsalProcess::RehearsalProcess(QObject* parent)
    : QObject(parent) {
    connect(&process_, &QProcess::readyReadStandardOutput, this, &RehearsalProcess::readOutput);
    connect(&process_, &QProcess::finished, this, &RehearsalProcess::ended);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            answer(fail(ErrorCode::Io, "The agent " + process_.program().toStdString() + " could not be started.", process_.errorString().toStdString()));
        }
    });
}

RehearsalProcess::~RehearsalProcess() {
    constexpr int kGraceMs = 500;
    process_.disconnect(this);
    cancel();
    if (process_.state() != QProcess::NotRunning && !process_.waitForFinished(kGraceMs)) {
        process_.kill();
        process_.waitForFinished(kGraceMs);
    }
    answer(fail(ErrorCode::Cancelled, "The rehearsal was stopped."));
}

QCoro::Task<Result<Rehearsed>> RehearsalProcess::run(QByteArray job) {
    const Result<QString> program = findAgentProgram();
    if (!program) {
        co_return tl::unexpected(program.error());
    }
    output_.clear();
    error_.clear();
    result_.reset();
    cancelled_ = false;
    core::base::Completion<Result<Rehearsed>> done;
    pending_ = done;
    process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); }); // however this program ends
    process_.start(*program, {QStringLiteral("--rehearse"), QStringLiteral("-")});
    process_.write(job);
    process_.closeWriteChannel();
    // `this` may be gone when the answer is an error.
    Result<Rehearsed> result = co_await done;
    co_return result;
}

void RehearsalProcess::cancel() {
    cancelled_ = true;
    if (process_.state() != QProcess::NotRunning) {
        process_.terminate();
    }
}

void RehearsalProcess::readOutput() {
    output_ += process_.readAllStandardOutput();
    for (qsizetype newline = output_.indexOf('\n'); newline >= 0; newline = output_.indexOf('\n')) {
        JobLine line = readJobLine(output_.left(newline));
        output_.remove(0, newline + 1);
        if (line.progress) {
            Q_EMIT progressed(*line.progress);
        }
        if (line.error) {
            error_ = std::move(*line.error);
        }
        if (line.result) {
            result_ = std::move(line.result);
        }
    }
}

void RehearsalProcess::ended() {
    readOutput();
    if (result_) {
        answer(std::move(*result_));
    } else if (cancelled_) {
        answer(fail(ErrorCode::Cancelled, "The rehearsal was stopped."));
    } else if (!error_.empty()) {
        answer(fail(ErrorCode::InvalidInput, error_));
    } else {
        answer(fail(ErrorCode::Io, "The agent ended before the rehearsal was done.", process_.readAllStandardError().trimmed().toStdString()));
    }
}

void RehearsalProcess::answer(Result<Rehearsed> result) {
    if (!pending_) {
        return;
    }
    auto done = *pending_;
    pending_.reset();
    done.resolve(std::move(result));
}

} // namespace core::twin
