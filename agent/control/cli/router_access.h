// What a command line does on the router: requests through the gate, answers on the terminal. The language's interpreter calls
// it for every command of a script.
//
// Remembers what the last print of each menu numbered, so that "set 0 disabled=yes" means the row that was shown as 0.
// Lives on the session's thread; keyboard, output and gate must outlive it.
#pragma once

#include "agent/control/cli/control_gate.h"
#include "agent/control/cli/output.h"
#include "agent/control/cli/print_choice.h"
#include "agent/control/commands/command_table.h"
#include "core/routeros/script/router.h"

#include <map>

namespace agent::control {

class RouterAccess final : public core::routeros::script::Router {
public:
    RouterAccess(ControlGate& gate, Caller caller, Terminal& terminal, Keyboard& keyboard, Output& output)
        : gate_(gate), caller_(std::move(caller)), terminal_(terminal), keyboard_(keyboard), output_(output) {}

    [[nodiscard]] core::base::Result<std::vector<core::model::Row>> items(std::string_view menu) override;
    [[nodiscard]] core::base::Result<core::routeros::script::CommandAnswer> run(const core::model::Request& request) override;
    void put(std::string_view line) override;
    void log(std::string_view topic, std::string_view message) override;
    void delay(core::base::Nanos span) override;
    [[nodiscard]] bool stopped() override;

    // Before each line; wasStopped() tells about the line since.
    void beginLine() { stopped_ = false; }
    [[nodiscard]] bool wasStopped() const { return stopped_; }

private:
    struct Shown { // how rows become lines
        const core::model::Request& request;
        const PrintChoice& choice;
    };
    using AnswerOr = core::base::Result<Answer>;

    [[nodiscard]] AnswerOr ask(const core::model::Request& request);
    [[nodiscard]] core::base::Result<core::routeros::script::CommandAnswer> print(const core::model::Request& request);
    [[nodiscard]] core::base::Result<core::routeros::script::CommandAnswer> other(const core::model::Request& request);
    // Gives the stream its turns until it ends or somebody stops it.
    void follow(std::unique_ptr<Stream> stream, const std::function<void(const std::vector<core::model::Row>&)>& show);
    [[nodiscard]] std::vector<std::string> picture(const PrintChoice& choice, const std::vector<core::model::Row>& rows);
    [[nodiscard]] core::base::Result<void> save(const PrintChoice& choice, const std::vector<std::string>& lines);
    void remember(const core::model::Request& request, const std::vector<core::model::Row>& rows);
    [[nodiscard]] core::model::Request withIds(const core::model::Request& request);
    [[nodiscard]] std::string idsOf(std::string_view menu, std::string_view numbers);

    ControlGate& gate_;
    Caller caller_;
    Terminal& terminal_;
    Keyboard& keyboard_;
    Output& output_;
    std::map<std::string, std::vector<std::string>, std::less<>> numbered_; // menu → ids in the order they were shown
    bool stopped_ = false;
};

} // namespace agent::control
