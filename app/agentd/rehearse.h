// --rehearse JOB.json: a board, a configuration and traffic in virtual time (docs/rehearsal.md has the job and the result).
//
// Writes lines of JSON to standard output: {"progress":0.25,"simulated_s":15.0} each simulated second and last {"result":{…}}.
#pragma once

#include <string>

namespace app::agentd {

// "-": the job is on standard input. Returns the program's exit code: 0; 2 after a line {"error":"what, where, remedy"}; 3 when SIGTERM or
// SIGINT, which must be blocked, came before the end.
[[nodiscard]] int rehearse(const std::string& file);

} // namespace app::agentd
