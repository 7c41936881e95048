// The schema table, and values read by it with RouterOS's words for bad ones.
#include "core/routeros/config/schema.h"

#include <QTest>

#include <set>

using namespace core::routeros::config;

namespace {

class TwoInterfaces final : public Names {
public:
    [[nodiscard]] std::optional<std::string> resolve(Target, std::string_view text) const override {
        return text == "ether1" || text == "*1" ? std::optional<std::string>("ether1") : std::nullopt;
    }
};

std::string read(std::string_view menu, std::string_view property, std::string_view text) {
    const auto value = canonical(*findMenu(menu)->find(property), text, TwoInterfaces());
    return value ? *value : "trap: " + value.error().message;
}

constexpr std::string_view kFilter = "/ip/firewall/filter";

} // namespace

class TestSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void menusAndPropertiesAreUnique() {
        std::set<std::string_view> paths;
        for (const Menu& menu : menus()) {
            QVERIFY(paths.insert(menu.path).second);
            std::set<std::string_view> names;
            for (const Property& property : menu.properties) {
                QVERIFY2(names.insert(property.name).second, property.name.data());
            }
            QVERIFY(menu.key.empty() || menu.find(menu.key));
        }
    }

    void everyDefaultIsAValueItself() {
        class Anything final : public Names {
            [[nodiscard]] std::optional<std::string> resolve(Target, std::string_view text) const override { return std::string(text); }
        };
        for (const Menu& menu : menus()) {
            for (const Property& property : menu.properties) {
                if (property.fallback) {
                    const auto value = canonical(property, *property.fallback, Anything());
                    QVERIFY2(value && *value == *property.fallback, property.name.data());
                }
            }
        }
    }

    void valuesAreStoredAsTheApiPrintsThem() {
        QCOMPARE(read(kFilter, "disabled", "yes"), std::string("true"));
        QCOMPARE(read(kFilter, "src-address", "10.1.2.3/8"), std::string("10.0.0.0/8"));
        QCOMPARE(read(kFilter, "src-address", "!10.1.2.3"), std::string("!10.1.2.3"));
        QCOMPARE(read(kFilter, "protocol", "6"), std::string("tcp"));
        QCOMPARE(read(kFilter, "in-interface", "!*1"), std::string("!ether1"));
        QCOMPARE(read(kFilter, "connection-state", "established,related"), std::string("established,related"));
        QCOMPARE(read("/queue/tree", "max-limit", "1020M"), std::string("1020000000"));
        QCOMPARE(read("/queue/simple", "max-limit", "10M/5M"), std::string("10000000/5000000"));
        QCOMPARE(read("/queue/simple", "max-limit", "10M"), std::string("10000000/10000000"));
        QCOMPARE(read("/queue/type", "fq-codel-target", "0.012s").substr(0, 5), std::string("trap:"));
        QCOMPARE(read("/queue/type", "fq-codel-target", "12ms"), std::string("12ms"));
        QCOMPARE(read("/interface/bridge", "mtu", "auto"), std::string("auto"));
        QCOMPARE(read("/interface/bridge", "priority", "0x8000"), std::string("0x8000"));
    }

    void badValuesAreRefusedInRouterOsWords() {
        QCOMPARE(read("/ip/address", "interface", "asdf"), std::string("trap: input does not match any value of interface"));
        QCOMPARE(read(kFilter, "action", "explode"), std::string("trap: input does not match any value of action"));
        QCOMPARE(read(kFilter, "connection-state", "established,old"), std::string("trap: input does not match any value of connection-state"));
        QCOMPARE(read("/interface/vlan", "vlan-id", "4095"), std::string("trap: value of vlan-id out of range (1..4094)"));
        QCOMPARE(read("/ip/address", "address", "300.1.1.1"), std::string("trap: invalid value for argument address"));
        QCOMPARE(read(kFilter, "src-address", "!"), std::string("trap: invalid value for argument src-address"));
    }
};

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
