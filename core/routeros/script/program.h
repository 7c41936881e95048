// A script as a tree. What the console language writes in many ways (menus by slash or blank, relative menus, quotes where
// none are needed, continued lines) is one tree; printProgram() writes it back in one way.
//
//   /ip firewall filter                                   Statement::Menu    menu "/ip/firewall/filter"
//   set [find comment="x"] disabled=yes                   Statement::Command menu "/ip/firewall/filter", verb "set",
//                                                           arguments {"" = Substitution{find}, "disabled" = Word "yes"}
//   :foreach i in=[find] do={ :put $i }                   Statement::Command menu "", verb ":foreach",
//                                                           arguments {"" = Word "i", "in" = Substitution, "do" = Block}
//   $function 1 name=x                                    Statement::Call    arguments {"" = Variable, "" = Word "1", …}
//
// Plain values; equality ignores positions and heights. Octets are kept as they came, in whatever code page.
#pragma once

#include "core/routeros/script/position.h"

#include <string>
#include <vector>

namespace core::routeros::script {

enum class Operator {
    None,
    Or, And, Not,
    Equal, NotEqual, Less, Greater, LessOrEqual, GreaterOrEqual,
    Matches, // ~ : the right side is a POSIX extended regular expression
    In,      // address in prefix, element in array
    BitOr, BitXor, BitAnd, BitNot, ShiftLeft, ShiftRight,
    Join,   // , : arrays
    Concat, // . : strings
    Add, Subtract, Multiply, Divide, Modulo, Negate,
    Element, // -> : element of an array
};

enum class ExpressionKind {
    Word,         // bare text: add, 10.0.0.0/8, *1, !LAN; its type is what it looks like
    String,       // quoted text, escapes resolved
    Variable,     // $name; text is the name
    Property,     // a bare name in a where condition
    Unary,        // op, one part
    Binary,       // op, two parts; a chain of or, and, "," or "." is one node with all its parts
    Interpolated, // "text $x $[command] $(expression)": parts
    Glued,        // word$x, [a],[b]: parts written without a blank between them
    Array,        // {1;2;"key"=3}: parts, each an expression or Keyed
    Keyed,        // parts: key, value
    Substitution, // [command]: block
    Block,        // do={commands}: block
};

struct Statement;

struct Expression {
    ExpressionKind kind = ExpressionKind::Word;
    Operator op = Operator::None;
    Position at;
    int height = 0; // of the tree below; the reader bounds it, so that walking a tree is safe by recursion
    std::string text;
    std::vector<Expression> parts;
    std::vector<Statement> block;

    Expression();
    Expression(ExpressionKind kind, Position at, std::string text = {});
    Expression(const Expression&);
    Expression(Expression&&) noexcept;
    Expression& operator=(const Expression&);
    Expression& operator=(Expression&&) noexcept;
    ~Expression();
    bool operator==(const Expression& other) const;
};

// name=value, or a positional value (name empty). "where …" is an argument named "where".
struct Argument {
    std::string name;
    Expression value;
    Position at{};
    bool operator==(const Argument& other) const { return name == other.name && value == other.value; }
};

using Block = std::vector<Statement>;

struct Statement {
    enum class Kind {
        Menu,    // the statements below it, to the end of its block, run in this menu
        Command, // verb and arguments in a menu; the commands of the language have verbs with a colon: ":if"
        Call,    // the first argument is what is called: a variable or an expression
        Scope,   // { … }: the first argument is the block
        Comment, // text after the #
        Refused, // text that is not understood, kept as it is; a diagnostic says why
    };
    Kind kind = Kind::Command;
    Position at;
    std::string menu; // "/ip/firewall/filter"; "" is the root
    std::string verb;
    std::string text; // Comment, Refused
    std::vector<Argument> arguments;

    // The value of a named argument, or null.
    [[nodiscard]] const Expression* argument(std::string_view name) const;
    // The n-th value without a name, or null.
    [[nodiscard]] const Expression* positional(std::size_t n) const;
    bool operator==(const Statement& other) const;
};

struct Diagnostic {
    enum class Severity { Note, Error };
    Severity severity = Severity::Error;
    Position at;
    std::string text;
    bool operator==(const Diagnostic&) const = default;
};

struct Program {
    Block statements;
    std::vector<Diagnostic> diagnostics; // in the order of the text
    // The first error, or null.
    [[nodiscard]] const Diagnostic* firstError() const;
};

} // namespace core::routeros::script
