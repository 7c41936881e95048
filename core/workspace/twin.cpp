#include "core/workspace/twin.h"

#include "core/workspace/background.h"
#include "core/workspace/display_text.h"
#include "core/workspace/refine.h"
#include "core/workspace/twin_commands.h"

#include <QCoroTask>
#include <algorithm>
#include <cmath>
#include <utility>

namespace core::workspace {

using core::base::Result;
using core::model::Prediction;
using core::model::PredictionRequest;
using core::twin::PredictionJob;
using Phase = TwinState::Phase;

namespace {

constexpr double kSharesDiffer = 0.25; // of the traffic
constexpr double kCoresDiffer = 25;    // percent points

std::string percent(double share) {
    return std::to_string(std::lround(share * 100)) + " %";
}

Result<PredictionGrounds> noBoard() {
    return core::base::fail(core::base::ErrorCode::InvalidInput, "The configuration names no board. Choose one to try it on.");
}

} // namespace

struct Twin::Prepared {
    PredictionRequest request;
    Result<PredictionGrounds> grounds;
};

std::vector<std::string> disagreements(const core::model::LearnedTraffic& counted, const Prediction& prediction) {
    std::vector<std::string> out;
    const double fast = prediction.now.fastShare.median, busiest = prediction.now.busiestCore.median;
    if (std::abs(counted.fastShare - fast) > kSharesDiffer) {
        out.push_back("the router's counters have " + percent(counted.fastShare) + " of the traffic on fast paths, the twin " + percent(fast));
    }
    if (std::abs(counted.busiestCore - busiest) > kCoresDiffer) {
        out.push_back("the router's busiest core is at " + percent(counted.busiestCore / 100) + ", the twin's at " + percent(busiest / 100));
    }
    return out;
}

Twin::Twin(Explanation& explanation, QObject* parent)
    : QObject(parent)
    , explanation_(explanation) {
    connect(&explanation, &Explanation::changed, this, &Twin::followReading);
}

Twin::~Twin() = default;

const std::optional<core::model::LearnedTraffic>& Twin::learn() {
    learned_ = explanation_.learnedTraffic();
    return learned_;
}

void Twin::predict(PredictionRequest request, std::unique_ptr<PredictionJob>& slot, const int& counter, Done done) {
    const ExplainedConfig::Ptr config = explanation_.config();
    const int generation = counter;
    inBackground(
        this,
        [config, request = std::move(request)]() mutable {
            request.config = config->exportText();
            if (request.board.empty()) {
                request.board = config->explained()->diagnosis.board;
            }
            auto grounds = request.board.empty() ? noBoard() : groundsOf(request, config->config(), config->source());
            return std::make_shared<Prepared>(Prepared{std::move(request), std::move(grounds)});
        },
        [this, &slot, &counter, generation, done = std::move(done)](const std::shared_ptr<Prepared>& prepared) {
            if (generation != counter) {
                return;
            }
            if (!prepared->grounds) {
                done(tl::unexpected(prepared->grounds.error()));
                return;
            }
            // The router's own traffic on its own board: what its processor does for it says what its packets cost.
            const bool own = explanation_.config() && refines(explanation_.config()->explained()->statedModel, prepared->request.board);
            const auto reading = counted_ && own && &slot == &job_ ? explanation_.costReading() : std::nullopt;
            if (!reading) {
                carry(prepared, slot, counter, generation, done);
                return;
            }
            QCoro::connect(refine(prepared->request, prepared->grounds->boardFile, *reading), this, [this, &slot, &counter, generation, done, prepared](const Result<Refinement>& fit) {
                if (generation != counter) {
                    return;
                }
                const Result<std::string> text = fit ? refined(prepared->grounds->boardFile, *fit) : tl::unexpected(fit.error());
                if (text) { // else with the board's own costs, as the fidelity says
                    prepared->grounds->boardFile = *text;
                    prepared->grounds->refinement = *fit;
                }
                carry(prepared, slot, counter, generation, done);
            });
        });
}

void Twin::carry(const std::shared_ptr<Prepared>& prepared, std::unique_ptr<PredictionJob>& slot, const int& counter, int generation, const Done& done) {
    slot = std::make_unique<PredictionJob>(prepared->request, QByteArray::fromStdString(prepared->grounds->boardFile), Caching::On);
    connect(slot.get(), &PredictionJob::progressed, this, [this, &slot](double share) {
        if (&slot == &job_) {
            state_.progress = share;
            Q_EMIT changed();
        }
    });
    QCoro::connect(slot->run(), this, [this, &counter, generation, done, prepared](Result<Prediction> prediction) {
        if (generation != counter) {
            return;
        }
        if (prediction) {
            PredictionGrounds grounds = *prepared->grounds;
            addDisagreements(grounds, prepared->request, *prediction);
            prediction->fidelity = fidelityOf(*prediction, grounds);
        }
        done(std::move(prediction));
    });
}

// Only the router's own traffic can be held against its counters.
void Twin::addDisagreements(PredictionGrounds& grounds, const PredictionRequest& request, const Prediction& prediction) const {
    if (counted_ && counted_->parts == request.mix) {
        grounds.disagreements = disagreements(*counted_, prediction);
    }
}

void Twin::whenRead(std::function<void()> next) {
    if (explanation_.config()) {
        next();
        return;
    }
    whenRead_ = std::move(next);
    if (explanation_.state().phase != ExplainState::Phase::Reading) {
        explanation_.read();
    }
}

void Twin::followReading() {
    if (!whenRead_) {
        return;
    }
    if (explanation_.config()) {
        std::exchange(whenRead_, {})();
    } else if (explanation_.state().phase == ExplainState::Phase::Failed) {
        whenRead_ = {};
        state_.phase = Phase::Failed;
        state_.tryingBoards = false;
        state_.message = explanation_.state().message;
        Q_EMIT changed();
    }
}

void Twin::addChange(PredictionRequest& request, const std::optional<core::model::Plan>& plan) const {
    if (plan) {
        request.change = twinCommands(*plan, explanation_.config()->live());
    }
}

void Twin::run(PredictionRequest request, std::optional<core::model::Plan> plan) {
    ++running_;
    job_.reset();
    counted_ = learned_ && learned_->parts == request.mix ? learned_ : std::nullopt;
    state_.asked = request;
    state_.progress = 0;
    state_.message.clear();
    state_.phase = Phase::Running;
    since_.start();
    Q_EMIT changed();
    whenRead([this, request = std::move(request), plan = std::move(plan)]() mutable {
        addChange(request, plan);
        state_.asked = request;
        start(std::move(request));
    });
}

void Twin::start(PredictionRequest request) {
    predict(std::move(request), job_, running_, [this](Result<Prediction> prediction) {
        state_.took = since_.nsecsElapsed();
        if (prediction) {
            state_.phase = Phase::Done;
            state_.known = job_ && job_->wasKnown();
            state_.prediction = std::make_shared<const Prediction>(std::move(*prediction));
        } else {
            state_.phase = Phase::Failed;
            state_.message = displayText(prediction.error().describe());
        }
        Q_EMIT changed();
    });
}

void Twin::tryBoards(PredictionRequest request, std::optional<core::model::Plan> plan) {
    ++trying_;
    boardJob_.reset();
    state_.boards.clear();
    state_.tryingBoards = true;
    Q_EMIT changed();
    whenRead([this, request = std::move(request), plan = std::move(plan)]() mutable {
        addChange(request, plan);
        tryNext(std::move(request), twinBoards());
    });
}

void Twin::tryNext(PredictionRequest request, std::vector<std::string> left) {
    if (left.empty()) {
        state_.tryingBoards = false;
        Q_EMIT changed();
        return;
    }
    PredictionRequest one = request;
    one.board = left.front();
    left.erase(left.begin());
    predict(one, boardJob_, trying_, [this, request = std::move(request), left = std::move(left), board = one.board](Result<Prediction> prediction) {
        BoardTrial trial{board, std::nullopt, {}};
        if (prediction) {
            trial.predicted = prediction->change ? prediction->change : std::optional(prediction->now);
        } else {
            trial.problem = prediction.error().describe();
        }
        state_.boards.push_back(std::move(trial));
        std::stable_sort(state_.boards.begin(), state_.boards.end(), [](const BoardTrial& a, const BoardTrial& b) {
            const auto rank = [](const BoardTrial& each) { return each.predicted ? each.predicted->throughputBps.median : -1; };
            return rank(a) > rank(b);
        });
        Q_EMIT changed();
        // From the event loop: the job whose answer this is may go then.
        QMetaObject::invokeMethod(
            this, [this, request, left, generation = trying_] { generation == trying_ ? tryNext(request, left) : void(); }, Qt::QueuedConnection);
    });
}

void Twin::cancel() {
    ++running_;
    ++trying_;
    whenRead_ = {};
    job_.reset();
    boardJob_.reset();
    state_.tryingBoards = false;
    if (state_.phase == Phase::Running) {
        state_.phase = Phase::Stopped;
    }
    Q_EMIT changed();
}

} // namespace core::workspace
