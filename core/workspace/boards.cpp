#include "core/workspace/boards.h"

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

Result<std::vector<core::devices::Device>> boardsWith(const std::string& board) {
    auto table = core::devices::loadDeviceTable();
    if (table && !board.empty() && !core::devices::findDevice(*table, board)) {
        return fail(ErrorCode::NotFound, "No board \"" + board + "\" is known; take the model as /system routerboard print shows it, such as RB750Gr3.");
    }
    return table;
}

Result<void> mustHoldCommands(const core::routeros::config::LoadedConfig& config, const std::string& source) {
    if (config.items == 0) {
        return fail(ErrorCode::InvalidInput, source + " holds no RouterOS configuration: not one command of it was understood. Give a text made by /export.");
    }
    return {};
}

} // namespace core::workspace
