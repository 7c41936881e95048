#include "agent/control/cli/line_editor.h"

#include <algorithm>

namespace agent::control {

namespace {

constexpr std::size_t kHistory = 500;
constexpr std::size_t kLongestLine = 64 << 10;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }
bool isBlank(char c) { return c == ' ' || c == '/'; }

std::size_t characters(std::string_view text) { return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); })); }

std::string move(std::size_t by, char direction) { return by == 0 ? std::string() : "\x1b[" + std::to_string(by) + direction; }

} // namespace

std::string LineEditor::begin(std::string prompt, int columns) {
    prompt_ = std::move(prompt);
    text_.clear();
    cursor_ = 0;
    columns_ = columns > 0 ? static_cast<std::size_t>(columns) : 0;
    place_ = history_.size();
    typed_.clear();
    return prompt_;
}

std::string LineEditor::repaint() { return echo_ == Echo::None ? prompt_ : prompt_ + text_ + (echo_ == Echo::Full ? move(characters(std::string_view(text_).substr(cursor_)), 'D') : std::string()); }

std::string LineEditor::handle(const Key& key) {
    using Kind = Key::Kind;
    switch (key.kind) {
    case Kind::Character: return insert(key.text);
    case Kind::Backspace: return erase(before(cursor_), cursor_);
    case Kind::Delete: return erase(cursor_, after(cursor_));
    case Kind::Left: return moveTo(before(cursor_));
    case Kind::Right: return moveTo(after(cursor_));
    case Kind::WordLeft: return moveTo(wordBefore(cursor_));
    case Kind::WordRight: return moveTo(wordAfter(cursor_));
    case Kind::Home: return moveTo(0);
    case Kind::End: return moveTo(text_.size());
    case Kind::Up: return recall(-1);
    case Kind::Down: return recall(1);
    case Kind::Control: return control(key.text.front());
    case Kind::Enter:
    case Kind::Tab:
    case Kind::Help: break; // the session's
    }
    return {};
}

std::string LineEditor::control(char letter) {
    switch (letter) {
    case 'A': return moveTo(0);
    case 'B': return moveTo(before(cursor_));
    case 'E': return moveTo(text_.size());
    case 'F': return moveTo(after(cursor_));
    case 'K': return erase(cursor_, text_.size());
    case 'N': return recall(1);
    case 'P': return recall(-1);
    case 'U': return erase(0, cursor_);
    case 'W': return erase(wordBefore(cursor_), cursor_);
    default: return {};
    }
}

std::string LineEditor::insert(std::string_view text) {
    if (text_.size() + text.size() > kLongestLine) {
        return echo_ == Echo::None ? "" : "\a";
    }
    const std::size_t row = rowOf(cursor_);
    const bool atEnd = cursor_ == text_.size();
    text_.insert(cursor_, text);
    cursor_ += text.size();
    if (echo_ == Echo::None) {
        return {};
    }
    return atEnd ? std::string(text) + edge() : redraw(row);
}

std::string LineEditor::erase(std::size_t from, std::size_t to) {
    if (from == to) {
        return {};
    }
    const std::size_t row = rowOf(cursor_);
    const bool last = to == text_.size() && cursor_ == to && characters(std::string_view(text_).substr(from)) == 1;
    text_.erase(from, to - from);
    cursor_ = from;
    if (echo_ == Echo::None) {
        return {};
    }
    const bool wraps = columns_ != 0 && columnOf(cursor_) % columns_ == columns_ - 1;
    return last && !wraps ? "\b \b" : redraw(row);
}

std::string LineEditor::moveTo(std::size_t position) {
    const std::size_t was = cursor_;
    cursor_ = position;
    if (echo_ != Echo::Full || was == position) {
        return {};
    }
    if (columns_ != 0 && columnOf(text_.size()) >= columns_) {
        return redraw(rowOf(was));
    }
    return position < was ? move(columnOf(was) - columnOf(position), 'D') : move(columnOf(position) - columnOf(was), 'C');
}

