// A rehearsal's shares of paths and its losses as the console draws them. Pure.
#pragma once

#include "core/model/path_share.h"
#include "core/model/prediction.h"

#include <QString>
#include <map>
#include <optional>

namespace ui {

// Absent: no packet was seen.
[[nodiscard]] std::optional<core::model::PathShare> pathShareOf(const core::model::Rehearsed& run);
// "FastTrack 99 %, slow <1 %": most first.
[[nodiscard]] QString pathShareText(const core::model::Rehearsed& run);

// What was lost: by reason, and by the queue that threw it away.
[[nodiscard]] std::map<QString, std::uint64_t> lossesOf(const core::model::Rehearsed& run);

} // namespace ui
