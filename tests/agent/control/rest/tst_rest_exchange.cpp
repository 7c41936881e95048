// A REST request in virtual time: a command that goes on ends after a minute, and one that ends by itself gives its rows.
#include <QTest>

#include "agent/control/rest/rest_exchange.h"
#include "tests/agent/control/commands/console.h"

using namespace agent::control;
using core::base::kSecond;
using tests::callerOf;

namespace {

RestCall command(std::string menu, std::string verb, std::vector<core::model::Attribute> arguments) {
    return {{std::move(menu), std::move(verb), std::move(arguments), {}, {}}, RestCall::Shape::Command, {}};
}

} // namespace

class TestRestExchange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCommandWithoutAnEndIsClosedAfterAMinute() {
        tests::Console console;
        RestExchange exchange(console.plane.context(), callerOf(console.plane.context(), "full"),
                              command("/interface", "monitor-traffic", {{"interface", "ether1"}}));
        for (int second = 0; second < 59; ++second) {
            console.clock.advance(kSecond);
            exchange.poll(console.clock.now());
            QVERIFY(!exchange.answer());
        }
        console.clock.advance(kSecond);
        exchange.poll(console.clock.now());
        QVERIFY(exchange.answer());
        QCOMPARE(exchange.answer()->body, std::string(R"({"detail":"Session closed","error":400,"message":"Bad Request"})"));
    }

    void aDurationGivesItsRows() {
        tests::Console console;
        RestExchange exchange(console.plane.context(), callerOf(console.plane.context(), "full"),
                              command("/interface", "monitor-traffic", {{"interface", "ether1"}, {"interval", "1s"}, {"duration", "3s"}}));
        for (int second = 0; second < 5 && !exchange.answer(); ++second) {
            exchange.poll(console.clock.now());
            console.clock.advance(kSecond);
        }
        QVERIFY(exchange.answer());
        QCOMPARE(exchange.answer()->status, 200);
        QVERIFY(exchange.answer()->body.starts_with("[{\"name\":\"ether1\""));
    }

    void whatDoneCarriedIsAnObject() {
        tests::Console console;
        RestExchange exchange(console.plane.context(), callerOf(console.plane.context(), "full"),
                              command("/interface", "print", {{"count-only", ""}}));
        QVERIFY(exchange.answer());
        QVERIFY(exchange.answer()->body.starts_with("{\"ret\":\""));
    }

    void aReaderMayNotWrite() {
        tests::Console console;
        RestExchange exchange(console.plane.context(), callerOf(console.plane.context(), "read"),
                              command("/system/identity", "set", {{"name", "x"}}));
        QCOMPARE(exchange.answer()->status, 403);
    }
};

QTEST_APPLESS_MAIN(TestRestExchange)
#include "tst_rest_exchange.moc"
