#include "core/qos/qos.h"

#include "core/doctor/bridge_path.h"
#include "core/doctor/queues.h"
#include "core/planner/flush_plan.h"
#include "core/planner/steps.h"
#include "core/qos/egress.h"
#include "core/qos/fasttrack.h"
#include "core/qos/ours.h"
#include "core/qos/shaper.h"
#include "core/qos/trees.h"
#include "core/qos/voice.h"
#include "core/routeros/config/load.h"

#include <algorithm>

namespace core::qos {

using core::doctor::Facts;
using core::doctor::InterfaceType;
using core::model::Plan;
using core::model::PlanNote;
using core::model::PlanStep;
using Tone = PlanNote::Tone;

namespace {

constexpr double kOneCoreBps = 500e6; // from here on it matters that HTB works on one core (hAP ac²: 90-95 % of one at 920 Mb/s, forum 102401)

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return out;
}

std::vector<std::string> parentsOf(const std::vector<Egress>& egresses) {
    std::vector<std::string> out;
    for (const Egress& egress : egresses) {
        out.push_back(egress.parent);
    }
    return out;
}

std::vector<PlanStep> additions(const std::vector<WantedItem>& wanted) {
    std::vector<PlanStep> out;
    for (const WantedItem& item : wanted) {
        out.push_back(core::planner::addStep(item.menu, item.arguments, item.name().empty() ? "comment" : "name", item.why));
    }
    return out;
}

// What the router would make of these commands, to compare with what it has.
bool isThere(const Facts& facts, const std::vector<WantedItem>& wanted, const std::vector<std::string>& menus) {
    std::string text;
    for (const PlanStep& step : additions(wanted)) {
        text += step.commandLine + "\n";
    }
    const auto would = core::routeros::config::loadConfig(text);
    for (const std::string& menu : menus) {
        const auto ours = oursIn(facts, menu);
        std::vector<const core::routeros::config::Item*> items;
        for (const auto* item : would.tree.items(menu)) {
            if (!item->builtin) {
                items.push_back(item);
            }
        }
        std::vector<const WantedItem*> asked;
        for (const WantedItem& item : wanted) {
            if (item.menu == menu) {
                asked.push_back(&item);
            }
        }
        if (items.size() != ours.size() || asked.size() != ours.size()) {
            return false;
        }
        for (std::size_t i = 0; i < ours.size(); ++i) {
            for (const auto& argument : asked[i]->arguments) {
                if (ours[i].disabled() || ours[i].value(argument.name) != items[i]->value(argument.name)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void append(std::vector<PlanStep>& all, std::vector<PlanStep> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// What stands there now goes, and what is wanted comes, unless it is the same.
void replace(const Facts& facts, const ItemNames& names, const std::vector<WantedItem>& wanted, const std::vector<std::string>& menus, Plan& plan) {
    if (isThere(facts, wanted, menus)) {
        return;
    }
    std::vector<core::doctor::Line> old;
    for (const std::string& menu : menus) {
        const auto lines = oursIn(facts, menu);
        old.insert(old.end(), lines.begin(), lines.end());
    }
    append(plan.steps, removals(facts, old, names));
    append(plan.steps, additions(wanted));
}

bool isOurs(const core::doctor::Line& line) {
    return line.value("comment").starts_with(core::planner::kOurComment);
}

// Trees of others that would hold the same packets a second time.
void switchOffOthers(const Facts& facts, const ItemNames& names, const Ends& ends, const Wishes& wishes, Plan& plan) {
    std::vector<std::string> taken;
    for (const auto* side : {&ends.wans, &ends.lans}) {
        for (const Egress& egress : *side) {
            taken.push_back(egress.parent);
            taken.insert(taken.end(), egress.covers.begin(), egress.covers.end());
        }
    }
    std::vector<std::string> off;
    for (const auto& tree : facts.view.enabled("/queue/tree")) {
        const std::string root = core::doctor::rootParent(facts, tree);
        if (!isOurs(tree) && (root == "global" || std::find(taken.begin(), taken.end(), root) != taken.end())) {
            off.emplace_back(tree.value("name"));
            plan.steps.push_back(core::planner::switchStep("/queue/tree", core::doctor::rowOf(tree, names), false, "The same packets would be held twice."));
            plan.steps.back().risks.push_back(core::model::Risk::LosesLimits);
        }
    }
    std::vector<std::string> simple;
    for (const auto& queue : facts.view.enabled("/queue/simple")) {
        simple.emplace_back(queue.value("name"));
        if (wishes.replaceSimple) {
            plan.steps.push_back(core::planner::switchStep("/queue/simple", core::doctor::rowOf(queue, names), false, "What passes it would be queued twice, and FastTracked packets pass it by."));
            plan.steps.back().risks.push_back(core::model::Risk::LosesLimits);
        }
    }
    if (!off.empty()) {
        plan.notes.push_back({Tone::Warning, "Switched off: " + listed(off), "Queue trees that stand where these will. Their limits are not kept."});
    }
    if (!simple.empty() && !wishes.replaceSimple) {
        plan.notes.push_back({Tone::Warning, "Simple queues stay: " + listed(simple), "FastTracked packets pass them by; what does not is held twice, there and in the new queues."});
    }
}

void addNotes(const Facts& facts, const Ends& ends, const Wishes& wishes, const ShaperChoice& choice, bool calls, Plan& plan) {
    const auto wans = parentsOf(ends.wans), lans = parentsOf(ends.lans);
    const auto good = [&](std::string title, std::string text) { plan.notes.push_back({Tone::Good, std::move(title), std::move(text)}); };
    const auto warn = [&](std::string title, std::string text) { plan.notes.push_back({Tone::Warning, std::move(title), std::move(text)}); };
    good("Works with FastTrack", "Queues on interfaces act behind FastTrack: upload is shaped where it leaves by " + listed(wans) + ", download where it leaves by " + listed(lans) + ".");
    good(plan.steps.empty() ? "Queue kind" : "How packets wait", choice.why);
    if (ends.ofPort) {
        warn("The line is taken to be as fast as the port", "The queue has to be the narrowest place to have a say. Give the rates of the line (down and up) if they are lower.");
    }
    if (ends.guessed) {
        warn("Towards the provider: " + listed(wans), "Only its name says so. Nothing in the configuration leads a default route there.");
    }
    if (ends.wans.size() > 1) {
        warn("Several lines", "Each of " + listed(wans) + " gets the upload limit; the download limit is for all together.");
    }
    if (ends.lans.size() > 1) {
        warn("Several places where download leaves", listed(lans) + " have no parent in common but global, so each may take the whole rate, and together they can exceed it.");
    }
    for (const Egress& egress : ends.lans) {
        if (egress.covers.size() > 1) {
            warn("Also shaped: between networks on " + egress.parent, egress.parent + " carries " + listed(egress.covers) + "; what is routed from one to another shares the download limit.");
        }
    }
    warn("Also shaped: the router's own traffic", "What the router itself sends to users leaves by the same queues. What is bridged from port to port does not.");
    for (const std::string& wan : wans) {
        const auto* interface = facts.topology.find(wan);
        const InterfaceType type = interface == nullptr ? InterfaceType::Other : interface->type;
        if (type == InterfaceType::Lte || type == InterfaceType::WireGuard || type == InterfaceType::Bonding) {
            warn(wan + " is not wholly on the fast path", "Packets that leave by it, or come in, take the slow path at that end; they are queued all the same.");
        } else if (type == InterfaceType::Pppoe && wishes.overhead.empty()) {
            warn("PPPoE on " + wan, "Each packet takes 8 octets more on the line than the queue counts; 95 % leaves room for that, but for very small packets.");
        }
    }
    for (const Egress& egress : ends.lans) {
        const std::string bridge = facts.topology.bridgeUnder(egress.parent);
        if (!bridge.empty() && !core::doctor::bridgeFastPathBlockers(facts, bridge).empty()) {
            warn("FastTrack stays off across " + bridge, "Bridge fast path is not active there; packets are shaped, on the slow path.");
        }
    }
    if (const auto marks = marksOfOthers(facts); !marks.empty()) {
        good("Marked packets have queues of their own", "Mangle rules put " + listed(marks) + "; each gets a queue under the same limit.");
    }
    if (calls) {
        good("Calls go first", "Connections with DSCP EF are marked, stay off FastTrack, and have a queue with priority.");
    } else if (wishes.voice) {
        good("Calls go first", "cake sorts by DSCP: packets with EF have a tin of their own, without any mark, on FastTrack too.");
    }
    if (facts.view.any("/ipv6/address") && !facts.version.atLeast(7, 18)) {
        warn("IPv6 takes the slow path", "FastTrack carries IPv6 since RouterOS 7.18. These queues shape it all the same.");
    }
    if (std::max(ends.down.bps, ends.up.bps) >= kOneCoreBps) {
        warn("One core does the queueing", "A limit is kept by one core at a time. Try it on the twin to see whether that core is fast enough.");
    }
}

} // namespace

Plan planQos(const Facts& facts, const ItemNames& names, const Wishes& wishes) {
    Plan plan;
    plan.id = "qos";
    plan.title = "FastTrack-friendly QoS";
    const Ends ends = endsOf(facts, wishes);
    const auto refuse = [&plan](std::string why, std::vector<std::string> alternatives = {}) {
        plan.steps.clear();
        plan.obstacle = std::move(why);
        plan.alternatives = std::move(alternatives);
        return plan;
    };
    if (ends.wans.empty()) {
        return refuse("Nothing in the configuration leads to a provider: no default route, no PPPoE or DHCP client, no interface list WAN.");
    }
    if (ends.lans.empty()) {
        return refuse("No interface towards users was found: no bridge, VLAN or port with an address that is not the provider's, or all are left out.");
    }
    if (ends.down.bps <= 0 || ends.up.bps <= 0) {
        return refuse("How fast the line is stands nowhere, and the board is not known. Give its rates, down and up.");
    }
    const ShaperChoice choice = chooseShaper(wishes, facts.version);
    if (!choice.refused.empty()) {
        return refuse(choice.refused);
    }
    if (Unshapeable hindrance = unshapeable(facts, ends); !hindrance.why.empty()) {
        return refuse(std::move(hindrance.why), std::move(hindrance.alternatives));
    }
    const bool calls = wishes.voice && choice.shaper != Shaper::Cake;
    switchOffOthers(facts, names, ends, wishes, plan);
    replace(facts, names, wantedQueues(facts, ends, wishes, choice.shaper), {"/queue/type", "/queue/tree"}, plan);
    replace(facts, names, calls ? wantedMarks() : std::vector<WantedItem>(), {"/ip/firewall/mangle"}, plan);
    FastTrackSteps fastTrack = fastTrackSteps(facts, names, wishes, calls);
    if (!fastTrack.refused.empty()) {
        return refuse(std::move(fastTrack.refused));
    }
    append(plan.steps, std::move(fastTrack.steps));
    if (!names.ofRouter) {
        core::planner::renumberPlaces(plan.steps);
    }
    addNotes(facts, ends, wishes, choice, calls, plan);
    if (!fastTrack.remark.empty()) {
        plan.notes.push_back({Tone::Warning, "No FastTrack", std::move(fastTrack.remark)});
    }
    if (plan.steps.empty()) {
        plan.fulfilled = true;
        plan.obstacle = "Nothing to do: the queues are there as wished for.";
        return plan;
    }
    plan.expectation = "Ping under load falls to a few milliseconds. FastTracked traffic stays on FastTrack and is shaped all the same.";
    return plan;
}

Plan planRemoval(const Facts& facts, const ItemNames& names) {
    Plan plan;
    plan.id = "qos-remove";
    plan.title = "Remove what Pathscope created";
    std::vector<core::doctor::Line> ours;
    for (const char* menu : {"/queue/type", "/queue/tree", "/ip/firewall/mangle", "/ip/firewall/filter"}) {
        const auto lines = oursIn(facts, menu);
        ours.insert(ours.end(), lines.begin(), lines.end());
    }
    plan.steps = removals(facts, ours, names);
    if (std::any_of(ours.begin(), ours.end(), [](const auto& line) { return line.value("action") == "fasttrack-connection"; })) {
        append(plan.steps, core::planner::flushFastTracked({}).steps);
    }
    if (plan.steps.empty()) {
        plan.fulfilled = true;
        plan.obstacle = "Nothing to do: Pathscope created nothing that is still here.";
        return plan;
    }
    plan.expectation = "Traffic is no longer shaped by these queues; what was switched off for them stays off.";
    return plan;
}

} // namespace core::qos
