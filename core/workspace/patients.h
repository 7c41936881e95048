// What the doctor, the fixes and the queues' planner are asked about: a configuration with its board, and all the boards there are.
//
//   Result<Examination> ready = examineFile("office.rsc", "");
//   core::doctor::diagnose(ready->patient, ready->table, {});
//
// Pure but for reading the file and the product's resources; any thread.
#pragma once

#include "core/base/result.h"
#include "core/doctor/diagnose.h"
#include "core/doctor/item_names.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::workspace {

struct LiveConfig;

struct Examination {
    std::vector<core::devices::Device> table;
    core::doctor::Patient patient;
};

// `name` is how errors call the text; `board` a model, or empty: what the configuration says. Errors: those of the file, InvalidInput when the
// text is no configuration, NotFound for a board that is not known.
[[nodiscard]] core::base::Result<Examination> examineText(std::string_view text, const std::string& name, const std::string& board);
[[nodiscard]] core::base::Result<Examination> examineFile(const std::string& file, const std::string& board);
[[nodiscard]] core::base::Result<Examination> examineLive(const LiveConfig& live, const std::string& board);

// How a plan for this router means its items.
[[nodiscard]] core::doctor::ItemNames namesOn(const LiveConfig& live);

// What a plan was made from.
[[nodiscard]] core::model::PlanOrigin originOf(const Examination& of, const std::string& name);

} // namespace core::workspace
