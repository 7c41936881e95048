// `pathscopectl board`: boards the twin can run on, what their costs hang on, and tables of one's own.
#pragma once

#include "core/workspace/own_boards.h"

namespace CLI {
class App;
}

namespace app::ctl {

struct BoardOptions {
    enum class Verb { List, Show, Import } verb = Verb::List;
    std::string model, file; // of show; of import
    core::workspace::BoardImport order;
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addBoardCommand(CLI::App& app, BoardOptions& options);

// Exit codes: in its --help.
int runBoard(BoardOptions options);

} // namespace app::ctl
