// The evidence in one file to keep or to hand on: NAME.pathscope, a database of the store's own form with one experiment and its notes in it. Opened
// again, on any computer, it gives the same report.
//
// Errors: those of core::store::Store; InvalidInput: the file holds no experiment, or more than one.
#pragma once

#include "core/base/result.h"
#include "core/model/experiment.h"
#include "core/store/experiment_log.h"

#include <filesystem>

namespace core::report {

struct Bundle {
    core::model::Experiment experiment;
    std::vector<core::store::Note> notes;
};

// A file that is there is replaced. Blocks.
core::base::Result<void> writeBundle(const std::filesystem::path& file, const Bundle& bundle);
core::base::Result<Bundle> readBundle(const std::filesystem::path& file);

} // namespace core::report
