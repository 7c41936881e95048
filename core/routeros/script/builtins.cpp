#include "core/routeros/script/builtins.h"

#include "core/routeros/script/address_text.h"
#include "core/routeros/script/json.h"

#include <algorithm>
#include <array>

namespace core::routeros::script {

namespace {

// The one value of :len $x, :len value=$x
Evaluated<Value> subject(Execution& run, const Statement& s, Scope& scope) { return s.argument("value") ? run.named(s, "value", scope) : run.needed(s, 0, scope); }

Evaluated<Value> put(Execution& run, const Statement& s, Scope& scope) {
    auto message = s.argument("message") ? run.named(s, "message", scope) : subject(run, s, scope);
    if (message) {
        run.router().put(toText(*message));
    }
    return message;
}

// :log info "text"
Evaluated<Value> log(Execution& run, const Statement& s, Scope& scope) {
    const Expression* topic = s.positional(0);
    const auto message = s.argument("message") ? run.named(s, "message", scope) : run.needed(s, 1, scope);
    constexpr std::array<std::string_view, 4> kTopics{"debug", "error", "info", "warning"};
    if (!topic || std::find(kTopics.begin(), kTopics.end(), topic->text) == kTopics.end()) {
        return Execution::error(s.at, ":log needs debug, info, warning or error, and a text");
    }
    if (message) {
        run.router().log(topic->text, toText(*message));
    }
    return message.map([](const Value&) { return Value(); });
}

Evaluated<Value> delay(Execution& run, const Statement& s, Scope& scope) {
    const auto span = s.argument("delay-time") ? run.named(s, "delay-time", scope) : subject(run, s, scope);
    if (!span || !toSpan(*span) || *toSpan(*span) < 0) {
        return span ? Execution::error(s.at, ":delay needs a time such as 500ms") : span;
    }
    run.router().delay(*toSpan(*span));
    return Value();
}

Value length(const Value& value) {
    return Value::number(static_cast<std::int64_t>(value.array() ? value.array()->size() : toText(value).size()));
}

// :pick text begin end; without an end one octet or element
Evaluated<Value> pick(Execution& run, const Statement& s, Scope& scope) {
    const auto from = subject(run, s, scope);
    const auto begin = s.argument("begin") ? run.named(s, "begin", scope) : run.needed(s, 1, scope);
    const bool hasEnd = s.argument("end") || s.positional(2);
    const auto end = s.argument("end") || !hasEnd ? run.named(s, "end", scope) : run.needed(s, 2, scope);
    if (!from || !begin || !end) {
        return !from ? from : !begin ? begin : end;
    }
    const Value textual = from->array() ? *from : Value::text(toText(*from));
    const auto size = static_cast<std::int64_t>(from->array() ? from->array()->list.size() : textual.as<std::string>()->size());
    const std::int64_t first = toNumber(*begin).value_or(begin->type() == Type::Nil ? 0 : -1);
    const std::int64_t last = !hasEnd ? first + 1 : std::min(size, toNumber(*end).value_or(size));
    const bool outside = first < 0 || first >= size || last <= first;
    if (const Array* array = from->array()) {
        if (!hasEnd) {
            return outside ? Value() : array->list[static_cast<std::size_t>(first)];
        }
        Array out;
        if (!outside) {
            out.list.assign(array->list.begin() + first, array->list.begin() + last);
        }
        return Value(std::move(out));
    }
    return Value::text(outside ? std::string_view() : std::string_view(*textual.as<std::string>()).substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
}

// :find in what [from]: the position behind `from`, or nil
Evaluated<Value> find(Execution& run, const Statement& s, Scope& scope) {
    const auto in = run.needed(s, 0, scope);
    const auto what = run.needed(s, 1, scope);
    const auto from = s.positional(2) ? run.needed(s, 2, scope) : Evaluated<Value>(Value());
    if (!in || !what || !from) {
        return !in ? in : !what ? what : from;
    }
    const std::int64_t start = from->isAbsent() ? -1 : toNumber(*from).value_or(-1);
    if (const Array* array = in->array()) {
        for (std::size_t i = 0; i < array->list.size(); ++i) {
            if (static_cast<std::int64_t>(i) > start && (array->list[i] == *what || toText(array->list[i]) == toText(*what))) {
                return Value::number(static_cast<std::int64_t>(i));
            }
        }
        return Value(Value::Variant(Nil{}));
    }
    const std::string text = toText(*in);
    const std::size_t at = start >= static_cast<std::int64_t>(text.size()) ? std::string::npos : text.find(toText(*what), static_cast<std::size_t>(std::max<std::int64_t>(0, start + (from->isAbsent() ? 1 : 0))));
    return at == std::string::npos ? Value(Value::Variant(Nil{})) : Value::number(static_cast<std::int64_t>(at));
}

template <class T> Value orNil(const std::optional<T>& converted, Value (*make)(const T&)) { return converted ? make(*converted) : Value(Value::Variant(Nil{})); }

Value ip(const Value& value, bool six) {
    if (value.type() == (six ? Type::Address6 : Type::Address)) {
        return value;
    }
    const std::int64_t* number = value.as<std::int64_t>();
    if (number && !six && *number >= 0 && *number <= 0xFFFFFFFF) {
        return Value::Variant(Address{static_cast<std::uint32_t>(*number)});
    }
    const auto parsed = parseAddress(toText(value));
    return parsed && parsed->type() == (six ? Type::Address6 : Type::Address) ? *parsed : Value(Value::Variant(Nil{}));
}

std::string withLineEnds(std::string_view text, bool carriageReturns) {
    std::string out;
    for (const char c : text) {
        if (c != '\r') {
            out += c == '\n' && carriageReturns ? "\r\n" : std::string(1, c);
        }
    }
    return out;
}

std::string inCase(std::string text, char from, char to, int shift) {
    for (char& c : text) {
        c = c >= from && c <= to ? static_cast<char>(c + shift) : c;
    }
    return text;
}

// The conversions, each of one value.
struct Conversion {
    std::string_view verb;
    Value (*convert)(const Value&);
};

constexpr std::array<Conversion, 16> kConversions{{
    {":len", &length},
    {":typeof", [](const Value& v) { return Value::text(typeName(v)); }},
    {":tostr", [](const Value& v) { return Value::text(toText(v)); }},
    {":tonum", [](const Value& v) { return orNil<std::int64_t>(toNumber(v), [](const std::int64_t& n) { return Value::number(n); }); }},
    {":tobool", [](const Value& v) { return orNil<bool>(toBool(v), [](const bool& b) { return Value::boolean(b); }); }},
    {":totime", [](const Value& v) { return orNil<core::base::Nanos>(toSpan(v), [](const core::base::Nanos& n) { return Value(Value::Variant(Time{n})); }); }},
    {":tonsec", [](const Value& v) { return orNil<core::base::Nanos>(toSpan(v), [](const core::base::Nanos& n) { return Value::number(n); }); }},
    {":toarray", &toArray},
    {":toip", [](const Value& v) { return ip(v, false); }},
    {":toip6", [](const Value& v) { return ip(v, true); }},
    {":toid", [](const Value& v) { const Value id = literalValue(toText(v)); return id.type() == Type::Id ? id : Value(Value::Variant(Nil{})); }},
    {":tolf", [](const Value& v) { return Value::text(withLineEnds(toText(v), false)); }},
    {":tocrlf", [](const Value& v) { return Value::text(withLineEnds(toText(v), true)); }},
    {":tolower", [](const Value& v) { return Value::text(inCase(toText(v), 'A', 'Z', 'a' - 'A')); }},
    {":toupper", [](const Value& v) { return Value::text(inCase(toText(v), 'a', 'z', 'A' - 'a')); }},
    {":nothing", [](const Value&) { return Value(); }},
}};

Evaluated<Value> serialize(Execution& run, const Statement& s, Scope& scope) {
    const auto content = subject(run, s, scope);
    const auto to = run.named(s, "to", scope);
    const Expression* options = s.argument("options");
    if (!content || !to) {
        return content ? to : content;
    }
    if (toText(*to) != "json") {
        return Execution::error(s.at, ":serialize to=" + toText(*to) + " is not understood; to=json is");
    }
    JsonOptions json;
    json.pretty = options && options->text.find("json.pretty") != std::string::npos;
    json.keepStrings = options && options->text.find("json.no-string-conversion") != std::string::npos;
    return Value::text(toJson(*content, json));
}

} // namespace

Evaluated<Value> builtin(Execution& run, const Statement& s, Scope& scope) {
    using Handler = Evaluated<Value> (*)(Execution&, const Statement&, Scope&);
    constexpr std::array<std::pair<std::string_view, Handler>, 6> kCommands{
        {{":put", &put}, {":log", &log}, {":delay", &delay}, {":pick", &pick}, {":find", &find}, {":serialize", &serialize}}};
    for (const auto& [verb, handler] : kCommands) {
        if (verb == s.verb) {
            return handler(run, s, scope);
        }
    }
    for (const Conversion& conversion : kConversions) {
        if (conversion.verb == s.verb) {
            const auto value = s.verb == ":nothing" ? Evaluated<Value>(Value()) : subject(run, s, scope);
            return value ? Evaluated<Value>(conversion.convert(*value)) : value;
        }
    }
    return Execution::error(s.at, "'" + s.verb + "' is not understood");
}

} // namespace core::routeros::script
