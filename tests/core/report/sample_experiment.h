// An experiment like those the reports are made of: three interleaved pairs, the slow path before, FastTrack after.
#pragma once

#include "core/model/experiment.h"

[[nodiscard]] core::model::Experiment sampleExperiment();
