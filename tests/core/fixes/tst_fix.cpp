// Every fix of the doctor as a plan: it settles the finding, it goes back, a second run has nothing to do.
#include "core/doctor/catalogue.h"
#include "core/fixes/fix.h"
#include "core/fixes/fixed_config.h"
#include "core/planner/plan_text.h"
#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace core::fixes;
using core::devices::Device;
using core::doctor::Patient;
using core::model::Diagnosis;
using core::model::Plan;
using core::planner::inverseScript;
using core::planner::planScript;
using core::routeros::config::describe;
using core::routeros::config::diff;
using core::routeros::config::loadConfig;

namespace {

const std::vector<Device>& boards() {
    static const std::vector<Device> table = core::devices::loadDeviceTable().value();
    return table;
}

Patient patientOf(const std::string& text) {
    Patient out;
    out.config = loadConfig(text);
    return out;
}

Diagnosis diagnosisOf(const std::string& text) {
    return core::doctor::diagnose(patientOf(text), boards(), {});
}

bool finds(const Diagnosis& diagnosis, const std::string& id) {
    return std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const auto& finding) { return finding.id == id; });
}

std::string found(const Diagnosis& diagnosis) {
    std::string out;
    for (const auto& finding : diagnosis.findings) {
        out += finding.id + " ";
    }
    return out;
}

Fix fixOf(const std::string& text, const std::string& id, Fill fill = {}) {
    return planFix(patientOf(text), boards(), {}, {id, std::move(fill)});
}

