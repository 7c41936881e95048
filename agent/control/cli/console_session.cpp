#include "agent/control/cli/console_session.h"

#include "agent/control/cli/completion.h"
#include "agent/control/cli/value_text.h"
#include "agent/control/commands/version.h"

#include <algorithm>

namespace agent::control {

namespace {

LineEditor::Echo echoFor(const Terminal& terminal, const LoginOptions& login) {
    return !terminal.interactive() ? LineEditor::Echo::None : login.dumb ? LineEditor::Echo::Dumb : LineEditor::Echo::Full;
}

constexpr std::size_t kHelpColumn = 26;

} // namespace

ConsoleSession::ConsoleSession(Terminal& terminal, ControlGate& gate, Caller caller, const LoginOptions& login)
    : terminal_(terminal), gate_(gate), caller_(caller), login_(login), keyboard_(terminal), output_(terminal, keyboard_, {login.colours, login.dumb}),
      commands_(gate, std::move(caller), terminal, keyboard_, output_), editor_(echoFor(terminal, login)) {}

int ConsoleSession::runCommand(std::string_view text) { return commands_.run(text, {}).failed ? 1 : 0; }

void ConsoleSession::runShell() {
    if (!terminal_.interactive()) {
        runLines();
        return;
    }
    writeBanner();
    newLine();
    while (const auto key = keyboard_.next()) {
        if (handle(*key) == Next::Leave) {
            return;
        }
    }
}

// A shell without a terminal: commands come as lines from a file or a program.
void ConsoleSession::runLines() {
    std::string text;
    while (const auto line = keyboard_.line()) {
        text += *line;
        const auto done = commands_.run(text, menu_, !keyboard_.ended());
        if (done.open) {
            text += '\n';
            continue;
        }
        text.clear();
        menu_ = done.menu;
        if (done.quit) {
            return;
        }
    }
}

void ConsoleSession::writeBanner() {
    std::string text = "\r\n  Pathscope agent " + std::string(kVersion) + ", a software router with a RouterOS console\r\n\r\n";
    text += "  [?]        commands that are possible here; behind a command, its arguments\r\n"
            "  [Tab]      completes the word; a second [Tab] lists what is possible\r\n"
            "  /  and ..  to the top, and one level up\r\n"
            "  Ctrl-X     safe mode: what is changed in it is undone when the connection breaks\r\n\r\n";
    terminal_.write(text);
}

std::string ConsoleSession::prompt() {
    std::string identity;
    gate_.call([&identity](Context& context) { identity = std::string(context.tree().settings("/system/identity").value("name")); });
    std::string out = "[" + printable(caller_.user.name) + "@" + printable(identity) + "] " + menu_;
    if (holdsSafeMode()) {
        return out + "<SAFE> ";
    }
    return out + "> ";
}

bool ConsoleSession::holdsSafeMode() {
    bool holds = false;
    gate_.call([&](Context& context) {
        const auto* holder = context.safeMode.holder();
        holds = holder && caller_.session != 0 && holder->caller.session == caller_.session;
    });
    return holds;
}

int ConsoleSession::promptColumns() const { return terminal_.size().columns; }

void ConsoleSession::newLine() { terminal_.write(editor_.begin(open_.empty() ? prompt() : "{... ", promptColumns())); }

ConsoleSession::Next ConsoleSession::handle(const Key& key) {
    const bool tab = std::exchange(lastWasTab_, key.kind == Key::Kind::Tab);
    switch (key.kind) {
    case Key::Kind::Enter: return enter();
    case Key::Kind::Control: return control(key.text.front());
    case Key::Kind::Help: help(); return Next::GoOn;
    case Key::Kind::Tab:
        if (tab) {
            listOptions(false);
        } else {
            completeWord();
        }
        return Next::GoOn;
    default: break;
    }
    if (key.kind == Key::Kind::Character && key.text == "?" && !editor_.insideQuotes()) {
        help();
        return Next::GoOn;
    }
    terminal_.write(editor_.handle(key));
    return Next::GoOn;
}

ConsoleSession::Next ConsoleSession::control(char letter) {
    switch (letter) {
    case 'C':
        open_.clear();
        terminal_.write("\r\n");
        newLine();
        return Next::GoOn;
    case 'D':
        // Leaves without a word to safe mode: closing the session undoes what was changed in it.
        if (editor_.text().empty()) {
            terminal_.write("\r\n");
            return Next::Leave;
        }
        terminal_.write(editor_.handle({Key::Kind::Delete, {}}));
        return Next::GoOn;
    case 'L':
        terminal_.write(login_.dumb ? "\r\n" : "\x1b[H\x1b[2J");
        terminal_.write(editor_.repaint());
        return Next::GoOn;
    case 'X': toggleSafeMode(); return Next::GoOn;
    default: terminal_.write(editor_.handle({Key::Kind::Control, std::string(1, letter)})); return Next::GoOn;
    }
}

ConsoleSession::Next ConsoleSession::enter() {
    const std::string line = editor_.text();
    terminal_.write(editor_.finish());
    editor_.remember(line);
    open_ += line;
    if (open_.find_first_not_of(' ') == std::string::npos) {
        open_.clear();
        newLine();
        return Next::GoOn;
    }
    const auto done = commands_.run(open_, menu_, true);
    if (done.open) {
        open_ += '\n';
        newLine();
        return Next::GoOn;
    }
    open_.clear();
    menu_ = done.menu;
    if (done.quit) {
        // /quit keeps what was changed; only a lost session undoes it.
        gate_.call([this](Context& context) {
            if (const auto* holder = context.safeMode.holder(); holder && caller_.session != 0 && holder->caller.session == caller_.session) {
                static_cast<void>(context.safeMode.release(caller_));
            }
        });
        terminal_.write("interrupted\r\n");
        return Next::Leave;
    }
    newLine();
    return Next::GoOn;
}

std::vector<std::string> ConsoleSession::itemNames(std::string_view menu) {
    std::vector<std::string> names;
    gate_.call([&](Context& context) {
        for (const Item* item : context.tree().items(menu)) {
            if (const auto name = item->get("name")) {
                names.push_back(printable(*name));
            }
        }
    });
    return names;
}

void ConsoleSession::completeWord() {
    const std::string before = editor_.text().substr(0, editor_.cursor());
    const Completion completion = complete(menu_, before, [this](std::string_view menu) { return itemNames(menu); });
    if (!completion.insert.empty()) {
        terminal_.write(editor_.insert(completion.insert));
        lastWasTab_ = false;
    }
}

void ConsoleSession::help() { listOptions(true); }

void ConsoleSession::listOptions(bool withHelp) {
    const std::string before = editor_.text().substr(0, editor_.cursor());
    const Completion completion = complete(menu_, before, [this](std::string_view menu) { return itemNames(menu); });
    std::vector<std::string> lines;
    std::string line;
    const std::size_t width = terminal_.size().columns > 0 ? static_cast<std::size_t>(terminal_.size().columns) : 80;
    for (const CompletionOption& option : completion.options) {
        if (withHelp) {
            std::string name = option.name;
            name.resize(std::max(kHelpColumn, name.size() + 1), ' ');
            lines.push_back(option.help.empty() ? option.name : name + "-- " + std::string(option.help));
        } else if (!line.empty() && textWidth(line) + 1 + textWidth(option.name) > width) {
            lines.push_back(std::exchange(line, option.name));
        } else {
            line += (line.empty() ? "" : " ") + option.name;
        }
    }
    if (!line.empty()) {
        lines.push_back(line);
    }
    terminal_.write("\r\n");
    output_.beginCommand();
    output_.lines(lines, true);
    terminal_.write(editor_.repaint());
}

// Ctrl-X: takes safe mode, or keeps what was changed in it.
void ConsoleSession::toggleSafeMode() {
    if (!caller_.user.may(Policy::Write)) {
        terminal_.write("\r\nnot enough permissions (9)\r\n");
        newLine();
        return;
    }
    const bool held = holdsSafeMode();
    Outcome<void> done;
    bool taken = false;
    gate_.call([&](Context& context) {
        const auto* holder = context.safeMode.holder();
        taken = !held && holder != nullptr;
        done = held ? context.safeMode.release(caller_) : taken ? Outcome<void>() : context.safeMode.take(caller_, Hijack::Refuse);
    });
    terminal_.write("\r\n");
    if (taken) {
        terminal_.write("Hijacking Safe Mode from someone - unroll/release/don't take it [u/r/d]: ");
        const auto key = keyboard_.next();
        terminal_.write((key ? key->text : std::string()) + "\r\n");
        if (!key || (key->text != "u" && key->text != "r")) {
            newLine();
            return;
        }
        const Hijack hijack = key->text == "u" ? Hijack::Unroll : Hijack::Release;
        gate_.call([&](Context& context) { done = context.safeMode.take(caller_, hijack); });
    }
    terminal_.write(!done ? printable(done.error().message) + "\r\n" : held ? "[Safe Mode released]\r\n" : "[Safe Mode taken]\r\n");
    newLine();
}

} // namespace agent::control
