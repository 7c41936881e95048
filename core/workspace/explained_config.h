// A configuration read once and asked often: what the doctor says of it, and packets followed through it.
//
//   auto config = ExplainedConfig::make({.config = loadConfig(text), .source = "office.rsc"});
//   (*config)->explained().diagnosis.findings
//   (*config)->follow({.from = "bridge", .to = "ether1"})
//   (*config)->withBoard("RB5009UG+S+")         the same configuration on another board
//
// Immutable; any thread. make() and follow() take milliseconds for a normal export and up to a second for one of 20 000 lines: a screen
// asks from a thread of the pool.
#pragma once

#include "core/workspace/explain_state.h"
#include "core/workspace/fix.h"
#include "core/workspace/patients.h"

namespace core::workspace {

struct LiveConfig;

struct ConfigInput {
    core::routeros::config::LoadedConfig config;
    std::string source;             // how errors and reports call it
    std::string board;              // model; empty: what the configuration says
    core::doctor::Running running;  // of a router
    std::shared_ptr<const LiveConfig> live{}; // what a router told just now, `config` among it; null: from a file
};

// Reads a text file that should be an export. Errors: NotFound, PermissionDenied and Io name the file; InvalidInput says what it is
// instead: a folder, a binary backup, something far too large.
[[nodiscard]] core::base::Result<ConfigInput> readConfigFile(const std::string& path);

class ExplainedConfig {
public:
    using Ptr = std::shared_ptr<const ExplainedConfig>;

    // InvalidInput when not one command was understood, NotFound when the board is not known.
    [[nodiscard]] static core::base::Result<Ptr> make(ConfigInput input);
    [[nodiscard]] core::base::Result<Ptr> withBoard(std::string board) const;

    [[nodiscard]] const std::shared_ptr<const Explained>& explained() const { return explained_; }
    [[nodiscard]] const core::routeros::config::LoadedConfig& config() const { return of_.patient.config; }
    [[nodiscard]] const std::string& source() const { return source_; }
    // What a router told; null: from a file.
    [[nodiscard]] const LiveConfig* live() const { return live_.get(); }
    // As export prints it, passwords and keys left out.
    [[nodiscard]] std::string exportText() const;
    // The question needs both ends. NotFound when the configuration has no such interface.
    [[nodiscard]] core::base::Result<core::model::PathTrace> follow(const core::model::PathQuestion& question) const;
    // The fix of one of the findings; items are meant by a router's ids when it is a router's. Twice the time of make().
    [[nodiscard]] core::base::Result<PlannedFix> planFix(const std::string& finding, const FixFill& fill) const;

private:
    ExplainedConfig() = default;
    std::string source_;
    Examination of_;
    std::shared_ptr<const LiveConfig> live_;
    std::shared_ptr<const Explained> explained_;
};

// Models of every board in the table, in the order of the alphabet. Empty when the table cannot be read.
[[nodiscard]] std::vector<std::string> boardModels();

} // namespace core::workspace
