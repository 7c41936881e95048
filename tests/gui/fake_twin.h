// A TwinSource whose every answer the test sets by hand.
#pragma once

#include "ui/pages/twin_source.h"

namespace testing {

class FakeTwin : public ui::TwinSource {
    Q_OBJECT
public:
    core::workspace::TwinState current;
    bool runnable = true;
    QString own = QStringLiteral("RB760iGS");
    std::vector<std::string> ends{"LAN", "WAN", "ether1", "bridge"};
    std::optional<core::model::LearnedTraffic> learned;
    std::vector<core::model::PredictionRequest> runs, trials;
    std::vector<std::optional<core::model::Plan>> plans;
    int cancels = 0;

    [[nodiscard]] const core::workspace::TwinState& state() const override { return current; }
    [[nodiscard]] bool canRun() const override { return runnable; }
    [[nodiscard]] QStringList boards() const override { return {QStringLiteral("RB760iGS"), QStringLiteral("RB5009UG+S+")}; }
    [[nodiscard]] QString board() const override { return own; }
    [[nodiscard]] std::vector<std::string> places() const override { return ends; }
    [[nodiscard]] std::optional<core::model::LearnedTraffic> learn() override { return learned; }
    void run(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) override {
        runs.push_back(request);
        plans.push_back(plan);
    }
    void tryBoards(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>&) override { trials.push_back(request); }
    void cancel() override { ++cancels; }
};

} // namespace testing
