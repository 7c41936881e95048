// Which ways a router's traffic took, minute by minute, for looking back.
//
//   PathLog log(store);
//   log.add("192.168.88.1", {minute, 60, bytes, 0});
//   log.between("192.168.88.1", minute - 60, minute);
//
// Blocks; any thread. Errors: those of Store.
#pragma once

#include "core/model/path_kind.h"
#include "core/store/store.h"

#include <array>
#include <cstdint>
#include <vector>

namespace core::store {

struct PathMinute {
    std::int64_t minute = 0; // its begin, in minutes since 1970, UTC
    int seconds = 0;         // of it that were measured
    std::array<double, core::model::kPathCount> bytes{}; // in those
    double unattributedBytes = 0;
    bool operator==(const PathMinute&) const = default;
};

class PathLog {
public:
    explicit PathLog(std::shared_ptr<Store> store)
        : store_(std::move(store)) {}

    // Of two that watched the same minute the one that saw more of it stays.
    core::base::Result<void> add(const std::string& router, const PathMinute& minute);
    // From `from` up to and without `to`, oldest first; minutes nobody watched are missing.
    core::base::Result<std::vector<PathMinute>> between(const std::string& router, std::int64_t from, std::int64_t to);
    // Those there is anything of, the one watched last first.
    core::base::Result<std::vector<std::string>> routers();
    // What is older goes.
    core::base::Result<void> forgetBefore(std::int64_t minute);

private:
    std::shared_ptr<Store> store_;
};

} // namespace core::store
