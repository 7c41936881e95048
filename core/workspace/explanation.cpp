#include "core/workspace/explanation.h"

#include "core/workspace/background.h"
#include "core/workspace/config_files.h"
#include "core/workspace/display_text.h"
#include "core/workspace/doctor.h"

namespace core::workspace {

using core::base::Result;

// What a thread of the pool found out.
struct Explanation::Outcome {
    Result<ExplainedConfig::Ptr> config;
    std::vector<ConfigProblem> rejected;
};

Explanation::Explanation(bool fromRouter, QObject* parent)
    : QObject(parent) {
    state_.fromRouter = fromRouter;
}

void Explanation::beginReading() {
    ++reading_;
    state_.phase = ExplainState::Phase::Reading;
    Q_EMIT changed();
}

void Explanation::explain(Reading reading) {
    beginReading();
    inBackground(
        this,
        [reading = std::move(reading), board = state_.board.toStdString()] {
            auto input = reading();
            if (!input) {
                return std::make_shared<const Outcome>(Outcome{tl::unexpected(input.error()), {}});
            }
            if (!board.empty()) {
                input->board = board;
            }
            std::vector<ConfigProblem> rejected;
            if (input->config.items == 0) {
                rejected = problemsOf(input->config);
            }
            return std::make_shared<const Outcome>(Outcome{ExplainedConfig::make(std::move(*input)), std::move(rejected)});
        },
        [this, generation = reading_](const std::shared_ptr<const Outcome>& outcome) { take(generation, *outcome); });
}

void Explanation::take(int generation, const Outcome& outcome) {
    if (generation != reading_) {
        return;
    }
    state_.rejected = outcome.rejected;
    if (!outcome.config) {
        failReading(outcome.config.error());
        return;
    }
    config_ = *outcome.config;
    state_.phase = ExplainState::Phase::Ready;
    state_.message.clear();
    state_.explained = config_->explained();
    state_.readAt = QDateTime::currentDateTime();
    Q_EMIT changed();
    if (state_.walk) {
        follow(state_.walk->question);
    }
}

void Explanation::failReading(const core::base::Error& error) {
    state_.phase = ExplainState::Phase::Failed;
    state_.message = displayText(error.describe());
    Q_EMIT changed();
}

void Explanation::chooseBoard(const QString& model) {
    if (state_.board == model) {
        return;
    }
    state_.board = model;
    if (!config_) {
        Q_EMIT changed();
        return;
    }
    beginReading();
    inBackground(
        this,
        [config = config_, board = model.toStdString()] { return std::make_shared<const Outcome>(Outcome{config->withBoard(board), {}}); },
        [this, generation = reading_, readAt = state_.readAt](const std::shared_ptr<const Outcome>& outcome) {
            take(generation, *outcome);
            if (generation == reading_) {
                state_.readAt = readAt; // the configuration itself is as old as it was
            }
        });
}

void Explanation::follow(const core::model::PathQuestion& question) {
    if (!config_) {
        return;
    }
    state_.following = true;
    inBackground(
        this, [config = config_, question] { return std::make_shared<const FollowedPacket>(FollowedPacket{question, config->follow(question)}); },
        [this, generation = ++walking_](const std::shared_ptr<const FollowedPacket>& walk) {
            if (generation != walking_) {
                return;
            }
            state_.walk = walk;
            state_.following = false;
            Q_EMIT walkChanged();
            if (walk->trace) {
                walked(generation, walk->question);
            }
        });
}

void Explanation::planFix(const std::string& finding, const FixFill& fill, std::function<void(const Result<PlannedFix>&)> done) {
    if (config_) {
        inBackground(
            this, [config = config_, finding, fill] { return std::make_shared<const Result<PlannedFix>>(config->planFix(finding, fill)); },
            [done = std::move(done)](const std::shared_ptr<const Result<PlannedFix>>& fix) { done(*fix); });
    }
}

void Explanation::walked(int, const core::model::PathQuestion&) {}

void Explanation::addTaken(int number, const Result<core::model::TakenWalks>& taken) {
    if (number != walking_ || !state_.walk || !state_.walk->trace) {
        return;
    }
    auto both = std::make_shared<FollowedPacket>(*state_.walk);
    if (taken && taken->first) {
        both->firstDifference = compareWalks(both->trace->first, *taken->first);
    }
    if (taken && taken->later) {
        both->laterDifference = compareWalks(both->trace->later, *taken->later);
    }
    both->taken = taken;
    state_.walk = std::move(both);
    Q_EMIT walkChanged();
}

} // namespace core::workspace
