// Every rule once where it must speak and once where it must be silent.
#include "diagnosis.h"

#include <QTest>

namespace {

const std::string kHeader = "# 2024-10-29 15:32:23 by RouterOS 7.20\n";
const std::string kFast = "/ip firewall filter\nadd action=fasttrack-connection chain=forward connection-state=established,related\n"
                          "add action=accept chain=forward connection-state=established,related\n";
const std::string kSlow = "/ip firewall filter\nadd action=accept chain=forward connection-state=established,related\n";
const std::string kNat = "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n";
const std::string kLan = "/ip address\nadd address=192.168.88.1/24 interface=bridge\n";
const std::string kTwoPorts = "/interface bridge port\nadd bridge=bridge interface=ether2\nadd bridge=bridge interface=ether3\n";
const std::string kVlans =
    "/interface bridge\nadd name=bridge vlan-filtering=yes\n/interface vlan\nadd interface=bridge name=vlan10 vlan-id=10\n"
    "add interface=bridge name=vlan20 vlan-id=20\n/interface bridge port\nadd bridge=bridge interface=sfp-sfpplus1\n"
    "/interface bridge vlan\nadd bridge=bridge tagged=bridge,sfp-sfpplus1 vlan-ids=10\nadd bridge=bridge tagged=bridge,sfp-sfpplus1 "
    "vlan-ids=20\n"
    "/ip address\nadd address=10.0.10.1/24 interface=vlan10\nadd address=10.0.20.1/24 interface=vlan20\n";
const std::string kL3 = "/interface ethernet switch\nset 0 l3-hw-offloading=yes\n";

struct Sample {
    const char* id;
    const char* board;
    std::string speaks, silent;
};

std::string bridge(const std::string& properties) {
    return "/interface bridge\nadd name=bridge " + properties + "\n" + kTwoPorts;
}

std::vector<Sample> samples() {
    return {
        {"fasttrack-rule-missing", "", kNat + kSlow, kNat + kFast},
        {"fasttrack-rule-missing", "", kNat + kSlow, kNat + kSlow + "/queue simple\nadd max-limit=1M/1M target=192.168.88.2/32\n"},
        {"fasttrack-rule-shadowed", "",
         kNat + "/ip firewall filter\nadd action=accept chain=forward connection-state=established\nadd action=fasttrack-connection "
                "chain=forward\n",
         kNat + kFast},
        {"fasttrack-excludes-marked-connections", "",
         kLan + kNat +
             "/ip firewall mangle\nadd action=mark-connection chain=prerouting in-interface=bridge new-connection-mark=all\n/ip firewall "
             "filter\nadd action=fasttrack-connection chain=forward connection-mark=no-mark\n",
         kLan + kNat +
             "/ip firewall mangle\nadd action=mark-connection chain=prerouting dst-address-list=vpn new-connection-mark=vpn\n/ip firewall "
             "filter\nadd action=fasttrack-connection chain=forward connection-mark=no-mark\n"},
        {"fasttrack-matcher-direction", "",
         kLan + kNat + "/ip firewall filter\nadd action=fasttrack-connection chain=forward out-interface=ether1\n", kLan + kNat + kFast},
        {"ip-fast-path-disabled", "", "/ip settings\nset allow-fast-path=no\n", "/ip settings\nset allow-fast-path=yes\n"},
        {"interface-list-missing-vlan", "",
         "/interface vlan\nadd interface=bridge name=vlan10 vlan-id=10\n/interface list member\nadd interface=bridge list=LAN\n/ip "
         "firewall filter\nadd action=accept chain=forward in-interface-list=LAN\n",
         "/interface vlan\nadd interface=bridge name=vlan10 vlan-id=10\n/interface list member\nadd interface=bridge list=LAN\nadd "
         "interface=vlan10 list=LAN\n/ip firewall filter\nadd action=accept chain=forward in-interface-list=LAN\n"},
        {"ipv6-fasttrack-rule-missing", "",
         kNat + kFast + "/ipv6 firewall filter\nadd action=accept chain=forward connection-state=established\n", kNat + kFast},
        {"queue-simple-bypassed-by-fasttrack", "", kLan + kNat + kFast + "/queue simple\nadd max-limit=1M/1M target=192.168.88.10/32\n",
         kLan + kNat +
             "/ip firewall filter\nadd action=accept chain=forward src-address=192.168.88.10\nadd action=accept chain=forward "
             "dst-address=192.168.88.10\n"
             "add action=fasttrack-connection chain=forward connection-state=established\n/queue simple\nadd max-limit=1M/1M "
             "target=192.168.88.10/32\n"},
        {"queue-tree-global-bypassed-by-fasttrack", "", kNat + kFast + "/queue tree\nadd name=t parent=global max-limit=10M\n",
         kNat + kSlow + "/queue tree\nadd name=t parent=global max-limit=10M\n"},
        {"queue-dynamic-bypassed-by-fasttrack", "", kNat + kFast + "/radius\nadd address=10.0.0.1 service=hotspot\n",
         kNat + kFast + "/radius\nadd address=10.0.0.1 service=login\n"},
        {"fasttrack-disabled-for-qos", "",
         kNat +
             "/ip firewall filter\nadd action=fasttrack-connection chain=forward disabled=yes\n/queue simple\nadd target=192.168.88.0/24\n",
         kNat + kFast},
        {"ipsec-connections-fasttracked", "",
         kNat + kFast + "/ip ipsec policy\nadd src-address=10.1.0.0/16 dst-address=10.2.0.0/16 tunnel=yes\n",
         kNat + "/ip ipsec policy\nadd src-address=10.1.0.0/16 dst-address=10.2.0.0/16 tunnel=yes\n/ip firewall filter\nadd action=accept "
                "chain=forward ipsec-policy=in,ipsec\n"
                "add action=accept chain=forward ipsec-policy=out,ipsec\nadd action=fasttrack-connection chain=forward "
                "connection-state=established\n"},
        {"fasttrack-pbr-main-table-only", "",
         kLan + kNat + kFast +
             "/ip firewall mangle\nadd action=mark-routing chain=prerouting in-interface=bridge new-routing-mark=second\n",
         kLan + kNat +
             "/ip firewall mangle\nadd action=mark-routing chain=prerouting connection-mark=c in-interface=bridge new-routing-mark=second\n"
             "/ip firewall filter\nadd action=fasttrack-connection chain=forward connection-mark=no-mark\n"},
        {"accounting-blind-by-fasttrack", "", kNat + kFast + "/ip kid-control\nadd name=kid\n",
         kNat + kSlow + "/ip kid-control\nadd name=kid\n"},
        {"vpn-output-never-fasttracked", "", kNat + kFast + "/interface wireguard\nadd name=wg\n", kNat + kFast},
        {"qos-interface-tree-ok", "", kNat + kFast + "/queue tree\nadd name=u parent=ether1 packet-mark=no-mark max-limit=10M\n",
         kNat + kSlow + "/queue tree\nadd name=u parent=ether1 packet-mark=no-mark max-limit=10M\n"},
        {"qos-interface-tree-no-traffic-hw-bridge", "RB5009UG+S+",
         bridge("dhcp-snooping=yes") + "/queue tree\nadd name=d parent=bridge packet-mark=no-mark max-limit=10M\n",
         bridge("") + "/queue tree\nadd name=d parent=bridge packet-mark=no-mark max-limit=10M\n"},
        {"queue-packet-mark-mismatch", "",
         "/queue tree\nadd name=u parent=ether1 packet-mark=no-mark\n/ip firewall mangle\nadd action=mark-packet chain=forward "
         "new-packet-mark=voip\n",
         "/queue tree\nadd name=u parent=ether1 packet-mark=no-mark,voip\n/ip firewall mangle\nadd action=mark-packet chain=forward "
         "new-packet-mark=voip\n"},
        {"queue-marks-rule-disabled", "",
         "/queue tree\nadd name=u parent=ether1 packet-mark=m\n/ip firewall mangle\nadd action=mark-packet chain=forward disabled=yes "
         "new-packet-mark=m\n",
         "/queue tree\nadd name=u parent=ether1 packet-mark=m\n/ip firewall mangle\nadd action=mark-packet chain=forward "
         "new-packet-mark=m\n"},
        {"queue-cake-bandwidth-without-max-limit", "",
         "/queue type\nadd kind=cake name=c cake-bandwidth=50M\n/queue tree\nadd name=u parent=ether1 queue=c\n",
         "/queue type\nadd kind=cake name=c cake-bandwidth=50M\n/queue tree\nadd name=u parent=ether1 queue=c max-limit=40M\n"},
        {"queue-cake-nat-on-download", "",
         "/queue type\nadd kind=cake name=c cake-nat=yes cake-flowmode=dual-dsthost\n/queue tree\nadd name=d parent=global queue=c "
         "max-limit=40M\n",
         "/queue type\nadd kind=cake name=c cake-nat=yes cake-flowmode=dual-srchost\n/queue tree\nadd name=u parent=global queue=c "
         "max-limit=40M\n"},
        {"ipv6-missing-from-qos-marks", "",
         "/ipv6 address\nadd address=2001:db8::1/64 interface=bridge\n/queue tree\nadd name=u parent=ether1 packet-mark=m\n/ip firewall "
         "mangle\nadd action=mark-packet chain=forward new-packet-mark=m\n",
         "/queue tree\nadd name=u parent=ether1 packet-mark=m\n/ip firewall mangle\nadd action=mark-packet chain=forward "
         "new-packet-mark=m\n"},
        {"queue-target-on-bridge-port", "", kTwoPorts + "/queue simple\nadd target=ether2 max-limit=1M/1M\n",
         kTwoPorts + "/queue simple\nadd target=bridge max-limit=1M/1M\n"},
        {"queue-algorithm-cpu-budget", "",
         "/queue type\nadd kind=cake name=c\n/queue tree\nadd name=u parent=ether1 queue=c max-limit=800M packet-mark=no-mark\n",
         "/queue type\nadd kind=fq-codel name=c\n/queue tree\nadd name=u parent=ether1 queue=c max-limit=800M packet-mark=no-mark\n"},
        {"queue-cpu-exceeds-device", "RB962UiGS-5HacT2HnT", "/queue simple\nadd target=192.168.88.0/24 max-limit=100M/100M\n",
         "/queue simple\nadd target=192.168.88.0/24 max-limit=10M/10M\n"},
        {"bridge-second-on-same-chip", "RB960PGS",
         "/interface bridge\nadd name=a\nadd name=b\n/interface bridge port\nadd bridge=a interface=ether1\nadd bridge=b "
         "interface=ether2\n",
         "/interface bridge\nadd name=a\n/interface bridge port\nadd bridge=a interface=ether1\nadd bridge=a interface=ether2\n"},
        {"bridge-vlan-filtering-chip-unsupported", "RB962UiGS-5HacT2HnT", bridge("vlan-filtering=yes"), bridge("")},
        {"bridge-dhcp-snooping-disables-fastpath", "RB5009UG+S+", bridge("dhcp-snooping=yes") + kNat + kFast, bridge("dhcp-snooping=yes")},
        {"bridge-use-ip-firewall", "", "/interface bridge settings\nset use-ip-firewall=yes\n",
         "/interface bridge settings\nset use-ip-firewall=no\n"},
        {"bridge-hw-disabled-by-config", "RB5009UG+S+",
         "/interface bridge\nadd name=a\n/interface bridge port\nadd bridge=a interface=ether2 hw=no\nadd bridge=a interface=ether3\n",
         bridge("")},
        {"traffic-crosses-switch-chips", "RB3011UiAS",
         "/interface bridge\nadd name=a\n/interface bridge port\nadd bridge=a interface=ether1\nadd bridge=a interface=ether6\n",
         bridge("")},
        {"bonding-mode-no-hw", "RB960PGS",
         "/interface bonding\nadd name=bond1 mode=802.3ad slaves=ether1,ether2\n/interface bridge\nadd name=a\n/interface bridge port\nadd "
         "bridge=a interface=bond1\nadd bridge=a interface=ether3\n",
         bridge("")},
        {"bonding-single-flow-hash", "CRS326-24G-2S+",
         "/interface bonding\nadd name=bond1 mode=802.3ad slaves=ether1,ether2 transmit-hash-policy=layer-2-and-3\n/interface bridge\nadd "
         "name=a\n/interface bridge port\nadd bridge=a interface=bond1\n",
         "/interface bonding\nadd name=bond1 mode=802.3ad slaves=ether1,ether2 transmit-hash-policy=layer-2-and-3\n"},
        {"vlan-on-bridge-slave", "", kTwoPorts + "/interface vlan\nadd interface=ether2 name=v vlan-id=5\n",
         kTwoPorts + "/interface vlan\nadd interface=bridge name=v vlan-id=5\n"},
        {"l2mtu-too-small", "", "/interface ethernet\nset [ find default-name=ether2 ] l2mtu=1584 mtu=9000\n" + bridge(""),
         "/interface ethernet\nset [ find default-name=ether2 ] l2mtu=9216 mtu=9000\n" + bridge("")},
        {"healthy-l3hw", "CRS317-1G-16S+", kVlans + kL3, kVlans},
        {"l3hw-switch-level-off", "CRS317-1G-16S+", kVlans, kVlans + kL3},
        {"l3hw-vlan-on-port", "CRS317-1G-16S+", kL3 + "/interface vlan\nadd interface=sfp-sfpplus5 name=v5 vlan-id=5\n", kVlans + kL3},
        {"l3hw-bridge-not-vlan-member", "CRS317-1G-16S+",
         kL3 + "/interface bridge\nadd name=bridge vlan-filtering=yes\n/interface vlan\nadd interface=bridge name=v vlan-id=5\n/interface "
               "bridge vlan\nadd bridge=bridge tagged=sfp-sfpplus1 vlan-ids=5\n",
         kVlans + kL3},
        {"l3hw-multiple-bridges", "CRS317-1G-16S+",
         kL3 + "/interface bridge\nadd name=a\nadd name=b\n/interface bridge port\nadd bridge=a interface=sfp-sfpplus1\nadd bridge=b "
               "interface=sfp-sfpplus2\n",
         kVlans + kL3},
        {"l3hw-port-on-other-chip", "CRS312-4C+8XG",
         "/interface bridge\nadd name=a\n/interface bridge port\nadd bridge=a interface=ether1\nadd bridge=a interface=ether9\n",
         "/interface bridge\nadd name=a\n/interface bridge port\nadd bridge=a interface=ether1\nadd bridge=a interface=ether2\n"},
        {"l3hw-bypasses-firewall-nat", "CRS317-1G-16S+",
         kVlans + kL3 + "/ip firewall filter\nadd action=drop chain=forward in-interface=vlan10 out-interface=vlan20\n", kVlans + kL3},
        {"l3hw-chip-no-fasttrack-offload", "CRS326-24G-2S+",
         kL3 + kNat + "/ip firewall filter\nadd action=fasttrack-connection chain=forward hw-offload=yes\n", kL3},
        {"pcc-mangle-on-switch-cpu", "CRS326-24G-2S+",
         "/ip firewall mangle\nadd action=mark-connection chain=prerouting new-connection-mark=a "
         "per-connection-classifier=both-addresses:2/0\n",
         kL3},
        {"device-switch-as-router", "CRS112-8P-4S", kNat, "/ip address\nadd address=10.0.0.1/24 interface=ether1\n"},
        {"layer7-regex-in-path", "", "/ip firewall mangle\nadd action=mark-packet chain=prerouting layer7-protocol=x new-packet-mark=x\n",
         "/ip firewall mangle\nadd action=mark-packet chain=prerouting disabled=yes layer7-protocol=x new-packet-mark=x\n"},
        {"hotspot-active", "", "/ip hotspot\nadd name=h interface=bridge\n",
         "/ip hotspot profile\nset [ find default=yes ] use-radius=yes\n"},
        {"capsman-central-forwarding", "", "/interface wifi datapath\nadd name=d traffic-processing=on-capsman\n",
         "/interface wifi datapath\nadd name=d traffic-processing=on-cap\n"},
        {"nat-masquerade-ppp-churn", "", kNat + "/interface pppoe-server server\nadd interface=bridge disabled=no\n", kNat},
        {"ipsec-single-core", "RBD52G-5HacD2HnD", "/ip ipsec policy\nadd src-address=10.1.0.0/16 dst-address=10.2.0.0/16 tunnel=yes\n",
         kNat},
        {"vpn-in-container-userspace", "",
         "/interface veth\nadd name=v address=172.18.0.2/24 gateway=172.18.0.1\n/ip route\nadd dst-address=0.0.0.0/0 gateway=172.18.0.2 "
         "routing-table=vpn\n",
         "/interface veth\nadd name=v address=172.18.0.2/24 gateway=172.18.0.1\n/ip route\nadd dst-address=0.0.0.0/0 gateway=10.0.0.1\n"},
        {"link-speed-limit", "RB941-2nD", kNat, ""},
        {"link-speed-limit", "RB5009UG+S+", "/interface ethernet\nset [ find default-name=ether1 ] auto-negotiation=no speed=100Mbps\n",
         "/interface ethernet\nset [ find default-name=ether1 ] speed=100Mbps\n"},
        {"false-alarm-speed-artifact", "RB750Gr3", "/interface ethernet\nset [ find default-name=ether1 ] speed=100Mbps\n",
         "/interface ethernet\nset [ find default-name=ether1 ] mtu=1500\n"},
        {"advice-invalid-property", "", "/ip firewall raw\nadd action=drop chain=prerouting connection-state=invalid\n",
         "/ip firewall raw\nadd action=drop chain=prerouting src-address=10.0.0.0/8\n"},
        {"management-open-to-wan", "",
         kNat + "/ip firewall filter\nadd action=accept chain=input dst-port=8291 protocol=tcp\nadd action=drop chain=input "
                "in-interface=ether1\n",
         kNat + "/ip firewall filter\nadd action=accept chain=input dst-port=8291 protocol=tcp src-address=10.0.0.0/8\nadd action=drop "
                "chain=input in-interface=ether1\n"},
    };
}

} // namespace

