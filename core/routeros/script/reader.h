// The grammar: octets → Program, by recursive descent. Its functions stand in four files: reader.cpp (files, blocks, recovery),
// reader_statement.cpp, reader_expression.cpp, reader_where.cpp. Internal to the room; parser.h is what others use.
//
// Recovery: a statement that cannot be understood is kept as Refused text up to its end (brackets and quotes balanced, or
// else only its first line), and reading goes on behind it. Text read twice is counted, so that input made of unclosed
// brackets cannot take more than a fixed multiple of its size.
#pragma once

#include "core/routeros/script/lexer.h"
#include "core/routeros/script/program.h"

#include <optional>

namespace core::routeros::script {

class Reader {
public:
    explicit Reader(std::string_view text) : lexer_(text) {}
    Program run();

private:
    struct Failure {
        Position at;
        std::string text;
        bool ranOff = false; // something is still open at the end of the text
    };
    template <class T> using Read = std::optional<T>; // nothing: failure_ says why

    // How far a bare word or a value goes.
    enum class Place { Argument, Array, Where };

    // A menu chosen inside brackets or braces ends with them.
    class RestoredMenu {
    public:
        explicit RestoredMenu(std::string& menu) : menu_(menu), was_(menu) {}
        ~RestoredMenu() { menu_ = std::move(was_); }
        RestoredMenu(const RestoredMenu&) = delete;
        RestoredMenu& operator=(const RestoredMenu&) = delete;

    private:
        std::string& menu_;
        std::string was_;
    };

    // reader.cpp
    bool fileStatement();
    Read<Block> blockStatements(Position open);
    void accept(Block& into, Statement statement);
    void recover(Block& into, const Lexer::Mark& start, std::size_t diagnostics, char closer);
    bool skipStatement(char closer);
    bool skipPasted();
    std::nullopt_t fail(Position at, std::string text);
    std::nullopt_t failOpen(Position at, std::string_view what);
    void note(Position at, std::string text);

    // reader_statement.cpp
    Read<Statement> statement();
    Read<Statement> comment();
    Read<Statement> scope();
    Read<Statement> call();
    Read<Statement> languageCommand();
    Read<Statement> menuOrCommand();
    bool pathWords(Statement& into);
    bool pathWord(Statement& into, std::string_view word, Position at);
    bool arguments(Statement& into);
    bool argument(Statement& into);
    bool whereArgument(Statement& into, Position at);
    [[nodiscard]] bool atStatementEnd() const;
    bool endOfStatement();

    // reader_expression.cpp
    Read<Expression> value(Place place, bool braceIsBlock);
    Read<Expression> valuePiece(Place place, bool braceIsBlock, bool first);
    Read<Expression> quoted();
    bool quotedOctet(std::string& into);
    Read<Expression> variable();
    Read<Expression> substitution();
    Read<Expression> parenthesised();
    Read<Expression> array();
    Read<Expression> block();
    Read<Expression> expression(int minimum);
    Read<Expression> prefix();
    Read<Expression> primary();
    Read<Expression> elements(Expression of, bool blanksAllowed);
    std::string literal();
    void addPiece(std::vector<Expression>& pieces, Expression piece);
    Read<Expression> joined(ExpressionKind kind, std::vector<Expression> pieces, Position at);
    // The operator standing here and its octets; None when there is none.
    [[nodiscard]] std::pair<Operator, std::size_t> infix() const;

    // reader_where.cpp
    Read<Expression> where();
    Read<Expression> whereAnd();
    Read<Expression> whereUnit();
    Read<Expression> whereOperand();
    Read<Expression> whereComparison(Expression left);
    [[nodiscard]] bool keyword(std::string_view word) const;

    // Reads one level deeper, or fails when that would be too deep for the stack.
    template <class Rule> auto nested(Rule rule) -> decltype(rule()) {
        if (depth_ >= kMaximumDepth) {
            return fail(lexer_.here(), "brackets are nested too deep here; more than " + std::to_string(kMaximumDepth) + " levels are not understood");
        }
        ++depth_;
        auto result = rule();
        --depth_;
        return result;
    }
    static constexpr int kMaximumDepth = 150;
    static constexpr int kMaximumHeight = 600;
    // The node with its height set, or a failure when the tree has become too high.
    Read<Expression> grown(Expression node);
    Read<Expression> combined(ExpressionKind kind, Operator op, Position at, std::vector<Expression> parts);
    Read<Expression> pair(ExpressionKind kind, Operator op, Expression left, Expression right);

    Lexer lexer_;
    Program program_;
    std::optional<Failure> failure_;
    std::string menu_; // of the statements being read
    int depth_ = 0;
    std::size_t readTwice_ = 0;
    bool exhausted_ = false; // too much was read twice; the rest is refused
};

} // namespace core::routeros::script
