// Every menu's rows: RouterOS's names, the engine's figures.
#include <QTest>

#include "agent/control/commands/rows.h"
#include "core/routeros/config/schema.h"
#include "tests/agent/control/commands/console.h"

using core::model::Row;
using tests::Console;

namespace {

void compareValues(const Row& row, const std::vector<std::pair<std::string_view, std::string_view>>& expected) {
    for (const auto& [name, value] : expected) {
        QVERIFY2(row.get(name).has_value(), name.data());
        QCOMPARE(row.value(name), value);
    }
}

} // namespace

class TestMenus : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMenuOfTheSchemaPrints() {
        Console console;
        for (const core::routeros::config::Menu& menu : core::routeros::config::menus()) {
            QCOMPARE(console.ask(std::string(menu.path), "print").back(), core::routeros::api::Sentence{"!done"});
        }
    }

    void interfaceShowsAllCounters() {
        Console console;
        console.load("/interface bridge add name=br\n/interface bridge port add bridge=br interface=ether2");
        console.stats("ether2") = {
            .rxByte = 1000, .txByte = 2, .rxPacket = 10, .txPacket = 4, .txQueueDrop = 7, .fpRxByte = 900, .fpRxPacket = 9};
        const Row row = console.rows("/interface", {}, {"name=ether2"})[0];
        compareValues(row, {{"default-name", "ether2"},
                            {"type", "ether"},
                            {"mtu", "1500"},
                            {"actual-mtu", "1500"},
                            {"rx-byte", "1000"},
                            {"tx-byte", "2"},
                            {"rx-packet", "10"},
                            {"tx-packet", "4"},
                            {"tx-queue-drop", "7"},
                            {"rx-drop", "0"},
                            {"fp-rx-byte", "900"},
                            {"fp-rx-packet", "9"},
                            {"fp-tx-byte", "0"},
                            {"running", "true"},
                            {"slave", "true"},
                            {"disabled", "false"},
                            {"mac-address", "02:50:53:00:00:02"}});
        compareValues(console.rows("/interface", {}, {"name=br"})[0],
                      {{"type", "bridge"}, {"mtu", "auto"}, {"actual-mtu", "1500"}, {"slave", "false"}});
    }

    void ethernetShowsWireAndDriver() {
        Console console;
        console.stats("ether1") = {.rxByte = 6400,
                                   .txByte = 1,
                                   .rxPacket = 100,
                                   .driverRxByte = 600,
                                   .driverRxPacket = 10,
                                   .driverTxByte = 3,
                                   .driverTxPacket = 2};
        compareValues(console.rows("/interface/ethernet")[0], {{"name", "ether1"},
                                                               {"switch", "switch1"},
                                                               {"rx-bytes", "6400"},
                                                               {"rx-packet", "100"},
                                                               {"driver-rx-byte", "600"},
                                                               {"driver-rx-packet", "10"},
                                                               {"tx-bytes", "1"},
                                                               {"driver-tx-byte", "3"},
                                                               {"driver-tx-packet", "2"},
                                                               {"running", "true"}});
        compareValues(console.rows("/interface/ethernet/switch")[0],
                      {{"name", "switch1"}, {"type", "Atheros-8327"}, {"driver-rx-byte", "600"}, {"rx-bytes", "640"}});
        compareValues(console.rows("/interface/ethernet/switch/port")[0],
                      {{"name", "ether1"}, {"switch", "switch1"}, {"rx-bytes", "6400"}});
        QVERIFY(!console.rows("/interface/ethernet", {}, {"name=ether6"})[0].get("switch"));
    }

    void switchMonitorIsAMarkedExtension() {
        Console console;
        console.stats("ether1") = {.rxByte = 6400, .rxPacket = 100, .driverRxByte = 600, .driverRxPacket = 10};
        const auto answer = console.ask("/interface/ethernet/switch", "monitor", {{"numbers", "switch1"}, {"once", ""}});
        QCOMPARE(answer[0], (core::routeros::api::Sentence{"!re", "=name=switch1", "=total-bytes=6400", "=total-packets=100",
                                                           "=fp-bytes=5760", "=fp-packets=90", "=extension=pathscope"}));
    }

    void ethernetMonitorShowsTheLink() {
        Console console;
        const auto answer = console.ask("/interface/ethernet", "monitor", {{"numbers", "0,5"}, {"once", ""}});
        QCOMPARE(answer[0], (core::routeros::api::Sentence{"!re", "=name=ether1", "=status=link-ok", "=auto-negotiation=done",
                                                           "=rate=1Gbps", "=full-duplex=true"}));
        QCOMPARE(answer[1][4], std::string("=rate=2.5Gbps"));
    }

    void bridgePortTellsWishAndFact() {
        Console console;
        console.load("/interface bridge add name=br\n/interface bridge port\nadd bridge=br interface=ether2\nadd bridge=br "
                     "interface=ether3 disabled=yes");
        const auto items = console.live.tree().items("/interface/bridge/port");
        console.engine.ports[items[0]->id] = {true, "switch1"};
        const auto rows = console.rows("/interface/bridge/port");
        compareValues(rows[0], {{"bridge", "br"},
                                {"interface", "ether2"},
                                {"hw", "true"},
                                {"hw-offload", "true"},
                                {"hw-offload-group", "switch1"},
                                {"status", "in-bridge"},
                                {"inactive", "false"}});
        compareValues(rows[1], {{"hw-offload", "false"}, {"status", "disabled"}});
        QVERIFY(!rows[1].get("hw-offload-group"));
    }

    void vlanRowsTellWhoIsInThemNow() {
        Console console;
        console.load("/interface bridge add name=br vlan-filtering=yes\n/interface bridge port\nadd bridge=br interface=ether2 pvid=10\n"
                     "add bridge=br interface=ether3 frame-types=admit-only-vlan-tagged\n"
                     "/interface bridge vlan add bridge=br tagged=br,ether3 vlan-ids=10,20-29");
        const auto rows = console.rows("/interface/bridge/vlan");
        QCOMPARE(rows.size(), std::size_t(2));
        compareValues(rows[0], {{"vlan-ids", "10,20-29"},
                                {"tagged", "br,ether3"},
                                {"current-tagged", "br,ether3"},
                                {"current-untagged", "ether2"},
                                {"dynamic", "false"}});
        compareValues(rows[1], {{"vlan-ids", "1"}, {"current-untagged", "br"}, {"current-tagged", ""}, {"dynamic", "true"}});
    }

    void settingsShowStateAndCounters() {
        Console console;
        console.engine.state.fastPathActive = true;
        console.engine.state.fastTrack = {77, 7};
        console.engine.state.bridgeFastForward = {5, 1};
        compareValues(console.rows("/ip/settings")[0], {{"allow-fast-path", "true"},
                                                        {"ip-forward", "true"},
                                                        {"arp-timeout", "30s"},
                                                        {"ipv4-fast-path-active", "true"},
                                                        {"ipv4-fasttrack-active", "false"},
                                                        {"ipv4-fasttrack-bytes", "77"},
                                                        {"ipv4-fasttrack-packets", "7"}});
        compareValues(console.rows("/interface/bridge/settings")[0], {{"allow-fast-path", "true"},
                                                                      {"use-ip-firewall", "false"},
                                                                      {"bridge-fast-path-active", "false"},
                                                                      {"bridge-fast-forward-bytes", "5"},
                                                                      {"bridge-fast-forward-packets", "1"}});
    }

    void addressesAndRoutes() {
        Console console;
        console.load("/ip address add address=10.0.0.1/24 interface=ether1\n/ip route\nadd gateway=10.0.0.254\nadd dst-address=10.9.0.0/16 "
                     "gateway=10.0.0.9 disabled=yes");
        const auto address = console.live.tree().items("/ip/address")[0]->id;
        const auto route = console.live.tree().items("/ip/route")[0]->id;
        console.engine.routeTable = {
            {.uid = address,
             .destination = {0x0a000000, 24},
             .gateway = {},
             .interface = 0,
             .connected = true,
             .active = true,
             .hwCandidate = true},
            {.uid = route, .destination = {0, 0}, .gateway = 0x0a0000fe, .interface = 0, .distance = 1, .active = true},
        };
        compareValues(console.rows("/ip/address")[0], {{"address", "10.0.0.1/24"},
                                                       {"network", "10.0.0.0"},
                                                       {"interface", "ether1"},
                                                       {"actual-interface", "ether1"},
                                                       {"invalid", "false"},
                                                       {"dynamic", "false"},
                                                       {"disabled", "false"}});
        const auto rows = console.rows("/ip/route");
        QCOMPARE(rows.size(), std::size_t(3));
        compareValues(rows[0], {{"dst-address", "10.0.0.0/24"},
                                {"gateway", "ether1"},
                                {"dynamic", "true"},
                                {"connect", "true"},
                                {"active", "true"},
                                {"distance", "0"},
                                {"hw-offloaded", "true"},
                                {"local-address", "10.0.0.1%ether1"}});
        compareValues(rows[1], {{"dst-address", "0.0.0.0/0"},
                                {"gateway", "10.0.0.254"},
                                {"immediate-gw", "10.0.0.254%ether1"},
                                {"static", "true"},
                                {"active", "true"}});
        compareValues(rows[2], {{"active", "false"}, {"inactive", "false"}, {"disabled", "true"}});
        QVERIFY(
            console.ask("/ip/route", "remove", {{".id", std::string(rows[0].value(".id"))}})[0].back().ends_with("can not change dynamic"));
    }

    void learnedTablesHaveRows() {
        Console console;
        console.engine.neighbours = {{0x0a000002, {{2, 0, 0, 0, 0, 9}}, 0, true}, {0x0a000003, {}, 0, false}};
        console.engine.hosts = {{0, 1, {{2, 0, 0, 0, 0, 7}}, true, false}};
        const auto arp = console.rows("/ip/arp");
        compareValues(arp[0], {{"address", "10.0.0.2"},
                               {"mac-address", "02:00:00:00:00:09"},
                               {"interface", "ether1"},
                               {"complete", "true"},
                               {"dynamic", "true"}});
        QVERIFY(!arp[1].get("mac-address"));
        compareValues(console.rows("/interface/bridge/host")[0],
                      {{"mac-address", "02:00:00:00:00:07"}, {"on-interface", "ether2"}, {"external", "true"}});
    }

    void rulesShowTheirCounters() {
        Console console;
        console.load(
            "/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related comment=\"fast\"\n"
            "/interface bridge add name=b\n/ip firewall nat add chain=srcnat action=masquerade out-interface=b\n/interface bridge remove "
            "b");
        const auto rule = console.live.tree().items("/ip/firewall/filter")[0]->id;
        console.engine.rules[rule] = {1234, 5};
        compareValues(console.rows("/ip/firewall/filter")[0], {{"chain", "forward"},
                                                               {"action", "fasttrack-connection"},
                                                               {"connection-state", "established,related"},
                                                               {"bytes", "1234"},
                                                               {"packets", "5"},
                                                               {"log", "false"},
                                                               {"invalid", "false"},
                                                               {"dynamic", "false"},
                                                               {"disabled", "false"},
                                                               {"comment", "fast"}});
        compareValues(console.rows("/ip/firewall/nat")[0], {{"invalid", "true"}, {"action", "masquerade"}});
    }

    void connectionsInRouterOsNames() {
        Console console;
        console.load("/ip firewall mangle add chain=forward action=mark-connection new-connection-mark=voip");
        agent::dataplane::ConnectionInfo c;
        c.id = 0x1f;
        c.protocol = 6;
        c.src = 0xc0a8580a;
        c.dst = 0xcb007105;
        c.srcPort = 50000;
        c.dstPort = 443;
        c.replySrc = c.dst;
        c.replyDst = 0xcb007102;
        c.replySrcPort = 443;
        c.replyDstPort = 50000;
        c.tcpState = "established";
        c.timeout = 86'392 * core::base::kSecond + 5;
        c.seenReply = c.assured = c.confirmed = c.fastTrack = c.srcNat = true;
        c.mark = 1;
        c.orig = {520, 5};
        c.origFastTrack = {500, 4};
        console.engine.table = {c};
        compareValues(console.rows("/ip/firewall/connection")[0], {{".id", "*1F"},
                                                                   {"protocol", "tcp"},
                                                                   {"src-address", "192.168.88.10"},
                                                                   {"src-port", "50000"},
                                                                   {"dst-address", "203.0.113.5"},
                                                                   {"dst-port", "443"},
                                                                   {"reply-dst-address", "203.0.113.2"},
                                                                   {"tcp-state", "established"},
                                                                   {"timeout", "23h59m52s"},
                                                                   {"connection-mark", "voip"},
                                                                   {"orig-bytes", "520"},
                                                                   {"orig-fasttrack-packets", "4"},
                                                                   {"fasttrack", "true"},
                                                                   {"srcnat", "true"},
                                                                   {"dstnat", "false"},
                                                                   {"assured", "true"}});
        compareValues(console.rows("/ip/firewall/connection/tracking")[0], {{"enabled", "auto"},
                                                                            {"tcp-established-timeout", "1d"},
                                                                            {"active-ipv4", "no"},
                                                                            {"total-entries", "1"},
                                                                            {"max-entries", "1048576"}});
    }

    void addressListsShowDynamicEntries() {
        Console console;
        console.load("/ip firewall address-list add list=bad address=10.0.0.0/24");
        console.engine.listed = {{0, 0x0a010203, 90 * core::base::kSecond}, {0, 0x0a010204, 0}};
        const auto rows = console.rows("/ip/firewall/address-list");
        compareValues(rows[0], {{"list", "bad"}, {"address", "10.0.0.0/24"}, {"dynamic", "false"}});
        compareValues(rows[1], {{"list", "bad"}, {"address", "10.1.2.3"}, {"timeout", "1m30s"}, {"dynamic", "true"}});
        QVERIFY(!rows[2].get("timeout"));
    }

    void queues() {
        Console console;
        console.load("/queue tree add name=q parent=ether1 max-limit=1G\n/queue simple add name=s target=10.0.0.0/24 max-limit=1M/2M");
        console.engine.tree = {.bytes = 1000, .packets = 10, .dropped = 1, .queuedBytes = 50, .queuedPackets = 2};
        console.engine.simple = {{.bytes = 1, .packets = 1}, {.bytes = 2, .packets = 2}, {}};
        console.plane.housekeep();
        console.engine.tree.bytes += 125'000;
        console.engine.tree.packets += 100;
        console.clock.advance(core::base::kSecond);
        console.plane.housekeep();
        compareValues(console.rows("/queue/tree")[0], {{"name", "q"},
                                                       {"parent", "ether1"},
                                                       {"max-limit", "1000000000"},
                                                       {"bucket-size", "0.1"},
                                                       {"priority", "8"},
                                                       {"queue", "default-small"},
                                                       {"packet-mark", ""},
                                                       {"rate", "1000000"},
                                                       {"packet-rate", "100"},
                                                       {"bytes", "126000"},
                                                       {"dropped", "1"},
                                                       {"queued-packets", "2"},
                                                       {"invalid", "false"}});
        compareValues(console.rows("/queue/simple")[0],
                      {{"target", "10.0.0.0/24"}, {"max-limit", "1000000/2000000"}, {"bytes", "1/2"}, {"packets", "1/2"}});
        const Row type = console.rows("/queue/type", {}, {"name=default-small"})[0];
        compareValues(type, {{"kind", "pfifo"}, {"pfifo-limit", "10"}});
        QVERIFY(!type.get("fq-codel-limit"));
        compareValues(console.rows("/queue/interface")[0],
                      {{"interface", "ether1"}, {"queue", "only-hardware-queue"}, {"active-queue", "only-hardware-queue"}});
    }

    void systemTellsWhatItIs() {
        Console console;
        compareValues(console.rows("/system/resource")[0], {{"uptime", "1h2m5s"},
                                                            {"version", "7.20 (pathscope)"},
                                                            {"cpu-count", "2"},
                                                            {"cpu-load", "46"},
                                                            {"total-memory", "134217728"},
                                                            {"architecture-name", "arm"},
                                                            {"board-name", "test board"},
                                                            {"platform", "Pathscope"}});
        const auto cpu = console.rows("/system/resource/cpu");
        QCOMPARE(cpu.size(), std::size_t(2));
        compareValues(cpu[1], {{"cpu", "cpu1"}, {"load", "80"}});
        compareValues(console.rows("/system/routerboard")[0], {{"routerboard", "true"}, {"model", "TEST-5"}});
        compareValues(console.rows("/system/clock")[0], {{"date", "2026-11-30"}, {"time", "01:33:20"}});
        compareValues(console.rows("/system/package")[0], {{"name", "pathscope"}, {"disabled", "false"}});
        compareValues(console.rows("/user/active")[0], {{"name", "admin"}, {"via", "api"}, {"address", "127.0.0.1"}});
    }

    void logTakesWhatTheFirewallLogged() {
        Console console;
        console.engine.logged = {{"DROP", "forward", "proto TCP"}};
        console.plane.housekeep();
        compareValues(console.rows("/log")[0], {{"topics", "firewall,info"}, {"message", "DROP forward: proto TCP"}, {"time", "01:33:20"}});
        QCOMPARE(console.rows("/log").size(), std::size_t(1));
    }

    void pathscopeTellsTheTruth() {
        Console console;
        console.engine.paths.bytes = {1, 2, 3, 4, 5};
        console.engine.report.flows = {{"web", "tcp", 1e6, 10, 1, 2, 12.345, 20}, {"voip", "udp", 5, 6, 0, 0, 0, 0}, {"ping", "ping", 5, 6, 0, 0, 3, 4, {{0.0523125, 7}, {3.5, 1}}}};
        console.engine.report.skipped = 1'500'000'000;
        console.engine.report.loadPercent = 12.5;
        const auto paths = console.rows("/pathscope/paths");
        QCOMPARE(paths.size(), std::size_t(5));
        compareValues(paths[3], {{"name", "fasttrack"}, {"bytes", "4"}, {"packets", "0"}});
        const auto traffic = console.rows("/pathscope/traffic");
        compareValues(traffic[0],
                      {{"name", "web"}, {"kind", "tcp"}, {"bits-per-second", "1000000"}, {"rtt-p50", "12.35"}, {"rtt-p99", "20.00"}});
        QVERIFY(!traffic[1].get("rtt-p50"));
        compareValues(console.rows("/pathscope/board")[0], {{"model", "TEST-5"}, {"native", "false"}, {"chips", "switch1:Atheros-8327"}});
        compareValues(console.rows("/pathscope/scenario")[0], {{"running", "false"}, {"load-percent", "12.50"}, {"skipped-ms", "1500"}});
        const auto trips = console.rows("/pathscope/round-trips");
        QCOMPARE(trips.size(), std::size_t(2));
        compareValues(trips[0], {{"name", "ping"}, {"ms", "0.0523125"}, {"count", "7"}});
    }
};

QTEST_APPLESS_MAIN(TestMenus)
#include "tst_menus.moc"