// Connections and running tools are no configuration.
std::string configOnly(const std::string& script) {
    std::string out;
    for (std::size_t at = 0; at < script.size();) {
        const std::size_t end = std::min(script.find('\n', at), script.size());
        const std::string line = script.substr(at, end - at + 1);
        out += line.starts_with("/ip firewall connection remove") || line.starts_with("/tool ") ? std::string() : line;
        at = end + 1;
    }
    return out;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

bool hasNote(const Plan& plan, const char* title) {
    return std::any_of(plan.notes.begin(), plan.notes.end(), [&](const auto& note) { return note.title == title; });
}

const std::string kHead = "# 2026-01-02 by RouterOS 7.20\n# model = RB5009UG+S+\n";
const std::string kHome = kHead + "/interface bridge\nadd name=bridge\n/interface bridge port\nadd bridge=bridge interface=ether2\nadd bridge=bridge interface=ether3\n"
                                  "/ip address\nadd address=192.168.88.1/24 interface=bridge\nadd address=203.0.113.2/24 interface=ether1\n/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.1\n"
                                  "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n";
const std::string kAccept = "add action=accept chain=forward connection-state=established,related\n";
const std::string kFast = "add action=fasttrack-connection chain=forward connection-state=established,related\n";
const std::string kFilter = "/ip firewall filter\n" + kFast + kAccept + "add action=drop chain=forward connection-state=invalid\n";

struct Sick {
    std::string id, config;
    Fill fill{};
    const char* command; // a part of what is to be sent
};

// A configuration for each kind of fix.
const std::vector<Sick>& sick() {
    static const std::vector<Sick> all{
        {"fasttrack-rule-missing", kHome + "/ip firewall filter\n" + kAccept, {}, "action=fasttrack-connection"},
        {"fasttrack-rule-shadowed", kHome + "/ip firewall filter\n" + kAccept + kFast, {}, "/ip firewall filter move"},
        {"ip-fast-path-disabled", kHome + kFilter + "/ip settings\nset allow-fast-path=no\n", {}, "/ip settings set allow-fast-path=yes"},
        {"queue-simple-bypassed-by-fasttrack", kHome + kFilter + "/queue simple\nadd max-limit=10M/10M name=one target=192.168.88.10/32\n", {}, "src-address=192.168.88.10/32"},
        {"queue-tree-global-bypassed-by-fasttrack", kHome + kFilter + "/queue tree\nadd max-limit=90M name=everything packet-mark=no-mark parent=global\n", {{"DOWN", "100M"}, {"UP", "20M"}}, "parent=bridge"},
        {"ipsec-connections-fasttracked", kHome + kFilter + "/ip ipsec policy\nadd dst-address=10.9.0.0/16 peer=p src-address=192.168.88.0/24 tunnel=yes\n", {}, "ipsec-policy=out,ipsec"},
        {"fasttrack-pbr-main-table-only", kHome + kFilter + "/routing table\nadd fib name=second\n/ip firewall mangle\nadd action=mark-routing chain=prerouting new-routing-mark=second src-address=192.168.88.50\n"
                                          "/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.9 routing-table=second\n", {}, "src-address=192.168.88.50"},
        {"bridge-use-ip-firewall", kHome + kFilter + "/interface bridge settings\nset use-ip-firewall=yes\n", {}, "use-ip-firewall=no"},
        {"bridge-dhcp-snooping-disables-fastpath", kHome + kFilter + "/interface bridge\nset bridge dhcp-snooping=yes\n", {}, "dhcp-snooping=no"},
        {"bridge-hw-disabled-by-config", kHome + kFilter + "/interface bridge port\nset [find interface=ether3] hw=no\n", {}, "hw=yes"},
        {"interface-list-missing-vlan", kHome + "/interface vlan\nadd interface=bridge name=vlan10 vlan-id=10\n/ip address\nadd address=10.0.10.1/24 interface=vlan10\n/interface list\nadd name=LAN\n"
                                        "/interface list member\nadd interface=bridge list=LAN\n/ip firewall filter\nadd action=accept chain=forward in-interface-list=LAN\n", {}, "/interface list member add list=LAN interface=vlan10"},
        {"management-open-to-wan", kHome + kFilter + "add action=accept chain=input dst-port=8291 in-interface=ether1 protocol=tcp\n", {}, "address=192.168.88.0/24"},
        {"conntrack-without-need", kHead + "/ip address\nadd address=10.1.0.1/24 interface=ether2\nadd address=10.2.0.1/24 interface=ether3\n/ip firewall connection tracking\nset enabled=yes\n", {}, "enabled=auto"},
        {"ipv6-fasttrack-rule-missing", kHome + kFilter + "/ipv6 firewall filter\n" + kAccept, {}, "/ipv6 firewall filter add"},
        {"queue-cake-nat-on-download", kHome + "/queue type\nadd cake-nat=yes kind=cake name=cake-down\n/queue tree\nadd max-limit=90M name=download packet-mark=no-mark parent=global queue=cake-down\n", {}, "cake-nat=no"},
        {"queue-packet-mark-mismatch", kHome + kFilter + "/ip firewall mangle\nadd action=mark-packet chain=forward dst-port=22 new-packet-mark=ssh passthrough=no protocol=tcp\n"
                                       "/queue tree\nadd max-limit=90M name=down packet-mark=no-mark parent=bridge\n", {}, "packet-mark=no-mark,ssh"},
        {"l2mtu-too-small", kHome + kFilter + "/interface ethernet\nset [ find default-name=ether3 ] l2mtu=1514 mtu=9000\n", {}, "l2mtu=9000"},
    };
    return all;
}

// Some of the fragments above, together on one router.
std::string mixture(std::mt19937& chance) {
    const auto one = [&](unsigned of) { return chance() % of == 0; };
    std::string out = one(2) ? kHead : "# 2026-01-02 by RouterOS 7.16\n";
    out += "/interface bridge\nadd name=" + std::string(one(2) ? "bridge" : "\"bridge LAN\"") + (one(4) ? " dhcp-snooping=yes" : "") + "\n";
    const std::string bridge = holds(out, "\"bridge LAN\"") ? "\"bridge LAN\"" : "bridge";
    out += "/interface bridge port\nadd bridge=" + bridge + " interface=ether2" + (one(3) ? " hw=no" : "") + "\nadd bridge=" + bridge + " interface=ether3\n";
    out += "/ip address\nadd address=192.168.88.1/24 interface=" + bridge + "\nadd address=203.0.113.2/24 interface=ether1\n/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.1\n";
    out += one(6) ? "" : "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n";
    out += "/ip firewall filter\n";
    for (unsigned i = chance() % 3; i > 0; --i) {
        out += "add action=accept chain=input comment=\"rule " + std::to_string(i) + "\" dst-port=" + std::to_string(one(2) ? 8291 : 1000 + i) + " in-interface=ether1 protocol=tcp\n";
    }
    const std::string fast = "add action=fasttrack-connection chain=forward connection-state=established,related" + std::string(one(5) ? " disabled=yes" : "") + "\n";
    out += one(3) ? "" : one(3) ? kAccept + fast : fast + kAccept;
    out += one(4) ? "" : "add action=drop chain=forward connection-state=invalid\n";
    out += one(5) ? "/ip settings\nset allow-fast-path=no\n" : "";
    out += one(5) ? "/interface bridge settings\nset use-ip-firewall=yes\n" : "";
    out += one(4) ? "/ip ipsec policy\nadd dst-address=10.9.0.0/16 peer=p src-address=192.168.88.0/24 tunnel=yes\n" : "";
    for (unsigned i = one(3) ? chance() % 8 : 0; i > 0; --i) {
        out += "/queue simple\nadd max-limit=10M/10M name=user" + std::to_string(i) + " target=192.168.88." + std::to_string(10 + i) + "/32\n";
    }
    out += one(4) ? "/queue tree\nadd max-limit=90M name=everything packet-mark=no-mark parent=global\n" : "";
    out += one(5) ? "/routing table\nadd fib name=second\n/ip firewall mangle\nadd action=mark-routing chain=prerouting new-routing-mark=second src-address=192.168.88.50\n/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.9 routing-table=second\n" : "";
    out += one(6) ? "/ipv6 firewall filter\n" + kAccept : "";
    return out;
}

// Empty: forward and back, without a trace.
std::string roundTrip(const std::string& text, const Plan& plan) {
    const auto before = loadConfig(text);
    const auto after = loadConfig(text + "\n" + configOnly(planScript(plan)));
    for (const auto& note : after.notes) {
        if (note.kind == core::routeros::config::LoadNote::Kind::NotApplied || note.kind == core::routeros::config::LoadNote::Kind::Error || note.kind == core::routeros::config::LoadNote::Kind::BadValue) {
            return "not applied: " + note.text;
        }
    }
    if (diff(before.tree, after.tree).empty()) {
        return "nothing changed";
    }
    const auto back = loadConfig(text + "\n" + configOnly(planScript(plan)) + "\n" + configOnly(inverseScript(plan)));
    const auto left = diff(before.tree, back.tree);
    return left.empty() ? std::string() : "left behind: " + describe(left);
}

} // namespace

