// Values of expressions and conditions.
#include "core/routeros/script/execution.h"
#include "core/routeros/script/operators.h"

namespace core::routeros::script {

Evaluated<Value> Execution::value(const Expression& e, Scope& scope) {
    if (const auto going = step(e.at); !going) {
        return tl::unexpected(going.error());
    }
    switch (e.kind) {
    case ExpressionKind::Word: return literalValue(e.text);
    case ExpressionKind::String:
    case ExpressionKind::Property: return Value::text(e.text);
    case ExpressionKind::Variable: return variable(e.text, e.at, scope);
    case ExpressionKind::Unary:
    case ExpressionKind::Binary: return operation(e, scope);
    case ExpressionKind::Interpolated:
    case ExpressionKind::Glued: return text(e, scope);
    case ExpressionKind::Array: return array(e, scope);
    case ExpressionKind::Keyed: return error(e.at, "a key stands outside of an array here");
    case ExpressionKind::Block: return Value(Value::Variant(Code{std::make_shared<const Block>(e.block)}));
    case ExpressionKind::Substitution: break;
    }
    if (e.block.empty()) {
        return Value(Value::Variant(Nil{}));
    }
    Scope own(&scope, false);
    return block(e.block, own);
}

Evaluated<Value> Execution::variable(const std::string& name, Position at, Scope& scope) {
    if (const Value* local = scope.local(name)) {
        return bounded(*local, at);
    }
    const auto global = globals_.globals.find(name);
    return global != globals_.globals.end() && scope.seesGlobal(name) ? bounded(global->second, at) : Value();
}

Evaluated<Value> Execution::operation(const Expression& e, Scope& scope) {
    if (e.parts.size() > 2 || e.op == Operator::And || e.op == Operator::Or) {
        return chain(e, scope);
    }
    auto left = value(e.parts[0], scope);
    if (!left) {
        return left;
    }
    if (e.kind == ExpressionKind::Unary) {
        auto result = compute(e.op, *left);
        return result ? Evaluated<Value>(std::move(*result)) : error(e.at, std::move(result.error()));
    }
    auto right = value(e.parts[1], scope);
    if (!right) {
        return right;
    }
    auto result = compute(e.op, *left, *right);
    return result ? bounded(std::move(*result), e.at) : error(e.at, std::move(result.error()));
}

// or, and: the first part that decides; joins and concatenations: all parts.
Evaluated<Value> Execution::chain(const Expression& e, Scope& scope) {
    const bool logic = e.op == Operator::And || e.op == Operator::Or;
    Value result;
    for (std::size_t i = 0; i < e.parts.size(); ++i) {
        auto part = value(e.parts[i], scope);
        if (!part) {
            return part;
        }
        if (logic && isTrue(*part) == (e.op == Operator::Or)) {
            return Value::boolean(e.op == Operator::Or);
        }
        if (logic) {
            continue;
        }
        auto next = i == 0 ? Computed(std::move(*part)) : compute(e.op, result, *part);
        auto fits = bounded(std::move(*next), e.at);
        if (!fits) {
            return fits;
        }
        result = std::move(*fits);
    }
    return logic ? Value::boolean(e.op == Operator::And) : result;
}

// Building and copying large values counts as work, so that the steps bound memory too.
Evaluated<Value> Execution::bounded(Value result, Position at) {
    constexpr std::size_t kOctetsPerStep = 64;
    constexpr int kHighestArray = 100;
    const auto ended = [at](std::string why) { return tl::unexpected(Interrupt{Interrupt::Kind::Limit, at, "the script was ended: " + std::move(why), {}}); };
    if (result.size() > limits_.value) {
        return ended("a value grew larger than " + std::to_string(limits_.value) + " octets");
    }
    if (result.array() && result.array()->height > kHighestArray) {
        return ended("more than " + std::to_string(kHighestArray) + " arrays inside one another");
    }
    steps_ += result.size() / kOctetsPerStep;
    return result;
}

Evaluated<Value> Execution::array(const Expression& e, Scope& scope) {
    Array out;
    for (const Expression& part : e.parts) {
        const bool keyed = part.kind == ExpressionKind::Keyed;
        auto element = value(keyed ? part.parts[1] : part, scope);
        if (!element) {
            return element;
        }
        if (!keyed) {
            out.list.push_back(std::move(*element));
            continue;
        }
        // A bare key is its text: {1=a} has the key "1".
        const auto key = part.parts[0].kind == ExpressionKind::Word ? Evaluated<Value>(Value::text(part.parts[0].text)) : value(part.parts[0], scope);
        if (!key) {
            return key;
        }
        out.keyed.insert_or_assign(toText(*key), std::move(*element));
    }
    return bounded(std::move(out), e.at);
}

Evaluated<Value> Execution::text(const Expression& e, Scope& scope) {
    std::string out;
    for (const Expression& part : e.parts) {
        if (part.kind == ExpressionKind::Word || part.kind == ExpressionKind::String) {
            out += part.text;
            continue;
        }
        const auto piece = value(part, scope);
        if (!piece) {
            return piece;
        }
        out += toText(*piece);
    }
    return bounded(Value::text(out), e.at);
}

// Whether the item is one of those the condition describes.
Evaluated<bool> Execution::holds(const Expression& condition, const core::model::Row& row, Scope& scope) {
    if (condition.kind == ExpressionKind::Unary && condition.op == Operator::Not) {
        return holds(condition.parts[0], row, scope).map([](bool is) { return !is; });
    }
    if (condition.kind == ExpressionKind::Binary && (condition.op == Operator::And || condition.op == Operator::Or)) {
        for (const Expression& part : condition.parts) {
            const auto is = holds(part, row, scope);
            if (!is || *is == (condition.op == Operator::Or)) {
                return is;
            }
        }
        return condition.op == Operator::And;
    }
    if (condition.kind != ExpressionKind::Binary || condition.op == Operator::Element) {
        return operand(condition, row, scope).map([](const Value& is) { return isTrue(is); });
    }
    const auto left = operand(condition.parts[0], row, scope);
    // "10.0.0.1 in address": the property stands on the right.
    const bool reversed = condition.op == Operator::In && condition.parts[0].kind == ExpressionKind::Word && condition.parts[1].kind == ExpressionKind::Word;
    const auto right = reversed ? operand({ExpressionKind::Property, condition.parts[1].at, condition.parts[1].text}, row, scope) : value(condition.parts[1], scope);
    if (!left || !right) {
        return tl::unexpected(left ? right.error() : left.error());
    }
    const bool equality = condition.op == Operator::Equal || condition.op == Operator::NotEqual;
    const Expression& wanted = condition.parts[1];
    const bool word = wanted.kind == ExpressionKind::Word || wanted.kind == ExpressionKind::String;
    if (equality && word && left->as<std::string>() && *left->as<std::string>() == wanted.text) {
        return condition.op == Operator::Equal; // as it is written, whatever it looks like
    }
    const auto typed = [](const Value& v) { return v.as<std::string>() ? literalValue(*v.as<std::string>()) : v; };
    const bool asText = condition.op == Operator::Matches;
    const auto result = compute(condition.op, asText ? *left : typed(*left), asText ? *right : typed(*right));
    return result ? Evaluated<bool>(isTrue(*result)) : error(condition.at, result.error());
}

// Properties are text here; absent ones are Nothing.
Evaluated<Value> Execution::operand(const Expression& e, const core::model::Row& row, Scope& scope) {
    if (e.kind != ExpressionKind::Property) {
        return value(e, scope);
    }
    const auto property = row.get(e.text);
    return property ? Value::text(*property) : Value();
}

} // namespace core::routeros::script
