// One run of a script. Its functions stand in four files: execution.cpp (statements, functions), execution_control.cpp (:if …),
// execution_expression.cpp (values), execution_router.cpp (commands of the router). Internal to the room; interpreter.h is what
// others use.
#pragma once

#include "core/routeros/script/interpreter.h"
#include "core/routeros/script/scope.h"

#include <tl/expected.hpp>

namespace core::routeros::script {

// Why a script does not simply go on.
struct Interrupt {
    enum class Kind { Error, Return, Break, Continue, Limit };
    Kind kind = Kind::Error;
    Position at;
    std::string text;
    Value value; // Return
};
template <class T> using Evaluated = tl::expected<T, Interrupt>;

class Execution {
public:
    Execution(Router& router, Environment& globals, const ScriptLimits& limits) : router_(router), globals_(globals), limits_(limits) {}

    // The value of the last statement.
    Evaluated<Value> block(const Block& statements, Scope& scope);
    Evaluated<Value> value(const Expression& expression, Scope& scope);

    [[nodiscard]] static tl::unexpected<Interrupt> error(Position at, std::string text) { return tl::unexpected(Interrupt{Interrupt::Kind::Error, at, std::move(text), {}}); }
    // The n-th positional argument, or an error that it is missing.
    Evaluated<Value> needed(const Statement& s, std::size_t n, Scope& scope);
    // A named argument, or Nothing.
    Evaluated<Value> named(const Statement& s, std::string_view name, Scope& scope);
    Router& router() { return router_; }
    Environment& globals() { return globals_; }
    Evaluated<void> step(Position at);

private:
    // execution.cpp
    Evaluated<Value> statement(const Statement& s, Scope& scope);
    Evaluated<Value> call(const Statement& s, Scope& scope);
    Evaluated<Value> invoke(const Code& code, const std::string& name, const Statement& s, Scope& scope);
    Evaluated<Value> inner(const Expression& block, Scope& scope);
    Evaluated<Value> declare(const Statement& s, Scope& scope);
    Evaluated<Value> assign(const Statement& s, Scope& scope);
    Evaluated<void> store(const Expression& target, Value content, Scope& scope);

    // execution_control.cpp
    Evaluated<Value> languageCommand(const Statement& s, Scope& scope);
    Evaluated<Value> ifElse(const Statement& s, Scope& scope);
    Evaluated<Value> forLoop(const Statement& s, Scope& scope);
    Evaluated<Value> forEach(const Statement& s, Scope& scope);
    Evaluated<Value> whileLoop(const Statement& s, Scope& scope);
    Evaluated<Value> doBlock(const Statement& s, Scope& scope);
    Evaluated<Value> onError(const Statement& s, Scope& scope);
    Evaluated<Value> retry(const Statement& s, Scope& scope);
    Evaluated<Value> parsed(const Statement& s, Scope& scope);
    // One pass of a loop's body; false when the loop shall end.
    Evaluated<bool> pass(const Expression& body, Scope& scope);

    // execution_expression.cpp
    Evaluated<Value> variable(const std::string& name, Position at, Scope& scope);
    Evaluated<Value> operation(const Expression& e, Scope& scope);
    Evaluated<Value> chain(const Expression& e, Scope& scope);
    Evaluated<Value> array(const Expression& e, Scope& scope);
    Evaluated<Value> text(const Expression& e, Scope& scope);
    Evaluated<bool> holds(const Expression& condition, const core::model::Row& row, Scope& scope);
    Evaluated<Value> operand(const Expression& e, const core::model::Row& row, Scope& scope);
    Evaluated<Value> bounded(Value value, Position at);

    // execution_router.cpp
    Evaluated<Value> routerCommand(const Statement& s, Scope& scope);
    Evaluated<std::vector<core::model::Row>> rows(const Statement& s, Scope& scope);
    Evaluated<Value> find(const Statement& s, Scope& scope);
    Evaluated<Value> get(const Statement& s, Scope& scope);
    Evaluated<Value> printed(const Statement& s, Scope& scope);
    Evaluated<core::model::Request> request(const Statement& s, Scope& scope);
    Evaluated<std::string> argumentText(const Expression& e, Scope& scope);

    Router& router_;
    Environment& globals_;
    ScriptLimits limits_;
    std::uint64_t steps_ = 0;
    int depth_ = 0;
};

} // namespace core::routeros::script
