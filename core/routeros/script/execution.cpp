// Statements, variables and functions.
#include "core/routeros/script/execution.h"

#include "core/routeros/script/operators.h"

namespace core::routeros::script {

Evaluated<void> Execution::step(Position at) {
    if (++steps_ > limits_.steps) {
        return tl::unexpected(Interrupt{Interrupt::Kind::Limit, at, "the script was ended: it runs longer than " + std::to_string(limits_.steps) + " steps", {}});
    }
    if (steps_ % 256 == 0 && router_.stopped()) {
        return tl::unexpected(Interrupt{Interrupt::Kind::Limit, at, "the script was stopped", {}});
    }
    return {};
}

Evaluated<Value> Execution::block(const Block& statements, Scope& scope) {
    Evaluated<Value> last;
    for (const Statement& each : statements) {
        last = statement(each, scope);
        if (!last) {
            return last;
        }
    }
    return last;
}

Evaluated<Value> Execution::inner(const Expression& body, Scope& scope) {
    Scope own(&scope, false);
    if (body.kind == ExpressionKind::Block) {
        return block(body.block, own);
    }
    // do=$function
    const auto code = value(body, scope);
    if (!code || !code->as<Code>()) {
        return code ? error(body.at, "expected a block in braces here") : code;
    }
    return block(*code->as<Code>()->block, own);
}

Evaluated<Value> Execution::statement(const Statement& s, Scope& scope) {
    if (const auto going = step(s.at); !going) {
        return tl::unexpected(going.error());
    }
    switch (s.kind) {
    case Statement::Kind::Menu:
    case Statement::Kind::Comment: return Value();
    case Statement::Kind::Refused: return error(s.at, "this was not understood");
    case Statement::Kind::Scope: return inner(s.arguments.front().value, scope);
    case Statement::Kind::Call: return call(s, scope);
    case Statement::Kind::Command: break;
    }
    if (s.verb == ":local" || s.verb == ":global") {
        return declare(s, scope);
    }
    if (s.verb == ":set") {
        return assign(s, scope);
    }
    return s.verb.starts_with(':') ? languageCommand(s, scope) : routerCommand(s, scope);
}

Evaluated<Value> Execution::needed(const Statement& s, std::size_t n, Scope& scope) {
    const Expression* expression = s.positional(n);
    return expression ? value(*expression, scope) : error(s.at, s.verb + " needs " + std::to_string(n + 1) + (n == 0 ? " value" : " values"));
}

Evaluated<Value> Execution::named(const Statement& s, std::string_view name, Scope& scope) {
    const Expression* expression = s.argument(name);
    return expression ? value(*expression, scope) : Value();
}

// :local name value, :global name do={…}
Evaluated<Value> Execution::declare(const Statement& s, Scope& scope) {
    const Expression* name = s.positional(0);
    const bool isName = name && (name->kind == ExpressionKind::Word || name->kind == ExpressionKind::String || name->kind == ExpressionKind::Variable);
    if (!isName) {
        return error(s.at, s.verb + " needs the name of a variable");
    }
    const Expression* content = s.positional(1) ? s.positional(1) : s.argument("do");
    Evaluated<Value> initial;
    if (content && !(initial = value(*content, scope))) {
        return initial;
    }
    if (s.verb == ":local") {
        scope.declareLocal(name->text, std::move(*initial));
        return Value();
    }
    scope.declareGlobal(name->text);
    if (content) {
        globals_.globals.insert_or_assign(name->text, std::move(*initial));
    }
    return Value();
}

// :set name value, :set ($array->"key") value
Evaluated<Value> Execution::assign(const Statement& s, Scope& scope) {
    const Expression* target = s.positional(0);
    const Expression* content = s.positional(1) ? s.positional(1) : s.argument("do");
    if (!target) {
        return error(s.at, ":set needs the name of a variable");
    }
    auto assigned = content ? value(*content, scope) : Evaluated<Value>(Value());
    if (!assigned) {
        return assigned;
    }
    const auto stored = store(*target, std::move(*assigned), scope);
    return stored ? Evaluated<Value>(Value()) : tl::unexpected(stored.error());
}

Evaluated<void> Execution::store(const Expression& target, Value content, Scope& scope) {
    if (target.kind == ExpressionKind::Binary && target.op == Operator::Element) {
        auto array = value(target.parts[0], scope);
        auto key = value(target.parts[1], scope);
        if (!array || !key) {
            return tl::unexpected(array ? key.error() : array.error());
        }
        auto changed = bounded(withElement(*array, *key, std::move(content)), target.at);
        return changed ? store(target.parts[0], std::move(*changed), scope) : tl::unexpected(changed.error());
    }
    if (target.kind != ExpressionKind::Word && target.kind != ExpressionKind::String && target.kind != ExpressionKind::Variable) {
        return error(target.at, "only a variable or an element of one can be set");
    }
    if (Value* local = scope.local(target.text)) {
        *local = std::move(content);
        return {};
    }
    if (!scope.seesGlobal(target.text)) {
        return error(target.at, "variable " + target.text + " is not declared; write :local " + target.text + " or :global " + target.text + " first");
    }
    globals_.globals.insert_or_assign(target.text, std::move(content));
    return {};
}

// $function a b name=c; a variable that is no function is its value.
Evaluated<Value> Execution::call(const Statement& s, Scope& scope) {
    const Expression& callee = s.arguments.front().value;
    auto called = value(callee, scope);
    if (!called) {
        return called;
    }
    if (const Code* code = called->as<Code>()) {
        return invoke(*code, callee.kind == ExpressionKind::Variable ? "$" + callee.text : std::string(), s, scope);
    }
    if (s.arguments.size() > 1) {
        return error(callee.at, "this is no function but a value of type " + std::string(typeName(*called)));
    }
    return called;
}

Evaluated<Value> Execution::invoke(const Code& code, const std::string& name, const Statement& s, Scope& scope) {
    Scope own(nullptr, true);
    own.declareLocal("0", Value::text(name));
    int position = 0;
    for (std::size_t i = 1; i < s.arguments.size(); ++i) {
        const Argument& argument = s.arguments[i];
        auto passed = value(argument.value, scope);
        if (!passed) {
            return passed;
        }
        own.declareLocal(argument.name.empty() ? std::to_string(++position) : argument.name, std::move(*passed));
    }
    if (depth_ >= limits_.depth) {
        return tl::unexpected(Interrupt{Interrupt::Kind::Limit, s.at, "the script was ended: more than " + std::to_string(limits_.depth) + " functions inside one another", {}});
    }
    ++depth_;
    const Code held = code; // the function may set its own variable
    auto result = block(*held.block, own);
    --depth_;
    if (!result && result.error().kind == Interrupt::Kind::Return) {
        return std::move(result.error().value);
    }
    return result;
}

} // namespace core::routeros::script
