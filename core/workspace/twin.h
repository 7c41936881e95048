// Tries one configuration on the twin: as it is and with a change, with traffic of choice, on its board or another; state() is the picture to
// draw. A newer question voids an older one that is still on its way, and ends its processes. GUI thread; nothing here blocks.
//
//   Twin twin(explanation);                       // of an export, a lab or a router: the configuration it has read
//   twin.run(request);
//   QObject::connect(&twin, &Twin::changed, …);   twin.state().prediction
#pragma once

#include "core/model/plan.h"
#include "core/workspace/explanation.h"
#include "core/workspace/predict.h"
#include "core/workspace/twin_state.h"

#include <QElapsedTimer>
#include <QObject>
#include <memory>

namespace core::workspace {

class Twin : public QObject {
    Q_OBJECT
public:
    // The explanation outlives it.
    explicit Twin(Explanation& explanation, QObject* parent = nullptr);
    ~Twin() override;

    [[nodiscard]] const TwinState& state() const { return state_; }

    // What the router carries now, to be put into a request's mix; absent: it is a file, or nothing is known of that.
    [[nodiscard]] const std::optional<core::model::LearnedTraffic>& learn();

    // request.config is filled in here, and read first where nobody has. request.board empty: the one the configuration is explained on.
    // `plan`: its commands become the request's change, with items called as the twin calls them.
    void run(core::model::PredictionRequest request, std::optional<core::model::Plan> plan = {});
    // The same traffic on every board there are costs of, the configuration with the change when there is one. A board that lacks the ports says so.
    void tryBoards(core::model::PredictionRequest request, std::optional<core::model::Plan> plan = {});
    void cancel();

Q_SIGNALS:
    void changed();

private:
    struct Prepared;
    using Done = std::function<void(core::base::Result<core::model::Prediction>)>;
    // Works out what is needed in a thread of the pool, then runs; `done` only while `generation` is the newest of `counter`.
    void predict(core::model::PredictionRequest request, std::unique_ptr<core::twin::PredictionJob>& slot, const int& counter, Done done);
    void carry(const std::shared_ptr<Prepared>& prepared, std::unique_ptr<core::twin::PredictionJob>& slot, const int& counter, int generation, const Done& done);
    // Now, or as soon as the configuration has been read; a newer question takes its place.
    void whenRead(std::function<void()> next);
    void followReading();
    void addChange(core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) const;
    void start(core::model::PredictionRequest request);
    void tryNext(core::model::PredictionRequest request, std::vector<std::string> left);
    void addDisagreements(PredictionGrounds& grounds, const core::model::PredictionRequest& request, const core::model::Prediction& prediction) const;

    Explanation& explanation_;
    TwinState state_;
    std::unique_ptr<core::twin::PredictionJob> job_, boardJob_;
    std::optional<core::model::LearnedTraffic> learned_, counted_; // the newest; that of the newest question
    int running_ = 0, trying_ = 0; // the newest of each
    std::function<void()> whenRead_;
    QElapsedTimer since_;
};

// Where a running router's own counters say something else than the twin did with the same traffic, a sentence each. Pure.
[[nodiscard]] std::vector<std::string> disagreements(const core::model::LearnedTraffic& counted, const core::model::Prediction& prediction);

} // namespace core::workspace
