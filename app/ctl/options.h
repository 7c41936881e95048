// Command line of pathscopectl.
#pragma once

#include <QString>
#include <optional>
#include <string>

namespace app::ctl {

// What the program ends with; also in --help.
enum ExitCode {
    kDone = 0, // including an interruption by SIGINT or SIGTERM
    kInternal = 1,
    kUsage = 2,    // the command line, or no password
    kNoRouter = 3, // could not connect, log in or start the lab; or the router was closed for good while being watched
};

struct Options {
    enum class Command { Watch, Labs } command = Command::Watch;
    QString host; // either host or lab
    QString lab;
    quint16 port = 0; // 0: 8728, with TLS 8729
    QString user = QStringLiteral("admin");
    std::string passwordFile;
    bool tls = false;
    bool json = false;
    int count = 0; // 0: until interrupted

    [[nodiscard]] quint16 effectivePort() const { return port != 0 ? port : tls ? 8729 : 8728; }
};

struct ParseOutcome {
    std::optional<Options> options;
    int exitCode = kDone; // when there are no options: help or version was shown, or the line is wrong
};

// Prints help, version and complaints itself.
ParseOutcome parseOptions(int argc, const char* const* argv);

} // namespace app::ctl
