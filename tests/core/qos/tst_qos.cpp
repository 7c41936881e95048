// The QoS plan: 600 generated configurations there and back, and what it does on the configurations people have.
#include "core/planner/plan_text.h"
#include "core/qos/qos.h"
#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"

#include <QTest>
#include <random>

using namespace core::qos;
using core::base::BitRate;
using core::devices::Device;
using core::doctor::Facts;
using core::model::Plan;
using core::planner::inverseScript;
using core::planner::planScript;
using core::routeros::config::describe;
using core::routeros::config::diff;
using core::routeros::config::exportConfig;
using core::routeros::config::LoadedConfig;
using core::routeros::config::loadConfig;

namespace {

const Device* board(const std::string& model) {
    static const std::vector<Device> table = core::devices::loadDeviceTable().value();
    return model.empty() ? nullptr : core::devices::findDevice(table, model);
}

Plan planOf(const LoadedConfig& config, const Wishes& wishes, const std::string& model = "") {
    const Facts facts(config, board(model), {});
    return planQos(facts, {}, wishes);
}

// Without what concerns connections: they are no configuration.
std::string configOnly(const std::string& script) {
    std::string out;
    for (std::size_t at = 0; at < script.size();) {
        const std::size_t end = std::min(script.find('\n', at), script.size());
        const std::string line = script.substr(at, end - at + 1);
        out += line.starts_with("/ip firewall connection ") ? std::string() : line;
        at = end + 1;
    }
    return out;
}

// One of the routers people have.
class Generator {
public:
    explicit Generator(unsigned seed)
        : chance_(seed) {}

    std::string config() {
        const bool old = one(6);
        std::string out = old ? "# 2024-01-02 by RouterOS 6.49.10\n" : "# 2024-01-02 by RouterOS 7.16.1\n";
        bridge_ = one(2) ? "bridge" : "bridge LAN";
        const bool bridged = !one(5);
        if (bridged) {
            out += "/interface bridge\nadd name=\"" + bridge_ + "\"\n/interface bridge port\n";
            for (const char* port : {"ether2", "ether3", "ether4"}) {
                out += "add bridge=\"" + bridge_ + "\" interface=" + port + "\n";
            }
        }
        const std::string lan = bridged ? bridge_ : "ether2";
        const int vlans = static_cast<int>(pick(4));
        for (int i = 0; i < vlans; ++i) {
            const std::string id = std::to_string(10 * (i + 1));
            out += "/interface vlan\nadd interface=\"" + lan + "\" name=vlan" + id + " vlan-id=" + id + "\n/ip address\nadd address=10.0." + id + ".1/24 interface=vlan" + id + "\n";
        }
        if (vlans == 0 || one(2)) {
            out += "/ip address\nadd address=192.168.88.1/24 interface=\"" + lan + "\"\n";
        }
        if (one(4)) {
            out += "/ip address\nadd address=192.168.99.1/24 interface=ether5\n"; // guests outside the bridge
        }
        out += wan();
        out += "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=" + wan_ + "\n";
        out += firewall();
        out += queues(lan);
        if (one(4)) {
            out += "/ipv6 address\nadd address=2001:db8::1 interface=\"" + lan + "\"\n";
        }
        return out;
    }

    Wishes wishes() {
        Wishes out;
        out.down = BitRate{1e6 * static_cast<double>(1 + pick(950))};
        out.up = BitRate{1e6 * static_cast<double>(1 + pick(500))};
        out.shaper = one(3) ? Shaper::Sfq : one(4) ? Shaper::Pcq : Shaper::Auto;
        out.voice = one(3);
        out.replaceSimple = one(2);
        out.fastTrack = !one(4);
        return out;
    }

private:
    std::string wan() {
        if (one(3)) {
            wan_ = "pppoe-out1";
            return "/interface pppoe-client\nadd add-default-route=yes disabled=no interface=ether1 name=pppoe-out1 user=x\n";
        }
        wan_ = "ether1";
        return one(2) ? "/ip dhcp-client\nadd interface=ether1\n" : "/ip address\nadd address=203.0.113.2/24 interface=ether1\n/ip route\nadd dst-address=0.0.0.0/0 gateway=203.0.113.1\n";
    }
    std::string firewall() {
        std::string out = "/ip firewall filter\n";
        for (int i = static_cast<int>(pick(3)); i > 0; --i) {
            out += "add action=accept chain=input comment=\"rule " + std::to_string(i) + "\" dst-port=" + std::to_string(1000 + i) + " protocol=tcp\n";
        }
        if (one(3)) {
            out += "add action=fasttrack-connection chain=forward connection-state=established,related" + std::string(one(4) ? " disabled=yes" : "") + "\n";
        }
        if (!one(4)) {
            out += "add action=accept chain=forward connection-state=established,related,untracked\n";
        }
        out += "add action=drop chain=forward connection-state=invalid\n";
        if (one(3)) {
            out += "/ip firewall mangle\nadd action=mark-packet chain=forward dst-port=22 new-packet-mark=ssh passthrough=no protocol=tcp\n";
        }
        return out;
    }
    std::string queues(const std::string& lan) {
        std::string out;
        if (one(4)) {
            out += "/queue simple\nadd max-limit=10M/50M name=\"all of them\" target=192.168.88.0/24\n";
        }
        if (one(4)) {
            out += "/queue tree\nadd max-limit=90M name=everything parent=global\nadd name=leaf packet-mark=no-mark parent=everything\n";
        }
        if (one(4)) {
            out += "/queue tree\nadd max-limit=80M name=\"old download\" packet-mark=no-mark parent=\"" + lan + "\"\n";
        }
        return out;
    }
    bool one(unsigned of) { return pick(of) == 0; }
    std::size_t pick(std::size_t of) { return chance_() % of; }

