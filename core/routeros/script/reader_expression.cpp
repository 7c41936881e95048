// Expressions in parentheses, substitutions in brackets, arrays and blocks in braces.
//
// What binds stronger, from weak to strong: or, and, comparisons (with ~ and in), |, ^, &, ",", ".", shifts, + -, * / %,
// signs, ->. Operators of the same strength go from left to right.
#include "core/routeros/script/reader.h"

#include <array>

namespace core::routeros::script {

namespace {

struct Infix {
    std::string_view octets;
    Operator op;
    int strength;
};

// Longer spellings first.
constexpr std::array<Infix, 21> kInfix{{{"||", Operator::Or, 1},          {"&&", Operator::And, 2},           {"!=", Operator::NotEqual, 3},  {"<=", Operator::LessOrEqual, 3},
                                        {">=", Operator::GreaterOrEqual, 3}, {"<<", Operator::ShiftLeft, 9},   {">>", Operator::ShiftRight, 9}, {"=", Operator::Equal, 3},
                                        {"<", Operator::Less, 3},         {">", Operator::Greater, 3},        {"~", Operator::Matches, 3},    {"|", Operator::BitOr, 4},
                                        {"^", Operator::BitXor, 5},       {"&", Operator::BitAnd, 6},         {",", Operator::Join, 7},       {".", Operator::Concat, 8},
                                        {"+", Operator::Add, 10},         {"-", Operator::Subtract, 10},      {"*", Operator::Multiply, 11},  {"/", Operator::Divide, 11},
                                        {"%", Operator::Modulo, 11}}};
constexpr std::array<Infix, 3> kWords{{{"or", Operator::Or, 1}, {"and", Operator::And, 2}, {"in", Operator::In, 3}}};

int strengthOf(Operator op) {
    for (const Infix& candidate : kInfix) {
        if (candidate.op == op) {
            return candidate.strength;
        }
    }
    return 3; // in
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Whether an octet after a letter still belongs to the same bare word: ":" only before more of an address, "-" only within a name.
bool continuesName(char c, char next) {
    return isDigit(c) || isLetter(c) || (c == ':' && (isHexDigit(next) || next == ':')) || (c == '-' && (isLetter(next) || isDigit(next)));
}

bool isDotted(std::string_view text) {
    return text.find_first_not_of("0123456789.") == std::string_view::npos;
}

} // namespace

Reader::Read<Expression> Reader::substitution() {
    return nested([this]() -> Read<Expression> {
        Expression out(ExpressionKind::Substitution, lexer_.here());
        const RestoredMenu outer(menu_);
        lexer_.take();
        for (;;) {
            lexer_.skipLayout();
            if (lexer_.accept("]")) {
                return grown(std::move(out));
            }
            if (lexer_.accept(";")) {
                continue;
            }
            auto read = lexer_.atEnd() ? failOpen(out.at, "bracket") : statement();
            if (!read) {
                return std::nullopt;
            }
            accept(out.block, std::move(*read));
            lexer_.skipLayout();
            if (lexer_.peek() != ';' && lexer_.peek() != ']') {
                return failOpen(out.at, "bracket");
            }
        }
    });
}

Reader::Read<Expression> Reader::parenthesised() {
    return nested([this]() -> Read<Expression> {
        const Position at = lexer_.here();
        lexer_.take();
        lexer_.skipLayout();
        if (lexer_.accept(")")) {
            return Expression(ExpressionKind::Substitution, at); // nothing
        }
        auto inner = expression(1);
        if (!inner && failure_->ranOff && failure_->at == lexer_.here()) {
            failure_->at = at; // nothing stood at the end of the text
        }
        lexer_.skipLayout();
        if (!inner || lexer_.accept(")")) {
            return inner;
        }
        return lexer_.atEnd() ? failOpen(at, "parenthesis") : fail(lexer_.here(), "expected an operator or ')' here");
    });
}

Reader::Read<Expression> Reader::block() {
    return nested([this]() -> Read<Expression> {
        Expression out(ExpressionKind::Block, lexer_.here());
        lexer_.take();
        auto statements = blockStatements(out.at);
        if (!statements) {
            return std::nullopt;
        }
        out.block = std::move(*statements);
        return grown(std::move(out));
    });
}

// {1; 2; "key"=3}
Reader::Read<Expression> Reader::array() {
    return nested([this]() -> Read<Expression> {
        const Position at = lexer_.here();
        std::vector<Expression> parts;
        lexer_.take();
        for (;;) {
            lexer_.skipLayout();
            if (lexer_.accept("}")) {
                return combined(ExpressionKind::Array, Operator::None, at, std::move(parts));
            }
            if (lexer_.accept(";")) {
                continue;
            }
            if (lexer_.atEnd()) {
                return failOpen(at, "brace");
            }
            auto element = value(Place::Array, false);
            lexer_.skipBlanks();
            if (element && lexer_.accept("=")) {
                lexer_.skipBlanks();
                auto content = value(Place::Array, false);
                if (!content) {
                    return std::nullopt;
                }
                element = pair(ExpressionKind::Keyed, Operator::None, std::move(*element), std::move(*content));
            }
            if (!element) {
                return std::nullopt;
            }
            parts.push_back(std::move(*element));
            lexer_.skipLayout();
            if (lexer_.peek() != ';' && lexer_.peek() != '}') {
                return lexer_.atEnd() ? failOpen(at, "brace") : fail(lexer_.here(), "expected ';' or '}' in this array");
            }
        }
    });
}

// The words that are operators are so wherever a bare word of that spelling would end: "not&" is never a name.
bool Reader::keyword(std::string_view word) const {
    return lexer_.startsWith(word) && !continuesName(lexer_.peek(word.size()), lexer_.peek(word.size() + 1));
}

std::pair<Operator, std::size_t> Reader::infix() const {
    for (const Infix& candidate : kWords) {
        if (keyword(candidate.octets)) {
            return {candidate.op, candidate.octets.size()};
        }
    }
    for (const Infix& candidate : kInfix) {
        if (lexer_.startsWith(candidate.octets)) {
            return {candidate.op, candidate.octets.size()};
        }
    }
    return {Operator::None, 0};
}

Reader::Read<Expression> Reader::expression(int minimum) {
    auto left = prefix();
    while (left) {
        lexer_.skipLayout();
        const auto [op, octets] = infix();
        if (op == Operator::None || strengthOf(op) < minimum) {
            return left;
        }
        lexer_.skip(octets);
        auto right = expression(strengthOf(op) + 1);
        if (!right) {
            return std::nullopt;
        }
        left = pair(ExpressionKind::Binary, op, std::move(*left), std::move(*right));
    }
    return left;
}

Reader::Read<Expression> Reader::prefix() {
    lexer_.skipLayout();
    const Position at = lexer_.here();
    const char c = lexer_.peek();
    Operator op = Operator::None;
    std::size_t octets = 1;
    if (c == '-') {
        op = Operator::Negate;
    } else if (c == '!') {
        op = Operator::Not;
    } else if (c == '~') {
        op = Operator::BitNot;
    } else if (keyword("not")) {
        op = Operator::Not;
        octets = 3;
    } else if (c == '>') {
        return fail(at, "functions written as >[…] or >\"…\" are not understood; write do={…}");
    }
    if (op == Operator::None) {
        auto read = primary();
        return read ? elements(std::move(*read), true) : std::nullopt;
    }
    lexer_.skip(octets);
    auto operand = nested([this] { return prefix(); });
    return operand ? combined(ExpressionKind::Unary, op, at, {std::move(*operand)}) : std::nullopt;
}

Reader::Read<Expression> Reader::primary() {
    const Position at = lexer_.here();
    switch (lexer_.peek()) {
    case '"': return quoted();
    case '$': return variable();
    case '[': return substitution();
    case '(': return parenthesised();
    case '{': return array();
    default: break;
    }
    std::string word = literal();
    if (word.empty()) {
        return lexer_.atEnd() ? failOpen(at, "parenthesis") : fail(at, "expected a value here");
    }
    return Expression(ExpressionKind::Word, at, std::move(word));
}

// $array->"key"->0
Reader::Read<Expression> Reader::elements(Expression of, bool blanksAllowed) {
    Read<Expression> out(std::move(of));
    while (out) {
        const Lexer::Mark mark = lexer_.mark();
        if (blanksAllowed) {
            lexer_.skipBlanks();
        }
        if (!lexer_.accept("->")) {
            lexer_.rewind(mark);
            return out;
        }
        lexer_.skipBlanks();
        auto key = primary();
        if (!key) {
            return std::nullopt;
        }
        out = pair(ExpressionKind::Binary, Operator::Element, std::move(*out), std::move(*key));
    }
    return out;
}

// A bare word between operators: numbers, addresses, prefixes, times, ids, names. "." joins strings except between the numbers
// of an address, "/" divides except behind an address, "-" subtracts except within a name.
std::string Reader::literal() {
    std::string out;
    if (lexer_.peek() == '*' && isHexDigit(lexer_.peek(1))) {
        out += lexer_.take();
    } else if (lexer_.peek() == '.' && isLetter(lexer_.peek(1))) {
        out += lexer_.take();
    } else if (lexer_.startsWith("::")) {
        out += lexer_.take();
    }
    for (;;) {
        const char c = lexer_.peek();
        const char next = lexer_.peek(1);
        const bool address = isDotted(out) && !out.empty();
        const bool part = isDigit(c) || isLetter(c) || (c == '.' && address && isDigit(next)) || (c == ':' && !out.empty() && (isHexDigit(next) || next == ':')) ||
                          (c == ':' && out.ends_with(':')) || (c == '-' && !out.empty() && isLetter(out.front()) && next != '>' && (isLetter(next) || isDigit(next))) ||
                          (c == '/' && isDigit(next) && ((address && out.find('.') != std::string::npos) || out.find(':') != std::string::npos));
        if (!part || lexer_.atEnd()) {
            return out;
        }
        out += lexer_.take();
    }
}

} // namespace core::routeros::script
