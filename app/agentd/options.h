// The agent's command line.
#pragma once

#include "app/agentd/door_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app::agentd {

// "ether1=af_packet:veth0"
struct Attachment {
    std::string port;
    std::string binding;
};

enum class EmptyReplies { Auto, On, Off };

struct Options {
    std::string lab;   // NAME or NAME/VARIANT
    std::string board; // model; empty: the lab's, or that of the configuration
    bool native = false;
    bool noTraffic = false;
    std::vector<std::string> configFiles;
    std::string apiAddress = "127.0.0.1";
    std::uint16_t apiPort = 8728;
    EmptyReplies apiEmpty = EmptyReplies::Auto;
    DoorOptions doors;
    std::string user = "admin";
    std::string passwordFile;
    std::vector<Attachment> attachments;
    std::string stateDirectory; // empty: a restart forgets
    bool exitWithParent = false;
    std::vector<std::string> replayFiles; // [PORT=]FILE; not empty: no doors are opened
    std::string captureFile;              // what left in a replay
    std::string rehearsalFile;            // a job (rehearse_job.h), "-": standard input; not empty: no doors are opened
};

// What the program ends with.
enum ExitCode { kOk = 0, kFailure = 1, kUsage = 2, kBadInput = 3, kCannotListen = 4, kCannotAttach = 5 };

struct ParsedOptions {
    std::optional<Options> options; // none: the program is to end with exitCode (help and version are already printed)
    int exitCode = kOk;
};

[[nodiscard]] ParsedOptions parseOptions(int argc, char** argv);

} // namespace app::agentd
