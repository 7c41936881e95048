// Types, conversions and operators.
#include "core/routeros/script/address_text.h"
#include "core/routeros/script/json.h"
#include "core/routeros/script/operators.h"
#include "core/routeros/script/span_text.h"
#include "core/routeros/script/value.h"

#include <QTest>

#include <climits>

using namespace core::routeros::script;

namespace {

std::string computed(Operator op, std::string_view left, std::string_view right) {
    const auto result = compute(op, literalValue(left), literalValue(right));
    return result ? std::string(typeName(*result)) + " " + toText(*result) : "error " + result.error();
}

} // namespace

class TestScriptValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsHaveTheTypeTheyLookLike() {
        const auto type = [](std::string_view word) { return std::string(typeName(literalValue(word))); };
        QCOMPARE(type("5"), std::string("num"));
        QCOMPARE(type("-5"), std::string("num"));
        QCOMPARE(type("0x1F"), std::string("num"));
        QCOMPARE(type("yes"), std::string("bool"));
        QCOMPARE(type("*1F"), std::string("id"));
        QCOMPARE(type("*G"), std::string("str"));
        QCOMPARE(type("10.0.0.1"), std::string("ip"));
        QCOMPARE(type("10.0.0.0/8"), std::string("ip-prefix"));
        QCOMPARE(type("10.0.0.0/33"), std::string("str"));
        QCOMPARE(type("fe80::1"), std::string("ip6"));
        QCOMPARE(type("fe80::/64"), std::string("ip6-prefix"));
        QCOMPARE(type("1d2h"), std::string("time"));
        QCOMPARE(type("00:10:00"), std::string("time"));
        QCOMPARE(type("1d2x"), std::string("str"));
        QCOMPARE(type(""), std::string("str"));
        QCOMPARE(type("99999999999999999999"), std::string("str"));
    }

    void spansAreReadAndWritten() {
        QCOMPARE(clockText(*parseSpan("1w2d3h4m5s")), std::string("1w2d03:04:05"));
        QCOMPARE(clockText(*parseSpan("200ms")), std::string("00:00:00.200"));
        QCOMPARE(clockText(*parseSpan("60us")), std::string("00:00:00.000060"));
        QCOMPARE(clockText(*parseSpan("1d02:03:04.5")), std::string("1d02:03:04.500"));
        QCOMPARE(clockText(*parseSpan("-5s")), std::string("-00:00:05"));
        QVERIFY(!parseSpan("5"));
        QVERIFY(!parseSpan("00:61:00"));
        QVERIFY(!parseSpan("9999999999w"));
        QVERIFY(!parseSpan("s"));
    }

    void arithmetic() {
        QCOMPARE(computed(Operator::Add, "2", "3"), std::string("num 5"));
        QCOMPARE(computed(Operator::Divide, "7", "2"), std::string("num 3"));
        QCOMPARE(computed(Operator::Divide, "7", "0"), std::string("error division by zero"));
        QCOMPARE(computed(Operator::Divide, std::to_string(LLONG_MIN), "-1"), "num " + std::to_string(LLONG_MIN));
        QCOMPARE(computed(Operator::Multiply, std::to_string(LLONG_MAX), "2"), std::string("num -2"));
        QCOMPARE(computed(Operator::ShiftLeft, "1", "70"), std::string("num 0"));
        QCOMPARE(computed(Operator::BitAnd, "6", "2"), std::string("num 2"));
        QCOMPARE(computed(Operator::Add, "172.16.0.0", "257"), std::string("ip 172.16.1.1"));
        QCOMPARE(computed(Operator::Subtract, "172.16.0.7", "172.16.0.0"), std::string("num 7"));
        QCOMPARE(computed(Operator::BitAnd, "10.1.2.3", "255.255.0.0"), std::string("ip 10.1.0.0"));
        QCOMPARE(computed(Operator::Add, "1h", "30m"), std::string("time 01:30:00"));
        QCOMPARE(computed(Operator::Multiply, "3", "1m"), std::string("time 00:03:00"));
        QCOMPARE(computed(Operator::Divide, "1h", "1m"), std::string("num 60"));
        QCOMPARE(computed(Operator::Add, "abc", "1"), std::string("error cannot compute str + num"));
        QCOMPARE(computed(Operator::Multiply, "1h", "1h"), std::string("error cannot compute time * time"));
    }

    void comparisons() {
        QCOMPARE(computed(Operator::Equal, "true", "yes"), std::string("bool true"));
        QCOMPARE(computed(Operator::Less, "9", "10"), std::string("bool true"));
        QCOMPARE(computed(Operator::Less, "b", "a"), std::string("bool false"));
        QCOMPARE(computed(Operator::Less, "10.0.0.9", "10.0.0.10"), std::string("bool true"));
        QCOMPARE(computed(Operator::GreaterOrEqual, "90s", "1m"), std::string("bool true"));
        QVERIFY(isTrue(*compute(Operator::Less, Value(), literalValue("1"))));
        QVERIFY(isTrue(*compute(Operator::Equal, Value::text("5"), literalValue("5"))));
        QCOMPARE(computed(Operator::In, "10.0.0.9", "10.0.0.0/8"), std::string("bool true"));
        QCOMPARE(computed(Operator::In, "10.0.0.0/16", "10.0.0.0/8"), std::string("bool true"));
        QCOMPARE(computed(Operator::In, "10.0.0.0/7", "10.0.0.0/8"), std::string("bool false"));
        QCOMPARE(computed(Operator::In, "2001:db8::1", "2001:db8::/33"), std::string("bool true"));
        QCOMPARE(computed(Operator::In, "2001:db8:8000::1", "2001:db8::/33"), std::string("bool false"));
    }

    void regularExpressions() {
        QVERIFY(*matches("ether10", "^ether[0-9]+$"));
        QVERIFY(!*matches("sfp1", "^ether"));
        QVERIFY(!matches("x", "("));
        QVERIFY(!matches("x", std::string(2000, 'a')));
        QVERIFY(!matches("x", "((((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9})"));
    }

    void arraysKeepTheirElements() {
        const Value list = *compute(Operator::Join, literalValue("1"), literalValue("2"));
        QCOMPARE(toText(list), std::string("1;2"));
        QCOMPARE(toArgument(list), std::string("1,2"));
        const Value keyed = withElement(list, Value::text("k"), Value::text("v"));
        QCOMPARE(toText(keyed), std::string("1;2;k=v"));
        QCOMPARE(toText(elementOf(keyed, Value::text("k"))), std::string("v"));
        QCOMPARE(typeName(elementOf(keyed, Value::number(7))), std::string_view("nothing"));
        QCOMPARE(toText(withElement(list, Value::number(0), Value::text("x"))), std::string("x;2"));
        QCOMPARE(toText(list), std::string("1;2"));
        QCOMPARE(toText(toArray(Value::text("a,10.0.0.1,"))), std::string("a;10.0.0.1;"));
        QCOMPARE(toArray(Value::text("")).array()->size(), std::size_t(0));
    }

    void jsonIsAlwaysValid() {
        Array inner;
        inner.keyed.emplace("a\"b", Value::text("\xff\xc5\xbe\n"));
        inner.keyed.emplace("n", Value::text("15"));
        Array outer;
        outer.list = {literalValue("1"), literalValue("yes"), literalValue("1h"), Value(), Value(std::move(inner)), Value(Array{})};
        const Value value(std::move(outer));
        QCOMPARE(toJson(value), std::string("[1,true,\"01:00:00\",null,{\"a\\\"b\":\"\\u00ff\xc5\xbe\\n\",\"n\":15},[]]"));
        QCOMPARE(toJson(Value::text("15"), {false, true}), std::string("\"15\""));
        QCOMPARE(toJson(Value::text("015")), std::string("\"015\""));
        QCOMPARE(toJson(toArray(Value::text("1,2")), {true, false}), std::string("[\n    1,\n    2\n]"));
    }
};

QTEST_APPLESS_MAIN(TestScriptValues)
#include "tst_script_values.moc"
