#include "core/twin/agent_process.h"

#include "core/twin/agent_program.h"

#include <QProcessEnvironment>
#include <QRandomGenerator>
#include <string_view>

namespace core::twin {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr int kGraceMs = 500;
constexpr qsizetype kKeptErrors = 4096;

std::string randomPassword() {
    constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    std::string password;
    for (int i = 0; i < 24; ++i) {
        password += letters[QRandomGenerator::system()->bounded(static_cast<quint32>(letters.size()))];
    }
    return password;
}

} // namespace

AgentProcess::AgentProcess(QString lab, std::chrono::milliseconds startTimeout, QObject* parent)
    : QObject(parent)
    , lab_(std::move(lab))
    , startTimeout_(startTimeout) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this] {
        process_.kill();
        answer(fail(ErrorCode::Timeout, "The agent did not get ready within " + std::to_string(startTimeout_.count() / 1000) + " s.",
                    lastWords()));
    });
    connect(&process_, &QProcess::readyReadStandardOutput, this, &AgentProcess::readOutput);
    connect(&process_, &QProcess::readyReadStandardError, this,
            [this] { errors_ = (errors_ + process_.readAllStandardError()).right(kKeptErrors); });
    connect(&process_, &QProcess::finished, this, &AgentProcess::ended);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            answer(fail(ErrorCode::Io, "The agent " + process_.program().toStdString() + " could not be started.",
                        process_.errorString().toStdString()));
        }
    });
}

AgentProcess::~AgentProcess() {
    process_.disconnect(this);
    stop();
    if (process_.state() != QProcess::NotRunning && !process_.waitForFinished(kGraceMs)) {
        process_.kill();
        process_.waitForFinished(kGraceMs);
    }
    answer(fail(ErrorCode::Cancelled, "The agent was stopped."));
}

QCoro::Task<Result<AgentAddress>> AgentProcess::start() {
    if (isRunning() && address_.port != 0) {
        co_return address_;
    }
    const Result<QString> program = findAgentProgram();
    if (!program) {
        co_return tl::unexpected(program.error());
    }
    address_ = {0, "pathscope", randomPassword()};
    output_.clear();
    errors_.clear();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATHSCOPE_AGENT_PASSWORD"), QString::fromStdString(address_.password));
    process_.setProcessEnvironment(environment);
    process_.setProgram(*program);
    process_.setArguments({QStringLiteral("--lab"), lab_, QStringLiteral("--api-port"), QStringLiteral("0"), QStringLiteral("--user"),
                           QString::fromStdString(address_.user), QStringLiteral("--exit-with-parent")});
    core::base::Completion<Result<AgentAddress>> ready;
    pending_ = ready;
    timer_.start(startTimeout_);
    process_.start();
    // `this` may be gone when the answer is an error.
    Result<AgentAddress> result = co_await ready;
    co_return result;
}

void AgentProcess::readOutput() {
    output_ += process_.readAllStandardOutput();
    while (true) {
        const qsizetype newline = output_.indexOf('\n');
        if (newline < 0) {
            return;
        }
        const QByteArray line = output_.left(newline);
        output_.remove(0, newline + 1);
        if (const auto port = readyPort(line)) {
            address_.port = *port;
            answer(address_);
            return;
        }
    }
}

void AgentProcess::ended() {
    address_.port = 0;
    errors_ = (errors_ + process_.readAllStandardError()).right(kKeptErrors);
    std::string words = lastWords();
    if (constexpr std::string_view name = "pathscope-agent: "; words.starts_with(name)) {
        words.erase(0, name.size());
    }
    answer(fail(ErrorCode::InvalidInput, words.empty() ? "The agent ended before it was ready, without a word." : words));
}

void AgentProcess::answer(Result<AgentAddress> result) {
    timer_.stop();
    if (!pending_) {
        return;
    }
    // The resumed coroutine may start again, or destroy this object.
    auto ready = *pending_;
    pending_.reset();
    ready.resolve(std::move(result));
}

void AgentProcess::stop() {
    if (process_.state() != QProcess::NotRunning) {
        process_.closeWriteChannel(); // the agent ends when its standard input does
        process_.terminate();
    }
}

bool AgentProcess::isRunning() const {
    return process_.state() == QProcess::Running;
}

std::string AgentProcess::lastWords() const {
    return errors_.trimmed().toStdString();
}

} // namespace core::twin
