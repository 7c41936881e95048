#include "core/doctor/fasttrack_rule.h"

#include "core/doctor/facts.h"
#include "core/doctor/marks.h"

#include <QTest>

#include <functional>

using core::doctor::Facts;
using core::doctor::FastTrackAnswer;
using core::doctor::Flow;
using core::doctor::Match;

namespace {

constexpr const char* kNetwork = R"(# 2024-01-01 00:00:00 by RouterOS 7.16
/ip address
add address=192.168.88.1/24 interface=bridge
/interface list
add name=LAN
add name=WAN
/interface list member
add interface=bridge list=LAN
add interface=ether1 list=WAN
)";

FastTrackAnswer ask(const std::string& rules, const std::function<void(Flow&)>& change = {}) {
    const auto loaded = core::routeros::config::loadConfig(kNetwork + rules);
    const Facts facts(loaded, nullptr, {});
    Flow flow;
    flow.in = "bridge";
    flow.out = "ether1";
    flow.source = facts.topology.networkOf("bridge");
    if (change) {
        change(flow);
    }
    flow.marks = core::doctor::marksOf(flow, facts.context());
    FastTrackAnswer answer = core::doctor::fastTrackOf(flow, facts.context());
    answer.rule.reset(); // the configuration it points into ends here
    return answer;
}

constexpr const char* kFast = "add action=fasttrack-connection chain=forward connection-state=established,related\n";
constexpr const char* kAccept = "add action=accept chain=forward connection-state=established,related\n";

} // namespace

class TestFastTrackRule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void conditionsAndOrderDecide_data() {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<int>("marked");
        const auto row = [](const char* name, const std::string& rules, Match match) {
            QTest::newRow(name) << QString::fromStdString(rules) << static_cast<int>(match);
        };
        const std::string filter = "/ip firewall filter\n", fast = kFast, accept = kAccept;
        row("the rule alone", filter + fast + accept, Match::Yes);
        row("below the accept", filter + accept + fast, Match::No);
        row("disabled", filter + "add action=fasttrack-connection chain=forward disabled=yes\n", Match::No);
        row("a disabled accept above does not shadow", filter + "add action=accept chain=forward disabled=yes\n" + fast, Match::Yes);
        row("another chain", filter + "add action=fasttrack-connection chain=input\n", Match::No);
        row("only new connections", filter + "add action=fasttrack-connection chain=forward connection-state=new\n", Match::No);
        row("one direction is enough", filter + "add action=fasttrack-connection chain=forward out-interface-list=WAN\n", Match::Yes);
        row("another list", filter + "add action=fasttrack-connection chain=forward in-interface-list=none\n", Match::No);
        row("not from the list, in either direction", filter + "add action=fasttrack-connection chain=forward in-interface=!ether9\n",
            Match::Yes);
        row("one host", filter + "add action=fasttrack-connection chain=forward src-address=192.168.88.7\n", Match::Part);
        row("everybody but one host", filter + "add action=fasttrack-connection chain=forward src-address=!192.168.88.7\n", Match::Most);
        row("another network", filter + "add action=fasttrack-connection chain=forward src-address=10.0.0.0/8 dst-address=10.0.0.0/8\n",
            Match::No);
        row("an accept of one direction does not spare the connection",
            filter + "add action=accept chain=forward in-interface-list=LAN connection-state=established\n" + fast, Match::Yes);
        row("accepts of both directions do",
            filter + "add action=accept chain=forward in-interface-list=LAN\nadd action=accept chain=forward out-interface-list=LAN\n" +
                fast,
            Match::No);
        row("through a jump",
            filter + "add action=jump chain=forward jump-target=fast\nadd action=fasttrack-connection chain=fast\n" + accept, Match::Yes);
        row("a jump that returns",
            filter + "add action=jump chain=forward jump-target=side\nadd action=return chain=side\nadd action=accept chain=side\n" + fast,
            Match::Yes);
        row("an accept in the jump", filter + "add action=jump chain=forward jump-target=side\nadd action=accept chain=side\n" + fast,
            Match::No);
        row("a jump in circles ends",
            filter + "add action=jump chain=forward jump-target=side\nadd action=jump chain=side jump-target=side\n" + fast, Match::Yes);
        row("udp only", filter + "add action=fasttrack-connection chain=forward protocol=udp\n", Match::No);
        row("a limit is decided by packets", filter + "add action=fasttrack-connection chain=forward limit=10,5:packet\n", Match::Part);
        row("in mangle", std::string("/ip firewall mangle\nadd action=fasttrack-connection chain=forward\n") + filter + accept, Match::Yes);
        row("no traffic of a policy",
            filter + "add action=accept chain=forward ipsec-policy=in,ipsec\nadd action=accept chain=forward ipsec-policy=out,ipsec\n" +
                fast,
            Match::Yes);
        row("unmarked only, nothing marks", filter + "add action=fasttrack-connection chain=forward connection-mark=no-mark\n", Match::Yes);
        const std::string all =
            "/ip firewall mangle\nadd action=mark-connection chain=prerouting in-interface=bridge new-connection-mark=seen\n";
        row("unmarked only, everything is marked", all + filter + "add action=fasttrack-connection chain=forward connection-mark=no-mark\n",
            Match::No);
        row("a mark by a disabled rule", filter + "add action=fasttrack-connection chain=forward connection-mark=seen\n", Match::No);
        row("the mark that everything has", all + filter + "add action=fasttrack-connection chain=forward connection-mark=seen\n",
            Match::Yes);
        const std::string some =
            "/ip firewall mangle\nadd action=mark-connection chain=forward dst-address-list=vpn new-connection-mark=vpn\n";
        row("unmarked only, some are marked", some + filter + "add action=fasttrack-connection chain=forward connection-mark=no-mark\n",
            Match::Most);
        row("an address list without entries", filter + "add action=fasttrack-connection chain=forward dst-address-list=filled-by-rules\n",
            Match::Part);
        row("an address list of others",
            "/ip firewall address-list\nadd address=10.9.0.0/16 list=others\n" + filter +
                "add action=fasttrack-connection chain=forward src-address-list=others\n",
            Match::Part);
        row("an address list with all of them",
            "/ip firewall address-list\nadd address=192.168.0.0/16 list=ours\n" + filter +
                "add action=fasttrack-connection chain=forward src-address-list=ours\n",
            Match::Yes);
    }
    void conditionsAndOrderDecide() {
        QFETCH(QString, rules);
        QFETCH(int, marked);
        QCOMPARE(static_cast<int>(ask(rules.toStdString()).marked), marked);
    }

    void theRuleAboveIsNamed() {
        const FastTrackAnswer answer = ask(std::string("/ip firewall filter\n") + kAccept + kFast);
        QVERIFY(answer.shadowedBy.has_value());
    }

    void trafficOfAPolicyIsSparedByFactoryRules() {
        const auto intoTunnel = [](Flow& flow) { flow.ipsecOut = Match::Yes; };
        const std::string spare = "/ip firewall filter\nadd action=accept chain=forward ipsec-policy=in,ipsec\nadd action=accept "
                                  "chain=forward ipsec-policy=out,ipsec\n";
        QVERIFY(ask(spare + kFast, intoTunnel).marked == Match::No);
        QVERIFY(ask(std::string("/ip firewall filter\n") + kFast, intoTunnel).marked == Match::Yes);
    }
};

QTEST_GUILESS_MAIN(TestFastTrackRule)
#include "tst_fasttrack_rule.moc"