    std::mt19937 chance_;
    std::string bridge_, wan_;
};

const std::string kHome = "# 2024-01-02 by RouterOS 7.16.1\n# model = RBD52G-5HacD2HnD\n/interface bridge\nadd name=bridge\n/interface bridge port\nadd bridge=bridge interface=ether2\n"
                          "/ip address\nadd address=192.168.88.1/24 interface=bridge\n/ip dhcp-client\nadd interface=ether1\n"
                          "/ip firewall filter\nadd action=accept chain=forward connection-state=established,related\nadd action=drop chain=forward connection-state=invalid\n"
                          "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n";

Wishes line(double down, double up) {
    Wishes out;
    out.down = BitRate{down};
    out.up = BitRate{up};
    return out;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestQos : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thereAndBackOnGeneratedConfigurations() {
        int made = 0;
        for (unsigned seed = 1; seed <= 700; ++seed) {
            Generator generator(seed);
            const std::string written = generator.config();
            const std::string header = written.substr(0, written.find('\n') + 1); // an export does not say which version it was read from
            const LoadedConfig before = loadConfig(written);
            const Wishes wishes = generator.wishes();
            const Plan plan = planOf(before, wishes);
            const std::string where = "seed " + std::to_string(seed) + "\n" + exportConfig(before.tree, {}) + "\n" + planScript(plan);
            if (plan.steps.empty()) {
                // Calls beside a FastTrack rule that is switched off, or that stands too low: said so, with nothing done.
                QVERIFY2(holds(plan.obstacle, "FastTrack rule has to be enabled or moved"), (where + plan.obstacle).c_str());
                continue;
            }
            ++made;
            const std::string text = header + exportConfig(before.tree, {});
            const LoadedConfig after = loadConfig(text + "\n" + planScript(plan));
            for (const auto& note : after.notes) {
                QVERIFY2(note.kind != core::routeros::config::LoadNote::Kind::NotApplied && note.kind != core::routeros::config::LoadNote::Kind::Error, (where + note.text).c_str());
            }
            const auto changes = diff(before.tree, after.tree);
            QVERIFY2(!changes.empty(), where.c_str());
            const LoadedConfig back = loadConfig(text + "\n" + planScript(plan) + "\n" + configOnly(inverseScript(plan)));
            const auto left = diff(loadConfig(text).tree, back.tree);
            QVERIFY2(left.empty(), (where + "\nback:\n" + inverseScript(plan) + "\nleft:\n" + describe(left)).c_str());
            const Plan again = planOf(after, wishes);
            QVERIFY2(again.fulfilled, (where + "\nagain:\n" + planScript(again) + again.obstacle).c_str());
            const Facts facts(after, nullptr, {});
            const Plan removal = planRemoval(facts, {});
            const LoadedConfig without = loadConfig(header + exportConfig(after.tree, {}) + "\n" + configOnly(planScript(removal)));
            for (const auto& entry : diff(before.tree, without.tree).entries) {
                // Only what was switched off or on, or moved, stays so.
                QVERIFY2(entry.after.contains("disabled") || entry.before.contains("disabled") || entry.kind == core::routeros::config::DiffEntry::Kind::Move, (where + "\nremoval:\n" + planScript(removal) + "\n" + describe(diff(before.tree, without.tree))).c_str());
            }
        }
        QVERIFY2(made >= 500, std::to_string(made).c_str());
    }

    void aHomeRouterGetsTwoTreesAndTheFastTrackRule() {
        const Plan plan = planOf(loadConfig(kHome), line(100e6, 20e6));
        const std::string script = planScript(plan);
        QVERIFY2(holds(script, "/queue type add name=pathscope-up kind=fq-codel"), script.c_str());
        QVERIFY2(holds(script, "name=pathscope-up-ether1 parent=ether1 packet-mark=no-mark queue=pathscope-up max-limit=19M bucket-size=0.01"), script.c_str());
        QVERIFY2(holds(script, "name=pathscope-down-bridge parent=bridge packet-mark=no-mark queue=pathscope-down max-limit=95M"), script.c_str());
        QVERIFY2(holds(script, "action=fasttrack-connection"), script.c_str());
        QCOMPARE(plan.notes.front().title, std::string("Works with FastTrack"));
    }

    void thePortsSpeedIsTakenWhereNobodySaysAnother() {
        const Plan plan = planOf(loadConfig(kHome), {}, "RBD52G-5HacD2HnD");
        QVERIFY2(holds(planScript(plan), "max-limit=950M"), (planScript(plan) + plan.obstacle).c_str());
        QVERIFY(holds(planOf(loadConfig(kHome), {}).obstacle, "Give its rates"));
    }

    void version6GetsPcqAndIsToldWhy() {
        std::string old = kHome;
        old.replace(old.find("7.16.1"), 6, "6.49.1");
        const Plan plan = planOf(loadConfig(old), line(1e8, 1e8));
        QVERIFY(holds(planScript(plan), "kind=pcq pcq-classifier=dst-address"));
        Wishes wishes = line(1e8, 1e8);
        wishes.shaper = Shaper::Cake;
        QVERIFY(holds(planOf(loadConfig(old), wishes).obstacle, "since RouterOS 7.1"));
    }

    void overheadMeansCake() {
        Wishes wishes = line(1e8, 2e7);
        wishes.overhead = "pppoe-ptm";
        const std::string script = planScript(planOf(loadConfig(kHome), wishes));
        QVERIFY2(holds(script, "kind=cake cake-nat=yes cake-flowmode=dual-srchost cake-overhead-scheme=pppoe-ptm"), script.c_str());
    }

    void aSlowLineGetsALongerTarget() {
        QVERIFY(holds(planScript(planOf(loadConfig(kHome), line(5e7, 1e6))), "fq-codel-target=18ms"));
    }

    void callsAreMarkedAndStayOffFastTrack() {
        Wishes wishes = line(1e8, 1e8);
        wishes.voice = true;
        const std::string script = planScript(planOf(loadConfig(kHome), wishes));
        QVERIFY2(holds(script, "action=fasttrack-connection connection-state=established,related hw-offload=yes connection-mark=no-mark"), script.c_str());
        QVERIFY2(holds(script, "name=pathscope-up-ether1-pathscope-voice parent=pathscope-up-ether1 packet-mark=pathscope-voice"), script.c_str());
        const std::string fast = "/ip firewall filter\nadd action=fasttrack-connection chain=forward connection-state=established,related place-before=0\n";
        const std::string beside = planScript(planOf(loadConfig(kHome + fast), wishes));
        QVERIFY2(holds(beside, "add chain=forward action=accept connection-state=established,related connection-mark=pathscope-voice"), beside.c_str());
        QVERIFY(!holds(beside, "fasttrack-connection"));
    }

    void offloadedPortsWithoutBridgeFastPathAreRefusedWithWaysOut() {
        std::string hw = kHome;
        hw.replace(hw.find("# model = RBD52G-5HacD2HnD"), 26, "# model = RB5009UPr+S+");
        hw += "/interface bridge\nset bridge dhcp-snooping=yes\n";
        const Plan plan = planOf(loadConfig(hw), line(440e6, 45e6), "RB5009UPr+S+");
        QVERIFY2(plan.steps.empty(), planScript(plan).c_str());
        QVERIFY2(holds(plan.obstacle, "bridge fast path is off"), plan.obstacle.c_str());
        QVERIFY(plan.alternatives.size() >= 2);
    }

    void networksOnOneBridgeShareAParentAndOthersAreTold() {
        const std::string more = "/interface vlan\nadd interface=bridge name=vlan10 vlan-id=10\nadd interface=bridge name=vlan20 vlan-id=20\n"
                                 "/ip address\nadd address=10.0.10.1/24 interface=vlan10\nadd address=10.0.20.1/24 interface=vlan20\nadd address=10.0.99.1/24 interface=ether5\n";
        const Plan plan = planOf(loadConfig(kHome + more), line(1e8, 1e8));
        const std::string script = planScript(plan);
        QVERIFY(holds(script, "parent=bridge") && holds(script, "parent=ether5") && !holds(script, "parent=vlan10"));
        std::string titles;
        for (const auto& note : plan.notes) {
            titles += note.title + "\n";
        }
        QVERIFY2(holds(titles, "Also shaped: between networks on bridge") && holds(titles, "Several places"), titles.c_str());
    }

    void withoutAProviderOrUsersNothingIsPlanned() {
        QVERIFY(holds(planOf(loadConfig("/interface bridge\nadd name=bridge\n"), line(1e8, 1e8)).obstacle, "leads to a provider"));
        Wishes wishes = line(1e8, 1e8);
        wishes.leaveOut = {"bridge"};
        QVERIFY(holds(planOf(loadConfig(kHome), wishes).obstacle, "left out"));
    }
};

QTEST_GUILESS_MAIN(TestQos)
#include "tst_qos.moc"
