#include "tests/agreement/generated_router.h"

#include <initializer_list>
#include <random>
#include <string_view>

namespace agreement {
namespace {

class Generator {
public:
    explicit Generator(std::uint32_t seed)
        : random_(seed) {}

    GeneratedRouter router() {
        out_.model = one({"RB760iGS", "RBD52G-5HacD2HnD", "RB5009UG+S+", "CCR2116-12G-4S+", "CCR2004-1G-12S+2XS"});
        out_.text = "# 2026-01-01 00:00:00 by RouterOS 7.20\n# model = " + out_.model + "\n";
        settings();
        switch (below(4)) {
        case 0: home(); break;
        case 1: vlansOnBridge(); break;
        case 2: routedPorts(); break;
        default: onAStick(); break;
        }
        if (percent(90)) {
            firewall();
        }
        queues();
        rarities();
        return std::move(out_);
    }

private:
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    bool percent(std::uint32_t p) { return below(100) < p; }
    std::string one(std::initializer_list<std::string_view> words) { return std::string(words.begin()[below(static_cast<std::uint32_t>(words.size()))]); }
    void line(const std::string& text) { out_.text += text + "\n"; }

    // Names of the board's ports, the chip's first.
    std::string port(std::uint32_t n) const {
        return out_.model == "CCR2004-1G-12S+2XS" ? "sfp-sfpplus" + std::to_string(n) : "ether" + std::to_string(n);
    }

    void settings() {
        if (percent(8)) {
            line("/ip settings set allow-fast-path=no");
        }
        if (percent(8)) {
            line("/interface bridge settings set allow-fast-path=no");
        }
        if (percent(8)) {
            line("/interface bridge settings set use-ip-firewall=yes");
        }
        if (percent(30)) {
            line("/ip firewall connection tracking set enabled=" + one({"yes", "no", "auto"}));
        }
        if (out_.model == "CCR2116-12G-4S+" && percent(60)) {
            line("/interface ethernet switch set 0 l3-hw-offloading=yes");
            for (std::uint32_t n = 1; n <= 5; ++n) {
                if (percent(25)) {
                    line("/interface ethernet switch port set [find name=" + port(n) + "] l3-hw-offloading=no");
                }
            }
        }
    }

    void lists(const std::vector<std::string>& lans, const std::string& wan) {
        line("/interface list add name=LAN");
        line("/interface list add name=WAN");
        for (const std::string& lan : lans) {
            if (percent(90)) {
                line("/interface list member add interface=" + lan + " list=LAN");
            }
        }
        line("/interface list member add interface=" + wan + " list=WAN");
    }

    void provider(const std::string& interface) {
        line("/ip address add address=203.0.113.1/24 interface=" + interface);
        line("/ip route add dst-address=0.0.0.0/0 gateway=203.0.113.254");
        out_.segments.push_back({interface, interface, {}, "203.0.113", "198.51.100"});
    }

    std::string bridgeExtras() {
        std::string more;
        more += percent(15) ? " igmp-snooping=yes" : "";
        more += percent(12) ? " dhcp-snooping=yes" : "";
        more += percent(15) ? " fast-forward=no" : "";
        more += " protocol-mode=" + one({"none", "rstp"});
        return more;
    }
    std::string portExtras() {
        std::string more;
        more += percent(20) ? " hw=no" : "";
        more += percent(6) ? " horizon=7" : "";
        return more;
    }

    void home() {
        line("/interface bridge add name=bridge" + bridgeExtras());
        const std::uint32_t ports = 2 + below(3);
        for (std::uint32_t n = 2; n < 2 + ports; ++n) {
            line("/interface bridge port add bridge=bridge interface=" + port(n) + portExtras());
        }
        lists({"bridge"}, port(1));
        line("/ip address add address=10.1.0.1/24 interface=bridge");
        out_.segments.push_back({"bridge", port(2), {}, "10.1.0", {}});
        provider(port(1));
        out_.bridged.push_back({{port(2), port(2), {}, {}, {}}, {port(3), port(3), {}, {}, {}}});
    }

