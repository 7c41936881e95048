// Exports as RouterOS prints them.
#include "core/routeros/config/export.h"
#include "core/routeros/config/export_line.h"
#include "core/routeros/config/load.h"
#include "core/routeros/config/normalise.h"

#include <QTest>

#include <sstream>
#include <utility>

using namespace core::routeros::config;

namespace {

std::string again(std::string_view text, ExportOptions options = {}) { return exportConfig(loadConfig(text).tree, options); }

} // namespace

class TestConfigExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void compactLeavesDefaultsOutAndSortsProperties() {
        QCOMPARE(again("/ip firewall filter\nadd chain=forward action=fasttrack-connection connection-state=established,related hw-offload=yes log=no\n"),
                 std::string("/ip firewall filter\nadd action=fasttrack-connection chain=forward connection-state=\\\n    established,related hw-offload=yes\n"));
        QCOMPARE(again("/interface ethernet\nset [ find default-name=ether1 ] mtu=1500\n/ip settings set ip-forward=yes\n"), std::string());
        QCOMPARE(again("/queue tree\nadd name=q parent=ether1 max-limit=249000000 limit-at=1500k\n"),
                 std::string("/queue tree\nadd limit-at=1500k max-limit=249M name=q parent=ether1\n"));
    }

    void givenItemsAreSet() {
        const std::string text = "/interface ethernet\nset [ find default-name=ether1 ] name=wan\n/interface ethernet switch port\nset 0 l3-hw-offloading=no\n"
                                 "/ip service\nset telnet disabled=yes\n/interface wireless security-profiles\nset [ find default=yes ] supplicant-identity=MikroTik\n";
        QCOMPARE(again(text), text);
    }

    void terseWritesWholeCommands() {
        QCOMPARE(again("/ip address add address=10.0.0.1/24 interface=ether1", {.form = ExportForm::Terse}),
                 std::string("/ip address add address=10.0.0.1/24 interface=ether1 network=10.0.0.0\n"));
    }

    void verboseWritesEveryValue() {
        const std::string text = again("/queue tree add name=q parent=global", {.form = ExportForm::Verbose});
        for (const char* part : {"bucket-size=0.1", "burst-limit=0", "disabled=no", "queue=default-small", "priority=8"}) {
            QVERIFY2(text.find(part) != std::string::npos, part);
        }
    }

    void oneMenuOnly() {
        const std::string text = "/queue tree add name=q parent=global\n/queue type add name=t kind=sfq\n/ip pool add name=p ranges=10.0.0.1\n";
        QCOMPARE(again(text, {.menu = "/queue"}), std::string("/queue type\nadd kind=sfq name=t\n/queue tree\nadd name=q parent=global\n"));
        QCOMPARE(again(text, {.menu = "/queue/t"}), std::string());
    }

    void headerIsWrittenAsFarAsItIsKnown() {
        script_ = {.exportedAt = "2024-10-25 06:08:35", .version = "7.10.1", .softwareId = "AAAA-BBBB", .model = "RB5009UG+S+", .serialNumber = {}};
        const std::string text = exportConfig(ConfigTree(), {.header = script_});
        QCOMPARE(text, std::string("# 2024-10-25 06:08:35 by RouterOS 7.10.1\n# software id = AAAA-BBBB\n#\n# model = RB5009UG+S+\n"));
        QCOMPARE(loadConfig(text).header.exportedAt, script_.exportedAt);
        QVERIFY(exportConfig(ConfigTree(), {}).empty());
    }

    void secretsAreLeftOutUnlessAskedFor() {
        const std::string text = "/interface wireguard add name=wg private-key=\"abc=\"\n/ip hotspot user add name=u password=x\n/future thing add name=n passphrase=geheim\n";
        const std::string hidden = again(text);
        for (const char* secret : {"abc", "password", "geheim"}) {
            QVERIFY2(hidden.find(secret) == std::string::npos, secret);
        }
        const std::string shown = again(text, {.showSensitive = true});
        for (const char* secret : {"abc", "password=x", "geheim"}) {
            QVERIFY2(shown.find(secret) != std::string::npos, secret);
        }
    }

    void version6HasItsSpellings() {
        const std::string six = "/ip route\nadd dst-address=10.0.0.0/8 type=blackhole\nadd gateway=10.0.0.1 routing-mark=wan2\n/ip route rule\nadd table=wan2\n";
        const std::string written = again(six, {.major = 6});
        for (const char* part : {"type=blackhole", "routing-mark=wan2", "/ip route rule\n"}) {
            QVERIFY2(written.find(part) != std::string::npos, part);
        }
        const std::string seven = again(six);
        for (const char* part : {"add blackhole dst-address=10.0.0.0/8", "routing-table=wan2", "/routing rule\n"}) {
            QVERIFY2(seven.find(part) != std::string::npos, part);
        }
    }

    void aFactoryTreeSaysWhatIsBuiltIn() {
        ConfigTree factory = loadConfig("/queue type set [ find name=default-small ] kind=pfifo pfifo-limit=10\n").tree;
        ConfigTree tree = factory;
        QVERIFY(exportConfig(tree, {.factory = &factory}).empty());
        tree.mutableItem(tree.items("/queue/type")[0]->id)->values["pfifo-limit"] = "20";
        QCOMPARE(exportConfig(tree, {.factory = &factory}), std::string("/queue type\nset [ find name=default-small ] pfifo-limit=20\n"));
    }

    void longLinesWrapWhereNothingIsLost() {
        const std::string comment(150, 'x');
        const std::string text = again("/ip firewall nat add action=masquerade chain=srcnat comment=\"" + comment + "  two blanks \\\" \\r\\n end\" out-interface=ether1\n");
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            QVERIFY2(line.size() <= 80, line.c_str());
        }
        QCOMPARE(std::string(loadConfig(text).tree.items("/ip/firewall/nat")[0]->value("comment")), comment + "  two blanks \" \r\n end");
    }

    void anyTextSurvivesWrapping() {
        unsigned state = 1;
        for (int run = 0; run < 500; ++run) {
            std::string comment;
            for (int i = 0; i < run; ++i) {
                state = state * 1664525u + 1013904223u;
                comment += (state >> 28) == 0 ? ' ' : static_cast<char>(1 + (state >> 16) % 255);
            }
            ConfigTree tree = loadConfig("/ip firewall nat add chain=srcnat").tree;
            tree.table("/ip/firewall/nat").front().values["comment"] = comment;
            QCOMPARE(std::string(loadConfig(exportConfig(tree, {})).tree.items("/ip/firewall/nat")[0]->value("comment")), comment);
        }
    }

    void keptStatementsComeLast() {
        const std::string text = again(":global x 1\n/ip pool add name=p ranges=10.0.0.1\n");
        QCOMPARE(text, std::string("/ip pool\nadd name=p ranges=10.0.0.1\n/\n:global x 1\n"));
    }

    void normalisedFilesDoNotDependOnOrder() {
        const auto one = loadConfig("/interface vlan\nadd name=vlan10 vlan-id=10 interface=b\nadd name=vlan2 interface=b vlan-id=2\n");
        const auto other = loadConfig("/interface vlan\nadd name=vlan2 vlan-id=2 interface=b disabled=no\nadd name=vlan10 vlan-id=10 interface=b\n");
        QCOMPARE(exportConfig(normalised(one.tree), {}), exportConfig(normalised(other.tree), {}));
        QVERIFY(exportConfig(normalised(one.tree), {}).find("vlan2 ") < exportConfig(normalised(one.tree), {}).find("vlan10"));
    }

private:
    core::routeros::script::ExportHeader script_;
};

QTEST_APPLESS_MAIN(TestConfigExport)
#include "tst_config_export.moc"
