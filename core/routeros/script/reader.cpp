#include "core/routeros/script/reader.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

constexpr std::size_t kReadTwiceLimit = 16; // times the size of the text

std::string trimmed(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return std::string(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

// The menu in "[admin@router] /ip address> " or "[admin@router] <SAFE> > "; nothing when the line does not begin so.
struct Prompt {
    std::size_t octets = 0;
    std::string menu;
};

std::optional<Prompt> promptOf(std::string_view line) {
    const std::size_t at = line.find_first_of("@ \t=\"");
    const std::size_t close = line.find("] ");
    if (!line.starts_with('[') || at == std::string_view::npos || line[at] != '@' || close == std::string_view::npos || close < at) {
        return std::nullopt;
    }
    std::size_t from = close + 2;
    Prompt prompt;
    constexpr std::string_view kSafe = "<SAFE>";
    if (line.substr(from).starts_with(kSafe)) {
        from += kSafe.size();
    }
    const std::size_t end = line.find('>', from);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    for (const char c : line.substr(from, end - from)) {
        const bool separates = c == ' ' || c == '/';
        if (separates ? prompt.menu.empty() || !prompt.menu.ends_with('/') : true) {
            prompt.menu += separates ? '/' : c;
        }
    }
    while (prompt.menu.ends_with('/')) {
        prompt.menu.pop_back();
    }
    prompt.octets = end + 1;
    return prompt;
}

} // namespace

Program Reader::run() {
    if (lexer_.startsWith("\xFF\xFE") || lexer_.startsWith("\xFE\xFF")) {
        program_.diagnostics.push_back({Diagnostic::Severity::Error, lexer_.here(), "this text is UTF-16; save it as UTF-8 or plain text"});
        return std::move(program_);
    }
    while (fileStatement()) {
    }
    return std::move(program_);
}

// One statement of the file; false at its end.
bool Reader::fileStatement() {
    lexer_.skipBlanks();
    if (lexer_.atEnd()) {
        return false;
    }
    if (lexer_.peek() == '\n' || lexer_.peek() == ';') {
        lexer_.take();
        return true;
    }
    if (skipPasted()) {
        return true;
    }
    const Lexer::Mark start = lexer_.mark();
    const std::size_t diagnostics = program_.diagnostics.size();
    if (auto read = statement(); read && endOfStatement()) {
        accept(program_.statements, std::move(*read));
    } else {
        recover(program_.statements, start, diagnostics, '\0');
    }
    return true;
}

// What copying from a terminal leaves at the beginning of lines.
bool Reader::skipPasted() {
    const Position at = lexer_.here();
    if (lexer_.peek() == '[') {
        if (const auto prompt = promptOf(lexer_.restOfLine())) {
            lexer_.skip(prompt->octets);
            if (menu_ != prompt->menu) {
                Statement menu;
                menu.kind = Statement::Kind::Menu;
                menu.at = at;
                menu.menu = prompt->menu;
                accept(program_.statements, std::move(menu));
            }
            note(at, "a prompt of the console was left out");
            return true;
        }
    }
    if (lexer_.startsWith("-- [")) {
        lexer_.skipLine();
        note(at, "a line of the console's pager was left out");
        return true;
    }
    return false;
}

// Behind "{", up to and with "}".
Reader::Read<Block> Reader::blockStatements(Position open) {
    Block block;
    const RestoredMenu outer(menu_);
    for (;;) {
        lexer_.skipBlanks();
        if (lexer_.atEnd()) {
            return failOpen(open, "brace");
        }
        const char c = lexer_.peek();
        if (c == '}') {
            lexer_.take();
            return block;
        }
        if (c == '\n' || c == ';') {
            lexer_.take();
            continue;
        }
        const Lexer::Mark start = lexer_.mark();
        const std::size_t diagnostics = program_.diagnostics.size();
        if (auto read = statement(); read && endOfStatement()) {
            accept(block, std::move(*read));
        } else if (failure_->ranOff) {
            return std::nullopt; // then this block is never closed either
        } else {
            recover(block, start, diagnostics, '}');
        }
    }
}

void Reader::accept(Block& into, Statement statement) {
    if (statement.kind == Statement::Kind::Menu) {
        menu_ = statement.menu;
    }
    into.push_back(std::move(statement));
}

// Behind the statement that failed, which becomes a Refused one. `diagnostics`: how many there were before it.
void Reader::recover(Block& into, const Lexer::Mark& start, std::size_t diagnostics, char closer) {
    const Failure failure = std::move(*failure_);
    failure_.reset();
    // What was said about the inside is said again when the inside is read again.
    program_.diagnostics.resize(diagnostics);
    program_.diagnostics.push_back({Diagnostic::Severity::Error, failure.at, failure.text});
    std::size_t furthest = lexer_.offset();
    lexer_.rewind(start);
    const Position at = lexer_.here();
    if (!exhausted_ && (failure.ranOff || !skipStatement(closer))) {
        furthest = std::max(furthest, lexer_.offset());
        lexer_.rewind(start);
        lexer_.skipLine();
    }
    readTwice_ += furthest - std::min(furthest, lexer_.offset());
    exhausted_ = exhausted_ || readTwice_ > kReadTwiceLimit * lexer_.size();
    if (exhausted_) {
        program_.diagnostics.push_back({Diagnostic::Severity::Error, lexer_.here(), "too many brackets or quotes are never closed; nothing behind this is read"});
        lexer_.skip(lexer_.size());
    }
    Statement refused;
    refused.kind = Statement::Kind::Refused;
    refused.at = at;
    refused.text = trimmed(lexer_.since(start.at));
    into.push_back(std::move(refused));
}

// From the beginning of a statement to its end, whatever it holds. False when brackets or quotes do not close in order.
bool Reader::skipStatement(char closer) {
    std::string open; // the brackets that will close these
    for (bool first = true; !lexer_.atEnd(); first = false) {
        const char c = lexer_.peek();
        if (open.empty() && !first && (c == '\n' || c == ';' || (closer != '\0' && c == closer))) {
            return true;
        }
        lexer_.take();
        switch (c) {
        case '\\': lexer_.skip(1); break;
        case '{': open += '}'; break;
        case '[': open += ']'; break;
        case '(': open += ')'; break;
        case '}':
        case ']':
        case ')':
            if (!open.empty() && open.back() != c) {
                return false;
            }
            if (!open.empty()) {
                open.pop_back();
            }
            break;
        case '"':
            while (!lexer_.atEnd() && lexer_.peek() != '"') {
                lexer_.skip(lexer_.peek() == '\\' ? 2 : 1);
            }
            if (lexer_.atEnd()) {
                return false;
            }
            lexer_.take();
            break;
        default: break;
        }
    }
    return open.empty();
}

std::nullopt_t Reader::fail(Position at, std::string text) {
    if (!failure_) {
        failure_ = Failure{at, std::move(text), false};
    }
    return std::nullopt;
}

std::nullopt_t Reader::failOpen(Position at, std::string_view what) {
    if (!failure_) {
        failure_ = Failure{at, "this " + std::string(what) + " is never closed", lexer_.atEnd()};
    }
    return std::nullopt;
}

void Reader::note(Position at, std::string text) { program_.diagnostics.push_back({Diagnostic::Severity::Note, at, std::move(text)}); }

} // namespace core::routeros::script
