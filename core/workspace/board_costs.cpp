#include "core/workspace/board_costs.h"

#include <nlohmann/json.hpp>
#include <set>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using nlohmann::ordered_json;

namespace {

// Everything else of a cost is a time.
const std::set<std::string>& noTimes() {
    static const std::set<std::string> names{"low", "high", "receiveCores", "receiveRing", "source"};
    return names;
}

} // namespace

Result<std::string> withCalibration(const std::string& boardText, const std::string& name) {
    ordered_json board = ordered_json::parse(boardText, nullptr, false);
    std::string known;
    if (board.is_object() && board.contains("calibrations")) {
        auto& all = board["calibrations"];
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string each = all[i].value("name", "");
            if (each == name) {
                board.erase("cost");
                ordered_json chosen = all[i];
                all.erase(i);
                all.insert(all.begin(), std::move(chosen)); // a board runs with its first
                return board.dump(2);
            }
            known += (known.empty() ? "\"" : ", \"") + each + "\"";
        }
    }
    return fail(ErrorCode::NotFound, "The board has no calibration \"" + name + "\". " + (known.empty() ? "It has none at all." : "It has: " + known + "."));
}

Result<std::string> refined(const std::string& boardText, const Refinement& refinement) {
    ordered_json board = ordered_json::parse(boardText, nullptr, false);
    if (!board.is_object()) {
        return fail(ErrorCode::InvalidInput, "The board file is no JSON object.");
    }
    ordered_json cost = board.contains("cost") ? board["cost"] : board.value("calibrations", ordered_json::array()).at(0)["cost"];
    for (auto& [name, value] : cost.items()) {
        if (value.is_number() && noTimes().count(name) == 0) {
            value = value.get<double>() * refinement.factor;
        }
    }
    cost["low"] = refinement.low;
    cost["high"] = refinement.high;
    cost["source"] = refinement.text;
    board["cost"] = std::move(cost);
    return board.dump(2);
}

} // namespace core::workspace
