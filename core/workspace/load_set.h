// The loads of one run, together. See core/load/load.h.
#pragma once

#include "core/load/load.h"
#include "core/model/experiment.h"

#include <vector>

namespace core::workspace {

class LoadSet {
public:
    explicit LoadSet(const std::vector<core::load::LoadRequest>& requests);

    // All run when answered. Errors: those of the first that does not.
    QCoro::Task<core::base::Result<void>> start(double seconds);
    [[nodiscard]] std::optional<core::base::Error> problem() const;
    // Pings of all, in order of time; the busiest; every remark once.
    QCoro::Task<core::base::Result<core::load::LoadEnd>> stop();

    [[nodiscard]] bool empty() const { return loads_.empty(); }

private:
    std::vector<std::unique_ptr<core::load::Load>> loads_;
};

// Each ping belongs to the second it came back in, counted from run.startedMs; those outside are left out. Lengths are kept to the hundredth of a ms.
void addPings(core::model::ExperimentRun& run, const std::vector<core::load::LoadPing>& pings);

} // namespace core::workspace
