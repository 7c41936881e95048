// What commands write: lines, with a pause at the end of each screenful, pictures that replace themselves, colours.
//
//   Output output(terminal, keyboard, {.colours = false});
//   output.beginCommand();
//   output.lines(formatPrint(…), true);     // true: may pause at the end of the screen
//   output.picture(formatMatrix(…));        // over the last one
//
// Lines are free of control characters already. One thread.
#pragma once

#include "agent/control/cli/keyboard.h"

#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

struct OutputOptions {
    bool colours = true;
    bool dumb = false; // no cursor movement: pictures stand below each other
};

class Output {
public:
    Output(Terminal& terminal, Keyboard& keyboard, OutputOptions options) : terminal_(terminal), keyboard_(keyboard), options_(options) {}

    void beginCommand();
    void line(std::string_view text);
    void lines(const std::vector<std::string>& lines, bool paging);
    void picture(const std::vector<std::string>& lines);
    // Behind the last picture.
    void endPictures();

private:
    [[nodiscard]] bool pause();
    [[nodiscard]] std::string coloured(std::string_view text) const;

    Terminal& terminal_;
    Keyboard& keyboard_;
    OutputOptions options_;
    int onScreen_ = 0;        // lines since the command began or the last pause
    bool dump_ = false;       // no more pauses
    bool quit_ = false;       // no more lines
    std::size_t drawn_ = 0;   // lines of the last picture
};

} // namespace agent::control
