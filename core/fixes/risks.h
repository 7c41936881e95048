// What a write may cost beside what it is for, by the menu and the properties it touches. Pure; any thread.
//
// Source: the vendor's pages on switch chips, bridging and L3 hardware offloading, which say that ports are set up anew.
#pragma once

#include "core/model/plan.h"

#include <vector>

namespace core::fixes {

[[nodiscard]] std::vector<core::model::Risk> risksOf(const core::model::Request& request);

} // namespace core::fixes
