// A load made by a program of the user's: iperf3, irtt or flent, each against its own server. See load.h.
#pragma once

#include "core/base/completion.h"
#include "core/load/load.h"

#include <QProcess>
#include <QTemporaryDir>

namespace core::load {

class ToolLoad final : public QObject, public Load {
    Q_OBJECT
public:
    explicit ToolLoad(LoadRequest request);
    ~ToolLoad() override;

    // Answers when the program has not given up within a second.
    QCoro::Task<core::base::Result<void>> start(double seconds) override;
    [[nodiscard]] std::optional<core::base::Error> problem() const override { return problem_; }
    // Waits for the program to end by itself: what it measured is told then.
    QCoro::Task<core::base::Result<LoadEnd>> stop() override;

private:
    void exited();

    LoadRequest request_;
    QProcess process_;
    std::optional<QTemporaryDir> folder_;
    QByteArray output_; // when it has ended
    std::optional<core::base::Error> problem_;
    bool settled_ = false; // the first second is over
    std::int64_t startedMs_ = 0;
    std::optional<core::base::Completion<core::base::Result<void>>> waiting_;
};

// Program and arguments; `file` is where flent writes.
[[nodiscard]] QStringList toolCommand(const LoadRequest& request, double seconds, const QString& file);
// What it measured, from its output (of flent: its file). Pings of tools that do not tell the time lie behind `startedMs`. Pure.
[[nodiscard]] core::base::Result<LoadEnd> readToolOutput(Tool tool, const QByteArray& output, std::int64_t startedMs);

} // namespace core::load
