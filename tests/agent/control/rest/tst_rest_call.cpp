// HTTP requests below /rest and the RouterOS commands they are.
#include <QTest>

#include "agent/control/rest/rest_call.h"

using namespace agent::control;
using core::model::Attribute;
using core::model::Row;
using Shape = RestCall::Shape;

namespace {

HttpRequest http(HttpMethod method, std::string path, std::string body = {}, std::vector<Attribute> query = {}) {
    return {method, std::move(path), std::move(query), "application/json", std::move(body)};
}

// The command as one line: "/ip/address/set =.id=*1 ?x=y".
std::string line(const tl::expected<RestCall, HttpAnswer>& call) {
    if (!call) {
        return "refused: " + call.error().body;
    }
    std::string out = call->request.path();
    for (const Attribute& argument : call->request.arguments) {
        out += " =" + argument.name + "=" + argument.value;
    }
    for (const std::string& query : call->request.queries) {
        out += " ?" + query;
    }
    return out;
}

} // namespace

class TestRestCall : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void getIsPrint() {
        const auto list = readCall(
            http(HttpMethod::Get, "/ip/address", {}, {{".proplist", "address,interface"}, {"interface", "ether1"}, {"disabled", "false"}}));
        QCOMPARE(line(list), std::string("/ip/address/print =.proplist=address,interface ?interface=ether1 ?disabled=false"));
        QVERIFY(list->shape == Shape::List);
    }

    void oneStepBeyondAMenuIsAnItem() {
        const auto byId = readCall(http(HttpMethod::Get, "/ip/address/*1"));
        QCOMPARE(line(byId), std::string("/ip/address/print =.id=*1"));
        QVERIFY(byId->shape == Shape::Item);
        QCOMPARE(line(readCall(http(HttpMethod::Get, "/interface/ether1"))), std::string("/interface/print =.id=ether1"));
        QVERIFY(readCall(http(HttpMethod::Get, "/system/identity"))->shape == Shape::Item); // settings are one object
    }

    void putIsAdd() {
        const auto call = readCall(
            http(HttpMethod::Put, "/ip/address", "{\"address\":\"10.0.0.1/24\",\"interface\":\"ether1\",\"disabled\":false,\"vlan\":10}"));
        QCOMPARE(line(call), std::string("/ip/address/add =address=10.0.0.1/24 =interface=ether1 =disabled=false =vlan=10"));
        QVERIFY(call->shape == Shape::Created);
        QCOMPARE(readCall(http(HttpMethod::Put, "/ip/address/*1", "{}")).error().status, 400);
    }

    void patchIsSetAndNullUnsets() {
        const auto call = readCall(http(HttpMethod::Patch, "/ip/address/*1", "{\"comment\":null,\"disabled\":\"yes\"}"));
        QCOMPARE(line(call), std::string("/ip/address/set =.id=*1 =!comment= =disabled=yes"));
        QVERIFY(call->shape == Shape::Changed);
        QCOMPARE(call->item, std::string("*1"));
        QCOMPARE(line(readCall(http(HttpMethod::Patch, "/system/identity", "{\"name\":\"lab\"}"))),
                 std::string("/system/identity/set =name=lab"));
        QCOMPARE(readCall(http(HttpMethod::Patch, "/ip/address", "{}")).error().status, 400);
    }

    void deleteIsRemove() {
        const auto call = readCall(http(HttpMethod::Delete, "/ip/address/*1"));
        QCOMPARE(line(call), std::string("/ip/address/remove =.id=*1"));
        QVERIFY(call->shape == Shape::Nothing);
        QCOMPARE(readCall(http(HttpMethod::Delete, "/ip/address")).error().status, 400);
    }

    void postIsAnyCommand() {
        const auto call = readCall(http(HttpMethod::Post, "/interface/print",
                                        "{\".proplist\":[\"name\",\"type\"],\".query\":[\"type=ether\",\"type=vlan\",\"#|\"]}"));
        QCOMPARE(line(call), std::string("/interface/print =.proplist=name,type ?type=ether ?type=vlan ?#|"));
        QVERIFY(call->shape == Shape::Command);
        QCOMPARE(line(readCall(http(HttpMethod::Post, "/export"))), std::string("/export"));
        QCOMPARE(readCall(http(HttpMethod::Post, "/interface", "{}")).error().status, 400); // a menu is no command
    }

    void aFlagThatSaysNoIsNone() {
        QCOMPARE(line(readCall(http(HttpMethod::Post, "/interface/monitor-traffic", "{\"interface\":\"ether1\",\"once\":\"false\"}"))),
                 std::string("/interface/monitor-traffic =interface=ether1"));
        QCOMPARE(line(readCall(http(HttpMethod::Post, "/interface/monitor-traffic", "{\"interface\":\"ether1\",\"once\":\"\"}"))),
                 std::string("/interface/monitor-traffic =interface=ether1 =once="));
    }

    void badBodiesAreRefused_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("status");
        QTest::newRow("not JSON") << QByteArray("{\"a\":") << QByteArray("application/json") << 400;
        QTest::newRow("a list") << QByteArray("[1]") << QByteArray("application/json") << 400;
        QTest::newRow("an object inside") << QByteArray("{\"a\":{}}") << QByteArray("application/json") << 400;
        QTest::newRow("a list in a list") << QByteArray("{\"a\":[[1]]}") << QByteArray("application/json") << 400;
        QTest::newRow("query is no list") << QByteArray("{\".query\":\"a\"}") << QByteArray("application/json") << 400;
        QTest::newRow("query of numbers") << QByteArray("{\".query\":[1]}") << QByteArray("application/json") << 400;
        QTest::newRow("a form") << QByteArray("a=b") << QByteArray("application/x-www-form-urlencoded") << 415;
        QTest::newRow("a hundred thousand brackets")
            << QByteArray("{\"a\":" + QByteArray(100'000, '[')) << QByteArray("application/json") << 400;
    }
    void badBodiesAreRefused() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, type);
        QFETCH(int, status);
        HttpRequest request = http(HttpMethod::Post, "/interface/print", body.toStdString());
        request.contentType = type.toStdString();
        const auto call = readCall(request);
        QVERIFY(!call);
        QCOMPARE(call.error().status, status);
    }

    void everyCutOfABodyIsReadOrRefused() {
        const std::string whole =
            "{\"interface\":\"ether1\",\"once\":\"\",\".proplist\":[\"name\",\"rx-bits-per-second\"],\".query\":[\"a=b\"]}";
        for (std::size_t length = 1; length < whole.size(); ++length) {
            QVERIFY(!readCall(http(HttpMethod::Post, "/interface/print", whole.substr(0, length))));
        }
        QVERIFY(readCall(http(HttpMethod::Post, "/interface/print", whole)));
    }

    void oddPathsAndMethodsAreRefused() {
        for (const char* path : {"", "/", "interface"}) {
            QCOMPARE(readCall(http(HttpMethod::Get, path)).error().status, 400);
        }
        QCOMPARE(readCall(http(HttpMethod::Other, "/interface")).error().status, 405);
    }

    void errorsLookAsTheManualShowsThem() {
        QCOMPARE(errorAnswer(404).body, std::string("{\"error\":404,\"message\":\"Not Found\"}"));
        QCOMPARE(errorAnswer({0, "no such command or directory (remove)"}).body,
                 std::string("{\"detail\":\"no such command or directory (remove)\",\"error\":406,\"message\":\"Not Acceptable\"}"));
        QCOMPARE(errorAnswer({4, "not enough permissions (9)"}).status, 403);
        QCOMPARE(errorAnswer({1, "input does not match any value of interface"}).status, 400);
        QCOMPARE(errorAnswer({0, "no such item"}).status, 404);
    }

    void valuesAreStringsAndOctetsThatAreNoTextAreReplaced() {
        QCOMPARE(toJson(Row{{"mtu", "1500"}, {"comment", "a \"quote\" <b>"}}),
                 std::string("{\"mtu\":\"1500\",\"comment\":\"a \\\"quote\\\" <b>\"}"));
        QCOMPARE(toJson(Row{{"comment", "\xe9"}}), std::string("{\"comment\":\"\xef\xbf\xbd\"}"));
        QCOMPARE(toJson(std::vector<Row>()), std::string("[]"));
    }
};

QTEST_APPLESS_MAIN(TestRestCall)
#include "tst_rest_call.moc"
