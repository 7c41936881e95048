// The five paths between a frame's arrival and its departure, fastest first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace core::model {

enum class PathKind : std::uint8_t {
    Switch,    // switch chip, layer 2
    L3Hw,      // switch chip, layer 3 (hardware route or hardware connection)
    FastPath,  // CPU driver handler without connection tracking (bridge or IP)
    FastTrack, // the same handler on a connection that is flagged fasttracked
    Slow,      // full stack
};

constexpr std::size_t kPathCount = 5;
constexpr std::array<PathKind, kPathCount> kAllPaths{PathKind::Switch, PathKind::L3Hw, PathKind::FastPath, PathKind::FastTrack, PathKind::Slow};

// Stable machine names, used in JSON and in /pathscope: switch l3hw fastpath fasttrack slow.
constexpr std::string_view pathId(PathKind kind) {
    constexpr std::array<std::string_view, kPathCount> ids{"switch", "l3hw", "fastpath", "fasttrack", "slow"};
    return ids[static_cast<std::size_t>(kind)];
}

} // namespace core::model