    void vlansOnBridge() {
        line("/interface bridge add name=bridge vlan-filtering=yes" + bridgeExtras());
        line("/interface bridge port add bridge=bridge interface=" + port(2) + " pvid=10" + portExtras());
        line("/interface bridge port add bridge=bridge interface=" + port(3) + " pvid=20" + portExtras());
        line("/interface bridge port add bridge=bridge interface=" + port(4) + portExtras());
        line("/interface vlan add interface=bridge name=vlan10 vlan-id=10");
        line("/interface vlan add interface=bridge name=vlan20 vlan-id=20");
        line("/interface bridge vlan add bridge=bridge tagged=bridge," + port(4) + " untagged=" + port(2) + " vlan-ids=10");
        line("/interface bridge vlan add bridge=bridge tagged=bridge," + port(4) + " untagged=" + port(3) + " vlan-ids=20");
        lists({"vlan10", "vlan20"}, port(1));
        line("/ip address add address=10.10.0.1/24 interface=vlan10");
        line("/ip address add address=10.20.0.1/24 interface=vlan20");
        out_.segments.push_back({"vlan10", port(2), {}, "10.10.0", {}});
        out_.segments.push_back({"vlan20", port(4), std::uint16_t{20}, "10.20.0", {}});
        provider(port(1));
        out_.bridged.push_back({{port(2), port(2), {}, {}, {}}, {port(4), port(4), std::uint16_t{10}, {}, {}}});
    }

    void routedPorts() {
        lists({port(2), port(3)}, port(1));
        line("/ip address add address=10.2.0.1/24 interface=" + port(2));
        line("/ip address add address=10.3.0.1/24 interface=" + port(3));
        out_.segments.push_back({port(2), port(2), {}, "10.2.0", {}});
        out_.segments.push_back({port(3), port(3), {}, "10.3.0", {}});
        provider(port(1));
    }

    void onAStick() {
        line("/interface vlan add interface=" + port(2) + " name=vlan10 vlan-id=10");
        line("/interface vlan add interface=" + port(2) + " name=vlan20 vlan-id=20");
        lists({"vlan10", "vlan20"}, port(1));
        line("/ip address add address=10.10.0.1/24 interface=vlan10");
        line("/ip address add address=10.20.0.1/24 interface=vlan20");
        out_.segments.push_back({"vlan10", port(2), std::uint16_t{10}, "10.10.0", {}});
        out_.segments.push_back({"vlan20", port(2), std::uint16_t{20}, "10.20.0", {}});
        provider(port(1));
    }

    // What a rule asks for besides the state.
    std::string matchers() {
        std::string out;
        for (std::uint32_t n = percent(55) ? 0 : 1 + below(2); n > 0; --n) {
            switch (below(11)) {
            case 0: out += " in-interface-list=" + one({"LAN", "WAN", "!WAN"}); break;
            case 1: out += " out-interface-list=" + one({"LAN", "WAN", "!LAN"}); break;
            case 2: out += " in-interface=" + any().interface; break;
            case 3: out += " out-interface=" + any().interface; break;
            case 4: out += " src-address=" + any().network + ".0/24"; break;
            case 5: out += " dst-address=" + any().network + ".0/24"; break;
            case 6: out += " protocol=" + one({"tcp", "udp", "icmp"}); break;
            case 7: out += " protocol=" + one({"tcp", "udp"}) + " dst-port=" + one({"443", "53", "80-90,8080"}); break;
            case 8: out += " src-address-list=" + one({"some", "others", "!some"}); break;
            case 9: out += " connection-mark=" + one({"no-mark", "voice"}); break;
            default: out += " packet-mark=" + one({"no-mark", "bulk"}); break;
            }
            if (out.find("-list=") != std::string::npos || out.find("protocol") != std::string::npos) {
                break; // a property stands in a line once
            }
        }
        return out;
    }
    const Segment& any() { return out_.segments[below(static_cast<std::uint32_t>(out_.segments.size()))]; }
    std::string disabled() { return percent(10) ? " disabled=yes" : ""; }

