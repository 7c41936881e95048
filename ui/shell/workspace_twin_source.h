// A core::workspace::Twin as the Twin page sees it. GUI thread.
#pragma once

#include "core/workspace/twin.h"
#include "ui/pages/twin_source.h"

#include <functional>

namespace ui {

class WorkspaceTwinSource final : public TwinSource {
    Q_OBJECT
public:
    // The explanation outlives it. `canRead`: whether the configuration can be had right now; none: always.
    WorkspaceTwinSource(core::workspace::Explanation& explanation, std::function<bool()> canRead, QObject* parent = nullptr);

    [[nodiscard]] const core::workspace::TwinState& state() const override { return twin_.state(); }
    [[nodiscard]] bool canRun() const override { return explanation_.config() || !canRead_ || canRead_(); }
    [[nodiscard]] QStringList boards() const override;
    [[nodiscard]] QString board() const override;
    [[nodiscard]] std::vector<std::string> places() const override;
    [[nodiscard]] std::optional<core::model::LearnedTraffic> learn() override { return twin_.learn(); }
    void run(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) override { twin_.run(request, plan); }
    void tryBoards(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) override { twin_.tryBoards(request, plan); }
    void cancel() override { twin_.cancel(); }

private:
    core::workspace::Explanation& explanation_;
    std::function<bool()> canRead_;
    core::workspace::Twin twin_;
};

} // namespace ui
