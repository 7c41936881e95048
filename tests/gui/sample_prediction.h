// What a twin may answer: an hAP ac² without FastTrack, and with it.
#pragma once

#include "core/workspace/twin_state.h"

namespace testing {

std::shared_ptr<core::model::Prediction> fastTrackPrediction();
// The same where nothing was changed.
std::shared_ptr<core::model::Prediction> plainPrediction();
core::workspace::TwinState twinDone(std::shared_ptr<const core::model::Prediction> prediction);

} // namespace testing