class TestFindings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachRuleSpeaksAndIsSilent_data() {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Sample& sample : samples()) {
            QTest::addRow("%s %d", sample.id, index) << index;
            ++index;
        }
    }
    void eachRuleSpeaksAndIsSilent() {
        QFETCH(int, index);
        const Sample sample = samples().at(static_cast<std::size_t>(index));
        QVERIFY2(says(diagnosisOf(kHeader + sample.speaks, sample.board), sample.id), "must speak");
        // An empty text says: the same on a board that has no such limit.
        QVERIFY2(!says(diagnosisOf(kHeader + (sample.silent.empty() ? sample.speaks : sample.silent),
                                   sample.silent.empty() ? "RB5009UG+S+" : sample.board),
                       sample.id),
                 "must be silent");
    }

    void findingsAreRankedBySeverity() {
        const auto diagnosis = diagnosisOf(kHeader + kNat + kFast +
                                           "/queue tree\nadd name=t parent=global\n/ip settings\nset allow-fast-path=yes\n/interface "
                                           "bridge settings\nset use-ip-firewall=yes\n");
        for (std::size_t i = 1; i < diagnosis.findings.size(); ++i) {
            QVERIFY(diagnosis.findings[i - 1].severity <= diagnosis.findings[i].severity);
        }
    }

    void aRemedyOfThePlannerComesWithItsWayBack() {
        const auto diagnosis = diagnosisOf(kHeader + kNat + kSlow);
        const auto missing = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                          [](const auto& f) { return f.id == "fasttrack-rule-missing"; });
        QVERIFY(missing != diagnosis.findings.end());
        QVERIFY(!missing->remedy.empty());
        QVERIFY(missing->remedy.front().command.find("fasttrack-connection") != std::string::npos);
        QVERIFY(!missing->remedy.front().inverse.empty());
    }

    void aMovedRuleGoesBackFromWhereItStandsThen() {
        const auto diagnosis = diagnosisOf(kHeader + kNat + "/ip firewall filter\nadd action=accept chain=forward connection-state=established,related\n"
                                                            "add action=fasttrack-connection chain=forward connection-state=established,related\nadd action=drop chain=forward\n");
        const auto shadowed = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(), [](const auto& f) { return f.id == "fasttrack-rule-shadowed"; });
        QVERIFY(shadowed != diagnosis.findings.end());
        QCOMPARE(shadowed->remedy.front().command, std::string("/ip firewall filter move 1 destination=0"));
        QVERIFY2(shadowed->remedy.front().inverse.starts_with("/ip firewall filter move 0 destination=2"), shadowed->remedy.front().inverse.c_str());
    }

    void aVersionOfTheAdvisoryListIsNamed() {
        const auto diagnosis = diagnosisOf("# jul/01/2018 22:13:00 by RouterOS 6.40.5\n" + kNat +
                                           "/ip firewall filter\nadd action=accept chain=input dst-port=8291 protocol=tcp\n");
        const auto open = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                       [](const auto& f) { return f.id == "management-open-to-wan"; });
        QVERIFY(open != diagnosis.findings.end());
        QVERIFY(open->why.find("CVE-2018-14847") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
