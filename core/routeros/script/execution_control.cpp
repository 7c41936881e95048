// Control flow.
#include "core/routeros/script/builtins.h"
#include "core/routeros/script/execution.h"
#include "core/routeros/script/operators.h"
#include "core/routeros/script/parser.h"

#include <array>

namespace core::routeros::script {

Evaluated<Value> Execution::languageCommand(const Statement& s, Scope& scope) {
    using Handler = Evaluated<Value> (Execution::*)(const Statement&, Scope&);
    struct Entry {
        std::string_view verb;
        Handler handler;
    };
    static constexpr std::array<Entry, 9> kControl{{{":if", &Execution::ifElse},
                                                    {":for", &Execution::forLoop},
                                                    {":foreach", &Execution::forEach},
                                                    {":while", &Execution::whileLoop},
                                                    {":do", &Execution::doBlock},
                                                    {":onerror", &Execution::onError},
                                                    {":retry", &Execution::retry},
                                                    {":parse", &Execution::parsed},
                                                    {":execute", &Execution::parsed}}};
    for (const Entry& entry : kControl) {
        if (entry.verb == s.verb) {
            return (this->*entry.handler)(s, scope);
        }
    }
    if (s.verb == ":return") {
        auto result = s.positional(0) ? value(*s.positional(0), scope) : Evaluated<Value>(Value());
        return result ? tl::unexpected(Interrupt{Interrupt::Kind::Return, s.at, {}, std::move(*result)}) : result;
    }
    if (s.verb == ":break" || s.verb == ":continue") {
        return tl::unexpected(Interrupt{s.verb == ":break" ? Interrupt::Kind::Break : Interrupt::Kind::Continue, s.at, s.verb + " stands outside of a loop", {}});
    }
    if (s.verb == ":error") {
        const auto message = s.positional(0) ? needed(s, 0, scope) : named(s, "message", scope);
        return message ? error(s.at, toText(*message)) : message;
    }
    return builtin(*this, s, scope);
}

Evaluated<Value> Execution::ifElse(const Statement& s, Scope& scope) {
    const auto condition = s.positional(0) ? needed(s, 0, scope) : named(s, "condition", scope);
    if (!condition) {
        return condition;
    }
    const Expression* chosen = s.argument(isTrue(*condition) ? "do" : "else");
    return chosen ? inner(*chosen, scope) : Value();
}

Evaluated<bool> Execution::pass(const Expression& body, Scope& scope) {
    const auto done = inner(body, scope);
    if (done || done.error().kind == Interrupt::Kind::Continue) {
        return true;
    }
    return done.error().kind == Interrupt::Kind::Break ? Evaluated<bool>(false) : tl::unexpected(done.error());
}

// :for i from=1 to=10 step=2 do={…}
Evaluated<Value> Execution::forLoop(const Statement& s, Scope& scope) {
    const Expression* counter = s.positional(0);
    const Expression* body = s.argument("do");
    const auto from = named(s, "from", scope);
    const auto to = named(s, "to", scope);
    const auto step = named(s, "step", scope);
    for (const auto* bound : {&from, &to, &step}) {
        if (!*bound) {
            return *bound;
        }
    }
    const auto first = toNumber(*from);
    const auto last = toNumber(*to);
    if (!counter || !body || !first || !last) {
        return error(s.at, ":for needs a variable, from=, to= and do=");
    }
    const std::int64_t by = toNumber(*step).value_or(*first <= *last ? 1 : -1);
    if (by == 0) {
        return error(s.at, ":for cannot go in steps of 0");
    }
    for (std::int64_t i = *first; by > 0 ? i <= *last : i >= *last;) {
        Scope own(&scope, false);
        own.declareLocal(counter->text, Value::number(i));
        if (const auto again = pass(*body, own); !again || !*again) {
            return again ? Evaluated<Value>(Value()) : tl::unexpected(again.error());
        }
        const bool ends = by > 0 ? *last - i < by : i - *last < -by; // also where i + by would not fit
        if (ends) {
            break;
        }
        i += by;
    }
    return Value();
}

// :foreach value in=array, :foreach key,value in=array
Evaluated<Value> Execution::forEach(const Statement& s, Scope& scope) {
    const Expression* names = s.positional(0);
    const Expression* body = s.argument("do");
    const auto in = named(s, "in", scope);
    if (!in) {
        return in;
    }
    if (!names || !body) {
        return error(s.at, ":foreach needs a variable, in= and do=");
    }
    const std::size_t comma = names->text.find(',');
    const std::string keyName = comma == std::string::npos ? std::string() : names->text.substr(0, comma);
    const std::string valueName = comma == std::string::npos ? names->text : names->text.substr(comma + 1);
    const Value elements = toArray(*in);
    const auto each = [&](Value key, const Value& element) -> Evaluated<bool> {
        Scope own(&scope, false);
        if (!keyName.empty()) {
            own.declareLocal(keyName, std::move(key));
        }
        own.declareLocal(valueName, element);
        return pass(*body, own);
    };
    Evaluated<bool> again = true;
    for (std::size_t i = 0; again && *again && i < elements.array()->list.size(); ++i) {
        again = each(Value::number(static_cast<std::int64_t>(i)), elements.array()->list[i]);
    }
    for (auto at = elements.array()->keyed.begin(); again && *again && at != elements.array()->keyed.end(); ++at) {
        again = each(Value::text(at->first), at->second);
    }
    return again ? Evaluated<Value>(Value()) : tl::unexpected(again.error());
}

Evaluated<Value> Execution::whileLoop(const Statement& s, Scope& scope) {
    const Expression* condition = s.positional(0) ? s.positional(0) : s.argument("while");
    const Expression* body = s.argument("do");
    if (!condition || !body) {
        return error(s.at, ":while needs a condition and do=");
    }
    for (;;) {
        const auto holding = value(*condition, scope);
        if (!holding || !isTrue(*holding)) {
            return holding ? Evaluated<Value>(Value()) : holding;
        }
        const auto again = pass(*body, scope);
        if (!again || !*again) {
            return again ? Evaluated<Value>(Value()) : tl::unexpected(again.error());
        }
    }
}

// :do {…}, with while=, or with on-error=
Evaluated<Value> Execution::doBlock(const Statement& s, Scope& scope) {
    const Expression* body = s.positional(0) ? s.positional(0) : s.argument("command");
    const Expression* condition = s.argument("while");
    const Expression* rescue = s.argument("on-error");
    if (!body) {
        return error(s.at, ":do needs a block");
    }
    for (;;) {
        auto done = inner(*body, scope);
        if (!done && done.error().kind == Interrupt::Kind::Error && rescue) {
            return inner(*rescue, scope);
        }
        if (!condition) {
            return done;
        }
        if (!done && done.error().kind != Interrupt::Kind::Continue) {
            return done.error().kind == Interrupt::Kind::Break ? Evaluated<Value>(Value()) : done;
        }
        const auto again = value(*condition, scope);
        if (!again || !isTrue(*again)) {
            return again ? Evaluated<Value>(Value()) : again;
        }
    }
}

// :onerror message in={…} do={…}; the block may also stand without "in="
Evaluated<Value> Execution::onError(const Statement& s, Scope& scope) {
    const Expression* name = s.positional(0);
    const Expression* body = s.argument("in") ? s.argument("in") : s.positional(1);
    const Expression* rescue = s.argument("do");
    if (!name || !body) {
        return error(s.at, ":onerror needs a variable and a block");
    }
    auto done = inner(*body, scope);
    if (done || done.error().kind != Interrupt::Kind::Error) {
        return done ? Evaluated<Value>(Value::boolean(false)) : done;
    }
    if (rescue) {
        Scope own(&scope, false);
        own.declareLocal(name->text, Value::text(done.error().text));
        if (const auto rescued = inner(*rescue, own); !rescued) {
            return rescued;
        }
    }
    return Value::boolean(true);
}

// :retry command={…} delay=1s max=3 on-error={…}
Evaluated<Value> Execution::retry(const Statement& s, Scope& scope) {
    const Expression* body = s.argument("command") ? s.argument("command") : s.positional(0);
    const auto pause = named(s, "delay", scope);
    const auto most = named(s, "max", scope);
    if (!body || !pause || !most) {
        return body ? (pause ? most : pause) : error(s.at, ":retry needs a block");
    }
    const std::int64_t times = toNumber(*most).value_or(1);
    for (std::int64_t tried = 1;; ++tried) {
        auto done = inner(*body, scope);
        if (done || done.error().kind != Interrupt::Kind::Error) {
            return done;
        }
        if (tried >= times) {
            return s.argument("on-error") ? inner(*s.argument("on-error"), scope) : done;
        }
        router_.delay(toSpan(*pause).value_or(0));
    }
}

// :parse "text" is a function; :execute runs it at once, as a script of its own.
Evaluated<Value> Execution::parsed(const Statement& s, Scope& scope) {
    const auto source = s.positional(0) ? needed(s, 0, scope) : named(s, "script", scope);
    if (!source) {
        return source;
    }
    Code code;
    if (const Code* written = source->as<Code>()) {
        code = *written;
    } else {
        Program program = parseProgram(toText(*source));
        if (const Diagnostic* problem = program.firstError()) {
            return error(s.at, problem->text + " (line " + std::to_string(problem->at.line) + " column " + std::to_string(problem->at.column) + ")");
        }
        code.block = std::make_shared<const Block>(std::move(program.statements));
    }
    if (s.verb == ":parse") {
        return Value(Value::Variant(code));
    }
    Statement plain;
    plain.at = s.at;
    return invoke(code, {}, plain, scope);
}

} // namespace core::routeros::script
