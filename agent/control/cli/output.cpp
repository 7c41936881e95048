#include "agent/control/cli/output.h"

namespace agent::control {

namespace {

constexpr std::string_view kPause = "-- [Q quit|D dump|down]";
constexpr std::string_view kStop = "-- [Q quit|D dump|C-z pause]";
constexpr std::string_view kEraseLine = "\r\x1b[K";

} // namespace

void Output::beginCommand() {
    onScreen_ = 0;
    dump_ = false;
    quit_ = false;
    drawn_ = 0;
}

void Output::line(std::string_view text) { terminal_.write(coloured(text) + "\r\n"); }

void Output::lines(const std::vector<std::string>& lines, bool paging) {
    const int rows = terminal_.size().rows;
    const bool pages = paging && terminal_.interactive() && rows > 1;
    for (const std::string& each : lines) {
        if (pages && !dump_ && onScreen_ >= rows - 1 && !pause()) {
            quit_ = true;
        }
        if (quit_) {
            return;
        }
        line(each);
        ++onScreen_;
    }
}

// Q: enough. D: the rest at once. Enter or down: one line more. Anything else: one screen more.
bool Output::pause() {
    terminal_.write(kPause);
    const auto key = keyboard_.next();
    terminal_.write(options_.dumb ? std::string_view("\r\n") : kEraseLine);
    if (!key || key->text == "q" || key->text == "Q" || (key->kind == Key::Kind::Control && key->text == "C")) {
        return false;
    }
    dump_ = key->text == "d" || key->text == "D";
    const bool single = key->kind == Key::Kind::Enter || key->kind == Key::Kind::Down;
    onScreen_ = single ? onScreen_ - 1 : 0;
    return true;
}

void Output::picture(const std::vector<std::string>& lines) {
    const TerminalSize size = terminal_.size();
    const bool moves = terminal_.interactive() && !options_.dumb && (size.rows == 0 || lines.size() + 1 < static_cast<std::size_t>(size.rows));
    std::string out;
    if (moves && drawn_ > 0) {
        out += "\r\x1b[" + std::to_string(drawn_) + "A\x1b[J";
    }
    for (const std::string& each : lines) {
        out += coloured(each) + "\r\n";
    }
    out += moves ? std::string(kStop) : std::string("\r\n");
    drawn_ = moves ? lines.size() : 0;
    terminal_.write(out);
}

void Output::endPictures() {
    if (drawn_ > 0) {
        terminal_.write(kEraseLine);
        drawn_ = 0;
    }
}

std::string Output::coloured(std::string_view text) const {
    const std::size_t comment = options_.colours && terminal_.interactive() ? text.find(";;; ") : std::string_view::npos;
    if (comment == std::string_view::npos) {
        return std::string(text);
    }
    return std::string(text.substr(0, comment)) + "\x1b[36m" + std::string(text.substr(comment)) + "\x1b[m";
}

} // namespace agent::control
