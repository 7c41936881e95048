// One prediction as a job: progress, an end before its time, and the answer at once when the same was asked before.
//
//   auto* job = new PredictionJob(request, boardFile, Caching::On, this);
//   connect(job, &PredictionJob::progressed, …);
//   Result<Prediction> p = co_await job->run();
//
// cancel(), or the end of this object, ends the processes; run() answers Cancelled then. Keeps answers where PredictionCache::userFolder() is.
// GUI thread; nothing blocks.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"
#include "core/twin/cancellation.h"

#include <QByteArray>
#include <QCoroTask>
#include <QObject>
#include <QString>
#include <memory>

namespace core::twin {

enum class Caching { On, Off };

class PredictionJob : public QObject {
    Q_OBJECT
public:
    PredictionJob(core::model::PredictionRequest request, QByteArray boardFile, Caching caching, QObject* parent = nullptr);
    ~PredictionJob() override;

    // Once. Errors: those of predict().
    QCoro::Task<core::base::Result<core::model::Prediction>> run();
    void cancel();

    [[nodiscard]] bool wasKnown() const { return known_; } // it came from the cache
    // Why a kept answer was left out, or this one is not kept; empty: nothing went wrong.
    [[nodiscard]] const QString& cacheProblem() const { return problem_; }

Q_SIGNALS:
    void progressed(double share); // 0…1

private:
    core::model::PredictionRequest request_;
    QByteArray board_;
    Caching caching_;
    std::shared_ptr<Cancellation> stop_ = std::make_shared<Cancellation>();
    bool known_ = false;
    QString problem_;
};

} // namespace core::twin