    void filterRule(const std::string& chain) {
        const std::string head = "/ip firewall filter add chain=" + chain;
        switch (below(10)) {
        case 0:
        case 1: line(head + " action=fasttrack-connection connection-state=" + one({"established,related", "established", "established,related,untracked"}) +
                     (percent(20) ? " hw-offload=no" : "") + matchers() + disabled()); break;
        case 2: line(head + " action=accept connection-state=established,related,untracked" + matchers() + disabled()); break;
        case 3: line(head + " action=accept connection-state=" + one({"new", "established,new", "!invalid"}) + matchers() + disabled()); break;
        case 4: line(head + " action=drop connection-state=invalid" + disabled()); break;
        case 5: line(head + " action=" + one({"drop", "reject"}) + matchers() + disabled()); break;
        case 6: line(head + " action=drop connection-state=new connection-nat-state=!dstnat in-interface-list=WAN" + disabled()); break;
        case 7: line(head + " action=passthrough" + matchers() + disabled()); break;
        case 8:
            if (chain == "forward") {
                line(head + " action=jump jump-target=" + one({"first", "second"}) + matchers() + disabled());
            } else {
                line(head + " action=return" + matchers() + disabled());
            }
            break;
        default: line(head + " action=accept" + matchers() + disabled()); break;
        }
    }

    void firewall() {
        for (const Segment& segment : out_.segments) {
            if (percent(40)) {
                line("/ip firewall address-list add list=" + one({"some", "others"}) + " address=" + segment.network + "." + one({"10", "0/24", "128/25"}));
            }
        }
        if (percent(70)) {
            line("/ip firewall nat add chain=srcnat action=masquerade out-interface-list=WAN" + disabled());
        }
        if (percent(25)) {
            line("/ip firewall mangle add chain=" + one({"prerouting", "forward"}) + " action=mark-connection new-connection-mark=voice passthrough=" + one({"yes", "no"}) + matchers() + disabled());
        }
        if (percent(25)) {
            line("/ip firewall mangle add chain=" + one({"prerouting", "forward", "postrouting"}) + " action=mark-packet new-packet-mark=bulk passthrough=no" +
                 one({" connection-mark=voice", "", " protocol=udp"}) + disabled());
        }
        if (percent(10)) {
            line("/ip firewall raw add chain=prerouting action=" + one({"notrack", "drop", "accept"}) + " src-address=" + any().network + ".0/24" + disabled());
        }
        if (percent(20)) { // as the vendor's default configuration has it
            line("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related hw-offload=yes");
            line("/ip firewall filter add chain=forward action=accept connection-state=established,related,untracked");
            line("/ip firewall filter add chain=forward action=drop connection-state=invalid");
            line("/ip firewall filter add chain=forward action=drop connection-nat-state=!dstnat connection-state=new in-interface-list=WAN");
            return;
        }
        for (std::uint32_t n = below(5); n > 0; --n) {
            filterRule("forward");
        }
        if (percent(60)) {
            line("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related" + (percent(40) ? matchers() : ""));
            line("/ip firewall filter add chain=forward action=accept connection-state=established,related");
        }
        for (std::uint32_t n = below(4); n > 0; --n) {
            filterRule("forward");
        }
        for (const char* chain : {"first", "second"}) {
            for (std::uint32_t n = below(3); n > 0; --n) {
                filterRule(chain);
            }
        }
    }

    void queues() {
        if (percent(12)) {
            line("/queue simple add name=q1 target=" + any().network + ".0/24 max-limit=900M/900M" + disabled());
        }
        if (percent(12)) {
            line("/queue tree add name=t1 parent=" + any().interface + " max-limit=900M" + (percent(30) ? " packet-mark=bulk" : "") + disabled());
        }
        if (percent(8)) {
            line("/queue tree add name=t2 parent=global max-limit=900M packet-mark=" + one({"no-mark", "bulk"}) + disabled());
        }
    }

    void rarities() {
        if (percent(4)) {
            line("/interface bridge filter add chain=forward action=accept" + disabled());
        }
        if (percent(3)) {
            line("/ip vrf add name=red interfaces=none");
        }
        if (percent(3)) {
            line("/ip ipsec policy add src-address=10.99.0.0/24 dst-address=10.98.0.0/24 tunnel=yes sa-src-address=203.0.113.1 sa-dst-address=192.0.2.1" + disabled());
        }
    }

    std::mt19937 random_;
    GeneratedRouter out_;
};

} // namespace

GeneratedRouter generateRouter(std::uint32_t seed) {
    return Generator(seed).router();
}

} // namespace agreement
