#include "core/routeros/script/operators.h"

#include "core/routeros/script/address_text.h"
#include "core/routeros/script/program_printer.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

tl::unexpected<std::string> cannot(Operator op, const Value& left, const Value& right) {
    return tl::unexpected("cannot compute " + std::string(typeName(left)) + " " + std::string(spelling(op)) + " " + std::string(typeName(right)));
}

std::int64_t wrap(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::optional<std::int64_t> plainNumber(const Value& value) {
    return value.type() == Type::Number || value.type() == Type::String || value.type() == Type::Bool ? toNumber(value) : std::nullopt;
}

Computed numbers(Operator op, std::int64_t a, std::int64_t b) {
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    switch (op) {
    case Operator::Add: return Value::number(wrap(ua + ub));
    case Operator::Subtract: return Value::number(wrap(ua - ub));
    case Operator::Multiply: return Value::number(wrap(ua * ub));
    case Operator::Divide:
    case Operator::Modulo:
        if (b == 0) {
            return tl::unexpected(std::string("division by zero"));
        }
        if (b == -1) {
            return Value::number(op == Operator::Divide ? wrap(0 - ua) : 0); // the one quotient that does not fit
        }
        return Value::number(op == Operator::Divide ? a / b : a % b);
    case Operator::BitOr: return Value::number(a | b);
    case Operator::BitXor: return Value::number(a ^ b);
    case Operator::BitAnd: return Value::number(a & b);
    case Operator::ShiftLeft: return Value::number(b < 0 || b > 63 ? 0 : wrap(ua << b));
    case Operator::ShiftRight: return Value::number(b < 0 || b > 63 ? 0 : wrap(ua >> b));
    default: return tl::unexpected(std::string("no arithmetic"));
    }
}

Computed addresses(Operator op, const Address& left, const Value& right) {
    if (const Address* other = right.as<Address>()) {
        switch (op) {
        case Operator::Subtract: return Value::number(std::int64_t{left.bits} - std::int64_t{other->bits});
        case Operator::BitAnd: return Value(Value::Variant(Address{left.bits & other->bits}));
        case Operator::BitOr: return Value(Value::Variant(Address{left.bits | other->bits}));
        case Operator::BitXor: return Value(Value::Variant(Address{left.bits ^ other->bits}));
        default: break;
        }
    }
    const auto number = plainNumber(right);
    if (!number) {
        return cannot(op, Value::Variant(left), right);
    }
    const auto moved = numbers(op, left.bits, *number);
    return moved ? Computed(Value::Variant(Address{static_cast<std::uint32_t>(*moved->as<std::int64_t>())})) : moved;
}

Computed times(Operator op, const Value& left, const Value& right) {
    const auto a = toSpan(left);
    if (op == Operator::Multiply || op == Operator::Divide || op == Operator::Modulo) {
        if (const Time* other = right.as<Time>(); other && op == Operator::Divide && left.type() == Type::Time) {
            return numbers(op, *a, other->span);
        }
        const Value& factor = right.type() == Type::Time ? left : right;
        const auto number = plainNumber(factor);
        const auto span = right.type() == Type::Time ? toSpan(right) : a;
        const auto scaled = number && span && (op == Operator::Multiply || right.type() != Type::Time) ? numbers(op, *span, *number) : cannot(op, left, right);
        return scaled ? Computed(Value::Variant(Time{*scaled->as<std::int64_t>()})) : scaled;
    }
    const auto b = toSpan(right);
    if (!a || !b || (op != Operator::Add && op != Operator::Subtract)) {
        return cannot(op, left, right);
    }
    return Value(Value::Variant(Time{*numbers(op, *a, *b)->as<std::int64_t>()}));
}

Computed arithmetic(Operator op, const Value& left, const Value& right) {
    if (const Address* address = left.as<Address>()) {
        return addresses(op, *address, right);
    }
    if (const Address* address = right.as<Address>(); address && op == Operator::Add) {
        return addresses(op, *address, left);
    }
    if (left.type() == Type::Time || right.type() == Type::Time) {
        return times(op, left, right);
    }
    const auto a = plainNumber(left);
    const auto b = plainNumber(right);
    return a && b ? numbers(op, *a, *b) : cannot(op, left, right);
}

bool same(const Value& left, const Value& right) {
    if (left.type() == right.type()) {
        return left == right;
    }
    if (left.isAbsent() || right.isAbsent()) {
        return left.isAbsent() && right.isAbsent();
    }
    if (left.type() == Type::Bool || right.type() == Type::Bool) {
        const auto a = toBool(left);
        const auto b = toBool(right);
        return a && b && *a == *b;
    }
    return toText(left) == toText(right);
}

// Below zero, zero, above zero; absent values come before all others.
Computed order(Operator op, const Value& left, const Value& right) {
    const auto result = [op](auto difference) {
        switch (op) {
        case Operator::Less: return Value::boolean(difference < 0);
        case Operator::Greater: return Value::boolean(difference > 0);
        case Operator::LessOrEqual: return Value::boolean(difference <= 0);
        default: return Value::boolean(difference >= 0);
        }
    };
    const auto compare = [&](const auto& a, const auto& b) { return result(a < b ? -1 : b < a ? 1 : 0); };
    if (left.isAbsent() || right.isAbsent()) {
        return result(static_cast<int>(right.isAbsent()) - static_cast<int>(left.isAbsent()));
    }
    if (left.type() == Type::Time || right.type() == Type::Time) {
        const auto a = toSpan(left);
        const auto b = toSpan(right);
        return a && b ? Computed(compare(*a, *b)) : cannot(op, left, right);
    }
    if (left.type() == Type::Address6 && right.type() == Type::Address6) {
        return compare(*left.as<Address6>(), *right.as<Address6>());
    }
    const bool texts = left.type() == Type::String && right.type() == Type::String;
    const auto a = toNumber(left);
    const auto b = toNumber(right);
    return a && b && !texts ? compare(*a, *b) : compare(toText(left), toText(right));
}

Value joinArrays(const Value& left, const Value& right) {
    Array out = left.array() ? *left.array() : Array{};
    if (!left.array() && !left.isAbsent()) {
        out.list.push_back(left);
    }
    if (const Array* more = right.array()) {
        out.list.insert(out.list.end(), more->list.begin(), more->list.end());
        for (const auto& [key, value] : more->keyed) {
            out.keyed.insert_or_assign(key, value);
        }
    } else if (!right.isAbsent()) {
        out.list.push_back(right);
    }
    return out;
}

bool isIn(const Value& left, const Value& right) {
    if (const Array* array = right.array()) {
        return std::any_of(array->list.begin(), array->list.end(), [&](const Value& element) { return same(left, element); });
    }
    const auto typed = [](const Value& value) { return value.as<std::string>() ? literalValue(*value.as<std::string>()) : value; };
    return liesIn(typed(left), typed(right));
}

} // namespace

