// The line being typed: text, cursor, history, and what to write to the terminal so that it shows them.
//
//   LineEditor editor;
//   terminal.write(editor.begin("[admin@router] > ", width));
//   terminal.write(editor.handle(key));        // anything but Enter, Tab, Help and the session's own control keys
//   editor.text(), editor.cursor()
//
// Ctrl-A/E: begin, end. Ctrl-B/F: left, right. Ctrl-K/U: delete to the end, to the begin. Ctrl-W: the word to the left.
// Ctrl-P/N: history. Positions are octets; columns count characters. No I/O; one thread.
#pragma once

#include "agent/control/cli/key_reader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

class LineEditor {
public:
    // A dumb terminal is only ever appended to; one without echo is not written to at all.
    enum class Echo { Full, Dumb, None };

    explicit LineEditor(Echo echo = Echo::Full) : echo_(echo) {}

    // Starts an empty line. `columns` 0: the terminal is as wide as the line.
    [[nodiscard]] std::string begin(std::string prompt, int columns);
    // Paints prompt and line anew, below whatever was written meanwhile.
    [[nodiscard]] std::string repaint();
    [[nodiscard]] std::string handle(const Key& key);
    // Puts text in at the cursor.
    [[nodiscard]] std::string insert(std::string_view text);
    // What ends the line on the terminal; the text stays.
    [[nodiscard]] std::string finish();
    void remember(const std::string& line);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t cursor() const { return cursor_; }
    [[nodiscard]] bool insideQuotes() const;

private:
    [[nodiscard]] std::string erase(std::size_t from, std::size_t to);
    [[nodiscard]] std::string moveTo(std::size_t position);
    [[nodiscard]] std::string replace(std::string text);
    [[nodiscard]] std::string recall(int step);
    [[nodiscard]] std::string control(char letter);
    [[nodiscard]] std::string redraw(std::size_t row);
    [[nodiscard]] std::string edge() const;
    [[nodiscard]] std::size_t rowOf(std::size_t position) const;
    [[nodiscard]] std::size_t before(std::size_t position) const;
    [[nodiscard]] std::size_t after(std::size_t position) const;
    [[nodiscard]] std::size_t wordBefore(std::size_t position) const;
    [[nodiscard]] std::size_t wordAfter(std::size_t position) const;
    [[nodiscard]] std::size_t columnOf(std::size_t position) const;

    Echo echo_;
    std::string prompt_;
    std::string text_;
    std::size_t cursor_ = 0;
    std::size_t columns_ = 0;
    std::vector<std::string> history_;
    std::size_t place_ = 0; // in the history; its size: the line being typed
    std::string typed_;     // that line, while an older one is shown
};

} // namespace agent::control
