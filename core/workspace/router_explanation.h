// A router's own configuration explained: read over its session when it is asked for, never by itself. GUI thread.
#pragma once

#include "core/workspace/cost_meter.h"
#include "core/workspace/explanation.h"

namespace core::workspace {

class Router;

class RouterExplanation final : public Explanation {
    Q_OBJECT
public:
    // The router outlives it.
    explicit RouterExplanation(Router& router, QObject* parent = nullptr);

    // A reading that is on its way is not started twice: it takes the router a hundred answers.
    void read() override;
    [[nodiscard]] std::optional<core::model::LearnedTraffic> learnedTraffic() const override;
    [[nodiscard]] std::optional<CostReading> costReading() const override { return costs_.reading(); }

protected:
    // On an agent: what packets of this kind do there, for as long as it takes some to come by. One question at a time.
    void walked(int number, const core::model::PathQuestion& question) override;

private:
    struct Wanted {
        int number = 0;
        core::model::PathQuestion question;
    };
    void askAgent();

    Router& router_;
    CostMeter costs_;
    bool asked_ = false;
    std::optional<Wanted> wanted_;                            // the newest question nobody has asked the agent yet
    std::shared_ptr<int> newest_ = std::make_shared<int>(0); // ends an older question on the agent
    bool asking_ = false;
    // The networks of the configuration, found once for each.
    mutable ExplainedConfig::Ptr placesOf_;
    mutable std::vector<core::model::TrafficPlace> places_;
};

} // namespace core::workspace
