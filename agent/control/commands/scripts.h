// /export and /import.
//
// export [compact|verbose|terse] [show-sensitive|hide-sensitive] [file=NAME]: of the menu it stands in and those below. Rows
// have one line each under "line" and the whole text stands in ret; with file= it goes to /file instead. Secrets need the
// policy sensitive.
// import file-name=NAME [from-line=N] [verbose=yes dry-run=]: runs the script; the configuration changes only when all of it
// could be run, and as one step of the history.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"



namespace agent::control {

inline const std::vector<std::string_view> kExportArguments{"compact", "file", "hide-sensitive", "show-sensitive", "terse", "verbose"};

[[nodiscard]] Outcome<Answer> exportAll(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> importFile(Context& context, const Caller& caller, const core::model::Request& request);

// /system/backup: a binary form nobody but RouterOS can read; export does what can be done here.
[[nodiscard]] Outcome<Answer> refuseBackup(Context& context, const Caller& caller, const core::model::Request& request);

} // namespace agent::control
