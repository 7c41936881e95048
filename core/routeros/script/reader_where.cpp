// Conditions: [find where name~"^ether" and !disabled or mtu>1500]. Names are properties of the item; conditions side by side
// must all hold. "or" binds weaker than "and", as everywhere in the language.
#include "core/routeros/script/reader.h"

namespace core::routeros::script {

namespace {

constexpr CharSet kPropertyStops(" \t\r\n\\;=[](){}\"$!~<>&|,#");

struct Comparison {
    std::string_view octets;
    Operator op;
};

// Longer ones first.
constexpr Comparison kComparisons[] = {{"!=", Operator::NotEqual},       {"<=", Operator::LessOrEqual}, {">=", Operator::GreaterOrEqual}, {"=", Operator::Equal},
                                       {"<", Operator::Less}, {">", Operator::Greater},       {"~", Operator::Matches}};

} // namespace

Reader::Read<Expression> Reader::where() {
    return nested([this]() -> Read<Expression> {
        auto left = whereAnd();
        for (;;) {
            lexer_.skipBlanks();
            if (!left || !(lexer_.startsWith("||") || keyword("or"))) {
                return left;
            }
            lexer_.skip(2);
            auto right = whereAnd();
            if (!right) {
                return std::nullopt;
            }
            left = pair(ExpressionKind::Binary, Operator::Or, std::move(*left), std::move(*right));
        }
    });
}

Reader::Read<Expression> Reader::whereAnd() {
    auto left = whereUnit();
    for (;;) {
        lexer_.skipBlanks();
        if (!left || atStatementEnd() || lexer_.peek() == ')' || lexer_.startsWith("||") || keyword("or")) {
            return left;
        }
        if (lexer_.startsWith("&&")) {
            lexer_.skip(2);
        } else if (keyword("and")) {
            lexer_.skip(3);
        }
        auto right = whereUnit();
        if (!right) {
            return std::nullopt;
        }
        left = pair(ExpressionKind::Binary, Operator::And, std::move(*left), std::move(*right));
    }
}

Reader::Read<Expression> Reader::whereUnit() {
    lexer_.skipBlanks();
    const Position at = lexer_.here();
    if (lexer_.peek() == '!' || keyword("not")) {
        lexer_.skip(lexer_.peek() == '!' ? 1 : 3);
        auto operand = nested([this] { return whereUnit(); });
        if (!operand) {
            return std::nullopt;
        }
        return combined(ExpressionKind::Unary, Operator::Not, at, {std::move(*operand)});
    }
    if (lexer_.accept("(")) {
        auto inner = where();
        lexer_.skipBlanks();
        if (inner && !lexer_.accept(")")) {
            return failOpen(at, "parenthesis");
        }
        return inner;
    }
    auto left = whereOperand();
    return left ? whereComparison(std::move(*left)) : std::nullopt;
}

Reader::Read<Expression> Reader::whereOperand() {
    const Position at = lexer_.here();
    switch (lexer_.peek()) {
    case '"':
    case '$':
    case '[': {
        auto read = primary();
        return read ? elements(std::move(*read), false) : std::nullopt;
    }
    default: break;
    }
    std::string name = lexer_.word(kPropertyStops);
    if (name.empty()) {
        return fail(at, "expected a property's name in this condition");
    }
    const bool literal = (name.front() >= '0' && name.front() <= '9') || name.front() == '*';
    return Expression(literal ? ExpressionKind::Word : ExpressionKind::Property, at, std::move(name));
}

Reader::Read<Expression> Reader::whereComparison(Expression left) {
    lexer_.skipBlanks();
    Operator op = Operator::None;
    if (keyword("in")) {
        op = Operator::In;
        lexer_.skip(2);
    }
    for (const Comparison& candidate : kComparisons) {
        if (op == Operator::None && lexer_.accept(candidate.octets)) {
            op = candidate.op;
        }
    }
    if (op == Operator::None) {
        return left; // holds when the property is set and not "no"
    }
    lexer_.skipBlanks();
    auto right = value(Place::Where, false);
    if (!right) {
        return std::nullopt;
    }
    return pair(ExpressionKind::Binary, op, std::move(left), std::move(*right));
}

} // namespace core::routeros::script