Computed compute(Operator op, const Value& left, const Value& right) {
    switch (op) {
    case Operator::Equal: return Value::boolean(same(left, right));
    case Operator::NotEqual: return Value::boolean(!same(left, right));
    case Operator::Less:
    case Operator::Greater:
    case Operator::LessOrEqual:
    case Operator::GreaterOrEqual: return order(op, left, right);
    case Operator::Matches: return matches(toText(left), toText(right)).map([](bool found) { return Value::boolean(found); });
    case Operator::In: return Value::boolean(isIn(left, right));
    case Operator::Join: return joinArrays(left, right);
    case Operator::Concat: return Value::text(toText(left) + toText(right));
    case Operator::Element: return elementOf(left, right);
    default: return arithmetic(op, left, right);
    }
}

Computed compute(Operator op, const Value& operand) {
    if (op == Operator::Not) {
        return Value::boolean(!isTrue(operand));
    }
    if (const Address* address = operand.as<Address>(); address && op == Operator::BitNot) {
        return Value(Value::Variant(Address{~address->bits}));
    }
    if (const Time* time = operand.as<Time>(); time && op == Operator::Negate) {
        return Value(Value::Variant(Time{*numbers(Operator::Subtract, 0, time->span)->as<std::int64_t>()}));
    }
    const auto number = plainNumber(operand);
    if (!number) {
        return tl::unexpected("cannot compute " + std::string(spelling(op)) + std::string(typeName(operand)));
    }
    return op == Operator::Negate ? numbers(Operator::Subtract, 0, *number) : Computed(Value::number(~*number));
}

Value elementOf(const Value& array, const Value& key) {
    const Array* elements = array.array();
    if (!elements) {
        return {};
    }
    const std::int64_t* index = key.as<std::int64_t>();
    if (index && *index >= 0 && static_cast<std::uint64_t>(*index) < elements->list.size()) {
        return elements->list[static_cast<std::size_t>(*index)];
    }
    const auto found = elements->keyed.find(toText(key));
    return found == elements->keyed.end() ? Value() : found->second;
}

Value withElement(const Value& array, const Value& key, Value element) {
    Array out = array.array() ? *array.array() : Array{};
    const std::int64_t* index = key.as<std::int64_t>();
    const auto size = static_cast<std::int64_t>(out.list.size());
    if (index && *index >= 0 && *index < size) {
        out.list[static_cast<std::size_t>(*index)] = std::move(element);
    } else if (index && *index == size) {
        out.list.push_back(std::move(element));
    } else {
        out.keyed.insert_or_assign(toText(key), std::move(element));
    }
    return out;
}

} // namespace core::routeros::script
