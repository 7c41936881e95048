#include "core/twin/prediction_job.h"

#include "core/twin/predict.h"
#include "core/twin/prediction_cache.h"

#include <QPointer>

namespace core::twin {

using core::base::Result;
using core::model::Prediction;

PredictionJob::PredictionJob(core::model::PredictionRequest request, QByteArray boardFile, Caching caching, QObject* parent)
    : QObject(parent)
    , request_(std::move(request))
    , board_(std::move(boardFile))
    , caching_(caching) {}

PredictionJob::~PredictionJob() {
    cancel();
}

void PredictionJob::cancel() {
    stop_->request();
}

QCoro::Task<Result<Prediction>> PredictionJob::run() {
    PredictionCache cache(PredictionCache::userFolder());
    QByteArray key;
    if (caching_ == Caching::On) {
        key = cacheKey(request_, board_, agentMark());
        auto known = cache.find(key);
        problem_ = cache.lastProblem();
        if (known) {
            known_ = true;
            co_return std::move(*known);
        }
    }
    const QPointer<PredictionJob> self(this); // may go while the processes run
    const auto told = [self](double share) {
        if (self) {
            Q_EMIT self->progressed(share);
        }
    };
    PredictHooks hooks;
    hooks.progress = told;
    hooks.cancel = stop_;
    Result<Prediction> prediction = co_await predict(request_, board_, std::move(hooks));
    if (self && prediction && !key.isEmpty()) {
        cache.insert(key, *prediction);
        problem_ += cache.lastProblem();
    }
    co_return prediction;
}

} // namespace core::twin
