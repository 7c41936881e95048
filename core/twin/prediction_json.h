// A prediction as JSON and back, nothing lost: what the cache keeps. Pure. A rehearsal has the members of docs/rehearsal.md.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"

#include <QByteArray>

namespace core::twin {

[[nodiscard]] QByteArray predictionJson(const core::model::Prediction& prediction);

// InvalidInput: it is no such JSON, or of another format.
[[nodiscard]] core::base::Result<core::model::Prediction> readPrediction(const QByteArray& json);

} // namespace core::twin
