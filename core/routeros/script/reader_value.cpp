// Values of arguments: words, strings, variables, substitutions and braces, alone or written without a blank between them.
#include "core/routeros/script/reader.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

constexpr CharSet kArgumentStops(" \t\r\n\\;[](){}\"$");
constexpr CharSet kArrayStops(" \t\r\n\\;[](){}\"$=");
constexpr CharSet kWhereStops(" \t\r\n\\;[](){}\"$&|");

bool isText(const Expression& piece) { return piece.kind == ExpressionKind::Word || piece.kind == ExpressionKind::String; }

bool isChain(Operator op) { return op == Operator::Or || op == Operator::And || op == Operator::Join || op == Operator::Concat; }

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

} // namespace

Reader::Read<Expression> Reader::value(Place place, bool braceIsBlock) {
    const Position at = lexer_.here();
    std::vector<Expression> pieces;
    for (;;) {
        const std::size_t before = lexer_.offset();
        const char opener = lexer_.peek();
        auto piece = valuePiece(place, braceIsBlock, pieces.empty());
        if (!piece) {
            return std::nullopt;
        }
        if (lexer_.offset() == before) {
            break;
        }
        addPiece(pieces, std::move(*piece));
        if (opener == '{' || (opener == '(' && isLetter(lexer_.peek()))) {
            break; // "do={…}else={…}", ":if ($x)do={…}"
        }
    }
    return joined(ExpressionKind::Glued, std::move(pieces), at);
}

// An empty word, and nothing taken, at the end of the value.
Reader::Read<Expression> Reader::valuePiece(Place place, bool braceIsBlock, bool first) {
    const Position at = lexer_.here();
    const bool blanks = place != Place::Argument && first;
    Read<Expression> read;
    switch (lexer_.peek()) {
    case '"': return quoted();
    case '$':
        read = variable();
        return read ? elements(std::move(*read), blanks) : std::nullopt;
    case '[':
        read = substitution();
        return read ? elements(std::move(*read), blanks) : std::nullopt;
    case '(':
    case '{':
        if (!first) {
            return fail(at, std::string("a '") + lexer_.peek() + "' inside a value is not understood; put the value in quotes");
        }
        return lexer_.peek() == '(' ? parenthesised() : braceIsBlock ? block() : array();
    case ')': return place == Place::Argument ? Read<Expression>(fail(at, "')' closes nothing")) : Expression(ExpressionKind::Word, at);
    default: break;
    }
    std::string word = lexer_.word(place == Place::Argument ? kArgumentStops : place == Place::Array ? kArrayStops : kWhereStops);
    if (place == Place::Where) {
        // A single & or | is text, a doubled one ends the value.
        while ((lexer_.peek() == '&' || lexer_.peek() == '|') && lexer_.peek(1) != lexer_.peek()) {
            word += lexer_.take();
            word += lexer_.word(kWhereStops);
        }
    }
    if (lexer_.peek() == '\\') {
        return fail(lexer_.here(), "a backslash is only understood inside quotes or at the end of a line");
    }
    return Expression(ExpressionKind::Word, at, std::move(word));
}

// Neighbouring texts become one: !"my list" is the text "!my list".
void Reader::addPiece(std::vector<Expression>& pieces, Expression piece) {
    if (piece.kind == ExpressionKind::Word && piece.text.empty()) {
        return; // only a continued line end was here
    }
    if (piece.kind == ExpressionKind::Word && piece.text.starts_with("->")) {
        piece.kind = ExpressionKind::String; // behind a continued line end; without it this would choose an element
    }
    if (pieces.empty() || !isText(piece) || !isText(pieces.back())) {
        pieces.push_back(std::move(piece));
        return;
    }
    Expression& last = pieces.back();
    last.text += piece.text;
    if (piece.kind == ExpressionKind::String) {
        last.kind = ExpressionKind::String;
    }
}

Reader::Read<Expression> Reader::joined(ExpressionKind kind, std::vector<Expression> pieces, Position at) {
    if (pieces.empty()) {
        return Expression(ExpressionKind::String, at);
    }
    // "$x" is text whatever $x is; $x alone is $x.
    if (pieces.size() == 1 && (kind == ExpressionKind::Glued || isText(pieces.front()))) {
        return std::move(pieces.front());
    }
    return combined(kind, Operator::None, at, std::move(pieces));
}

Reader::Read<Expression> Reader::grown(Expression node) {
    int below = 0;
    for (const Expression& part : node.parts) {
        below = std::max(below, part.height);
    }
    for (const Statement& statement : node.block) {
        for (const Argument& argument : statement.arguments) {
            below = std::max(below, argument.value.height + 1);
        }
    }
    node.height = below + 1;
    if (node.height > kMaximumHeight) {
        return fail(node.at, "this expression has more than " + std::to_string(kMaximumHeight) + " steps inside one another; split it");
    }
    return node;
}

Reader::Read<Expression> Reader::combined(ExpressionKind kind, Operator op, Position at, std::vector<Expression> parts) {
    Expression node(kind, at);
    node.op = op;
    node.parts = std::move(parts);
    return grown(std::move(node));
}

Reader::Read<Expression> Reader::pair(ExpressionKind kind, Operator op, Expression left, Expression right) {
    const Position at = left.at;
    if (kind == ExpressionKind::Binary && left.kind == kind && left.op == op && isChain(op)) {
        left.height = std::max(left.height, right.height + 1);
        left.parts.push_back(std::move(right));
        return left;
    }
    std::vector<Expression> parts;
    parts.reserve(2);
    parts.push_back(std::move(left));
    parts.push_back(std::move(right));
    return combined(kind, op, at, std::move(parts));
}

} // namespace core::routeros::script
