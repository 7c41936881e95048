// /pathscope/capture: what comes in by the ports and what leaves, kept in memory as a pcapng file with the path of each frame as its
// comment; stop puts it among the router's files.
//
//   /pathscope/capture start limit=4MiB
//   /pathscope/capture stop file-name=today.pcapng
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// limit: size of the file, at most (and by default) 16 MiB; frames beyond it are left out. Starting again forgets what was kept.
[[nodiscard]] Outcome<Answer> startCapture(Context& context, const core::model::Request& request);
// file-name: capture.pcapng unless another is named.
[[nodiscard]] Outcome<Answer> stopCapture(Context& context, const core::model::Request& request);

} // namespace agent::control