std::string LineEditor::replace(std::string text) {
    const std::size_t row = rowOf(cursor_);
    text_ = std::move(text);
    cursor_ = text_.size();
    return echo_ == Echo::None ? std::string() : redraw(row);
}

std::string LineEditor::recall(int step) {
    if (history_.empty() || (step < 0 && place_ == 0) || (step > 0 && place_ == history_.size())) {
        return {};
    }
    if (place_ == history_.size()) {
        typed_ = text_;
    }
    place_ = step < 0 ? place_ - 1 : place_ + 1;
    return replace(place_ == history_.size() ? typed_ : history_[place_]);
}

// Everything anew, from a terminal whose cursor is so many rows below the prompt's.
std::string LineEditor::redraw(std::size_t row) {
    if (echo_ == Echo::Dumb) {
        return "\r\n" + prompt_ + text_;
    }
    std::string out = move(row, 'A') + "\r\x1b[J" + prompt_ + text_ + edge();
    const std::size_t end = columnOf(text_.size());
    const std::size_t here = columnOf(cursor_);
    if (columns_ == 0) {
        return out + move(end - here, 'D');
    }
    return out + move(end / columns_ - here / columns_, 'A') + "\r" + move(here % columns_, 'C');
}

// A line that fills its last column leaves the cursor waiting on it; this takes it to where the next character will stand.
std::string LineEditor::edge() const {
    const std::size_t end = columnOf(text_.size());
    return columns_ != 0 && echo_ == Echo::Full && end > 0 && end % columns_ == 0 ? "\r\n" : "";
}

std::size_t LineEditor::rowOf(std::size_t position) const { return columns_ == 0 ? 0 : columnOf(position) / columns_; }

std::string LineEditor::finish() {
    if (echo_ == Echo::None) {
        return {};
    }
    const std::string out = moveTo(text_.size());
    if (text_.empty()) {
        return "\r\n";
    }
    // RouterOS paints prompt and line once more, and ends it so; netmiko, which cuts the echo off, counts the octets.
    const bool wraps = echo_ == Echo::Full && columns_ != 0 && columnOf(text_.size()) >= columns_;
    return wraps ? out + "\r\n" : out + "\r" + prompt_ + text_ + "\r\n\r";
}

void LineEditor::remember(const std::string& line) {
    if (line.empty() || (!history_.empty() && history_.back() == line)) {
        return;
    }
    history_.push_back(line);
    if (history_.size() > kHistory) {
        history_.erase(history_.begin());
    }
}

bool LineEditor::insideQuotes() const {
    bool inside = false;
    for (std::size_t i = 0; i < cursor_; ++i) {
        if (text_[i] == '\\') {
            ++i;
        } else if (text_[i] == '"') {
            inside = !inside;
        }
    }
    return inside;
}

std::size_t LineEditor::before(std::size_t position) const {
    while (position > 0 && continues(text_[--position])) {
    }
    return position;
}

std::size_t LineEditor::after(std::size_t position) const {
    if (position < text_.size()) {
        ++position;
    }
    while (position < text_.size() && continues(text_[position])) {
        ++position;
    }
    return position;
}

std::size_t LineEditor::wordBefore(std::size_t position) const {
    while (position > 0 && isBlank(text_[position - 1])) {
        --position;
    }
    while (position > 0 && !isBlank(text_[position - 1])) {
        --position;
    }
    return position;
}

std::size_t LineEditor::wordAfter(std::size_t position) const {
    while (position < text_.size() && isBlank(text_[position])) {
        ++position;
    }
    while (position < text_.size() && !isBlank(text_[position])) {
        ++position;
    }
    return position;
}

std::size_t LineEditor::columnOf(std::size_t position) const { return characters(prompt_) + characters(std::string_view(text_).substr(0, position)); }

} // namespace agent::control
