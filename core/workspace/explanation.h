// Reads a configuration, has the doctor look at it and packets followed through it, all in threads of the pool; state() is the picture to
// draw. A newer reading, board or packet voids an older one that is still on its way. GUI thread; nothing here blocks.
//
//   explanation->read();
//   QObject::connect(explanation, &Explanation::changed, …);      explanation->state().explained->diagnosis
//   explanation->follow({.from = "bridge", .to = "ether1"});
//   QObject::connect(explanation, &Explanation::walkChanged, …);  explanation->state().walk
#pragma once

#include "core/model/learned_traffic.h"
#include "core/workspace/cost_reading.h"
#include "core/workspace/explained_config.h"

#include <QObject>
#include <functional>

namespace core::workspace {

class Explanation : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] const ExplainState& state() const { return state_; }
    // What state() explains; null: nothing yet.
    [[nodiscard]] const ExplainedConfig::Ptr& config() const { return config_; }
    // What the router carries now; absent: it is a file, or nothing is known of that.
    [[nodiscard]] virtual std::optional<core::model::LearnedTraffic> learnedTraffic() const { return std::nullopt; }
    // What its processor does for that; absent as above, or it is too little to tell.
    [[nodiscard]] virtual std::optional<CostReading> costReading() const { return std::nullopt; }
    // The configuration anew. What was known of it before stays to be seen until the answer is there.
    virtual void read() = 0;
    // Model; empty: what the configuration says.
    void chooseBoard(const QString& model);
    // Both ends are needed; without a configuration nothing happens. Followed again whenever the configuration is read anew.
    void follow(const core::model::PathQuestion& question);
    // Plans the fix of a finding and calls `done` with it, later. Nothing happens without a configuration.
    void planFix(const std::string& finding, const FixFill& fill, std::function<void(const core::base::Result<PlannedFix>&)> done);

Q_SIGNALS:
    void changed();
    void walkChanged();

protected:
    using Reading = std::function<core::base::Result<ConfigInput>()>;

    Explanation(bool fromRouter, QObject* parent);
    // Says that the configuration is on its way; whatever was on its way before counts no more.
    void beginReading();
    // Gets the configuration in a thread of the pool and has it explained.
    void explain(Reading reading);
    // Our walk of the newest packet is there: somebody who can see what packets do may add it under the same number.
    virtual void walked(int number, const core::model::PathQuestion& question);
    void addTaken(int number, const core::base::Result<core::model::TakenWalks>& taken);
    void failReading(const core::base::Error& error);

private:
    struct Outcome;
    void take(int generation, const Outcome& outcome);

    ExplainState state_;
    ExplainedConfig::Ptr config_;
    int reading_ = 0, walking_ = 0; // the newest of each
};

} // namespace core::workspace