class TestFix : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachFixSettlesItsFindingAndGoesBack_data() {
        QTest::addColumn<int>("at");
        for (std::size_t i = 0; i < sick().size(); ++i) {
            QTest::newRow(sick()[i].id.c_str()) << static_cast<int>(i);
        }
    }
    void eachFixSettlesItsFindingAndGoesBack() {
        QFETCH(int, at);
        const Sick& one = sick()[static_cast<std::size_t>(at)];
        QVERIFY2(finds(diagnosisOf(one.config), one.id), found(diagnosisOf(one.config)).c_str());
        const Fix fix = fixOf(one.config, one.id, one.fill);
        const std::string script = planScript(fix.plan);
        QVERIFY2(!fix.plan.steps.empty(), fix.plan.obstacle.c_str());
        QVERIFY2(holds(script, one.command), script.c_str());
        QCOMPARE(QString::fromStdString(roundTrip(one.config, fix.plan)), QString());
        const std::string cured = one.config + "\n" + configOnly(script);
        QVERIFY2(!finds(diagnosisOf(cured), one.id), (script + "\n" + found(diagnosisOf(cured))).c_str());
        QVERIFY2(!hasNote(fix.plan, "The finding stays"), script.c_str());
        const Fix again = fixOf(cured, one.id, one.fill);
        QVERIFY2(again.plan.fulfilled && again.plan.steps.empty(), planScript(again.plan).c_str());
    }

    void generatedConfigurationsGoThereAndBackByEveryFix() {
        std::map<std::string, int> made;
        int plans = 0, stays = 0;
        for (unsigned seed = 1; seed <= 400; ++seed) {
            std::mt19937 chance(seed);
            const std::string text = mixture(chance);
            std::set<std::string> ids;
            for (const auto& finding : diagnosisOf(text).findings) {
                if (isFixable(finding)) {
                    ids.insert(finding.id);
                }
            }
            for (const std::string& id : ids) {
                const Fix fix = fixOf(text, id, {{"DOWN", "100M"}, {"UP", "20M"}, {"USERS", "LAN"}});
                const std::string where = "seed " + std::to_string(seed) + ", " + id + "\n" + text + "\nplan:\n" + planScript(fix.plan) + fix.plan.obstacle + "\nback:\n" + inverseScript(fix.plan);
                if (fix.plan.steps.empty()) {
                    QVERIFY2(!fix.plan.obstacle.empty(), where.c_str());
                    continue;
                }
                ++plans;
                ++made[id];
                const std::string wrong = roundTrip(text, fix.plan);
                QVERIFY2(wrong.empty(), (where + "\n" + wrong).c_str());
                const bool gone = !finds(diagnosisOf(text + "\n" + configOnly(planScript(fix.plan))), id);
                QVERIFY2(gone != hasNote(fix.plan, "The finding stays"), where.c_str());
                stays += gone ? 0 : 1;
            }
        }
        std::string kinds;
        for (const auto& [id, times] : made) {
            kinds += id + " " + std::to_string(times) + "\n";
        }
        QVERIFY2(plans >= 500 && made.size() >= 10, (std::to_string(plans) + "\n" + kinds).c_str());
        QVERIFY2(stays * 20 <= plans, (std::to_string(stays) + " of " + std::to_string(plans) + " stay\n" + kinds).c_str());
    }

    void pathsBeforeAndAfterAreSaid() {
        const Plan plan = fixOf(kHome + "/ip firewall filter\n" + kAccept, "fasttrack-rule-missing").plan;
        const auto towards = std::find_if(plan.paths.begin(), plan.paths.end(), [](const auto& path) { return path.from == "bridge" && path.to == "ether1"; });
        QVERIFY(towards != plan.paths.end());
        QCOMPARE(core::model::verdictPathId(towards->now), std::string_view("slow"));
        QCOMPARE(core::model::verdictPathId(towards->then), std::string_view("fasttrack"));
        QCOMPARE(plan.id, std::string("fix:fasttrack-rule-missing"));
    }

    void aRoutersItemsAreMeantByItsIds() {
        const Patient patient = patientOf(kHome + kFilter + "/interface bridge port\nset [find interface=ether3] hw=no\n");
        core::doctor::ItemNames names;
        names.ofRouter = true;
        for (const auto* port : patient.config.tree.items("/interface/bridge/port")) {
            names.ids[port->id] = "*F" + std::to_string(port->id);
        }
        const auto* ether3 = patient.config.tree.findBy("/interface/bridge/port", "interface", "ether3");
        const Plan plan = planFix(patient, boards(), names, {"bridge-hw-disabled-by-config"}).plan;
        QCOMPARE(plan.steps.size(), std::size_t(1));
        QCOMPARE(plan.steps.front().command.argument(".id").value_or(""), std::string_view(names.ids[ether3->id]));
        QCOMPARE(plan.steps.front().needs.size(), std::size_t(1));
        QCOMPARE(plan.steps.front().needs.front().holds.value("hw"), std::string_view("no"));
        QVERIFY(plan.steps.front().risks == std::vector{core::model::Risk::BlinksPorts});
    }

    void whatOnlyTheAdministratorKnowsIsAskedFor() {
        const std::string tree = kHome + kFilter + "/queue tree\nadd max-limit=90M name=everything packet-mark=no-mark parent=global\n";
        const Fix fix = fixOf(tree, "queue-tree-global-bypassed-by-fasttrack");
        QCOMPARE(fix.blanks.size(), std::size_t(2));
        QVERIFY(fix.plan.steps.empty() && !fix.plan.fulfilled);
        QVERIFY2(holds(fix.plan.obstacle, "DOWN") && holds(fix.plan.obstacle, "UP"), fix.plan.obstacle.c_str());
    }

    void manyTargetsGoIntoAList() {
        std::string queues = "/queue simple\n";
        for (int i = 10; i < 20; ++i) {
            queues += "add max-limit=10M/10M name=user" + std::to_string(i) + " target=192.168.88." + std::to_string(i) + "/32\n";
        }
        const Fix fix = fixOf(kHome + kFilter + queues, "queue-simple-bypassed-by-fasttrack");
        const std::string script = planScript(fix.plan);
        QVERIFY2(holds(script, "/ip firewall address-list add list=pathscope-queue-simple address=192.168.88.10/32"), script.c_str());
        QVERIFY2(holds(script, "src-address-list=pathscope-queue-simple"), script.c_str());
        QVERIFY(hasNote(fix.plan, "Connections that are FastTracked already stay so"));
    }

    void whatNoCommandSettlesSaysSo() {
        const std::string bond = kHead + "/interface bridge\nadd name=one\nadd name=two\n/interface bridge port\nadd bridge=one interface=ether2\nadd bridge=two interface=ether3\n"
                                         "/ip address\nadd address=10.0.0.1/24 interface=one\nadd address=10.0.1.1/24 interface=two\n";
        const Diagnosis diagnosis = diagnosisOf(bond);
        QVERIFY2(finds(diagnosis, "bridge-second-on-same-chip"), found(diagnosis).c_str());
        const Fix fix = fixOf(bond, "bridge-second-on-same-chip");
        QVERIFY(fix.plan.steps.empty() && !fix.plan.fulfilled && !fix.plan.obstacle.empty());
        QVERIFY(!fix.plan.alternatives.empty());
    }

    void strictReversePathIsToldWhereThereAreSeveralTables() {
        const std::string text = sick()[6].config + "/ip settings\nset rp-filter=strict\n";
        QVERIFY(hasNote(fixOf(text, "fasttrack-pbr-main-table-only").plan, "rp-filter=strict with more than one line"));
    }

    void statelessRulesDoWithoutTracking() {
        const std::string text = kHead + "/ip address\nadd address=10.1.0.1/24 interface=ether2\nadd address=10.2.0.1/24 interface=ether3\n/ip firewall filter\nadd action=drop chain=forward dst-port=25 protocol=tcp\n";
        const Fix fix = fixOf(text, "conntrack-without-need");
        QVERIFY2(holds(planScript(fix.plan), "/ip firewall connection tracking set enabled=no"), (planScript(fix.plan) + found(diagnosisOf(text))).c_str());
        QCOMPARE(QString::fromStdString(roundTrip(text, fix.plan)), QString());
    }
};

QTEST_GUILESS_MAIN(TestFix)
#include "tst_fix.moc"
