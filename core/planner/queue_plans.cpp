#include "core/planner/queue_plans.h"

#include "core/planner/filter_rules.h"
#include "core/planner/link_speed.h"
#include "core/planner/steps.h"
#include "core/planner/topology.h"

#include <algorithm>

namespace core::planner {
namespace {

using core::base::BitRate;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Row;

const std::string kTree = "/queue/tree";
const std::string kType = "/queue/type";

bool isOurs(const Row& tree) {
    return tree.value("comment") == kQueueComment;
}

const Row* ourType(const RouterFacts& facts) {
    const auto it =
        std::find_if(facts.queueTypes.begin(), facts.queueTypes.end(), [](const Row& t) { return t.value("name") == kQueueTypeName; });
    return it == facts.queueTypes.end() ? nullptr : &*it;
}

std::optional<BitRate> find(const std::map<std::string, BitRate>& rates, const std::string& name) {
    const auto it = rates.find(name);
    return it == rates.end() || it->second.bps <= 0 ? std::nullopt : std::optional(it->second);
}

// Link speed before measurement: what was measured may be all there was to move.
std::optional<BitRate> speedOf(const RouterFacts& facts, const std::string& interface) {
    const auto link = find(facts.linkSpeed, interface);
    return link ? link : find(facts.measuredPeak, interface);
}

std::optional<BitRate> fastest(const std::map<std::string, BitRate>& rates) {
    const auto it = std::max_element(rates.begin(), rates.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return it == rates.end() || it->second.bps <= 0 ? std::nullopt : std::optional(it->second);
}

void addType(const RouterFacts& facts, Plan& plan) {
    if (ourType(facts) == nullptr) {
        plan.steps.push_back(addStep(kType, {{"name", std::string(kQueueTypeName)}, {"kind", "fq-codel"}}, "name",
                                     "Flows share the line evenly and wait a few milliseconds instead of filling a buffer."));
    }
}

PlanStep addTree(const std::string& name, const std::string& parent, BitRate speed, std::string why) {
    return addStep(kTree,
                   {{"name", name},
                    {"parent", parent},
                    {"packet-mark", "no-mark"},
                    {"queue", std::string(kQueueTypeName)},
                    {"max-limit", queueLimit(speed)},
                    {"bucket-size", "0.01"},
                    {"comment", std::string(kQueueComment)}},
                   "name", std::move(why));
}

// Our trees whose parent is (not) global.
void removeOurs(const RouterFacts& facts, bool onGlobal, std::string_view why, Plan& plan) {
    for (const Row& tree : facts.queueTrees) {
        if (isOurs(tree) && (tree.value("parent") == "global") == onGlobal) {
            plan.steps.push_back(removeStep(kTree, tree, {}, std::string(why)));
        }
    }
}

// Someone else's tree counts only when it is enabled; ours counts always, and is enabled when it is not.
const Row* treeOn(const RouterFacts& facts, std::string_view parent, bool ours) {
    const auto it = std::find_if(facts.queueTrees.begin(), facts.queueTrees.end(), [&](const Row& tree) {
        return tree.value("parent") == parent && isOurs(tree) == ours && (ours || isEnabled(tree));
    });
    return it == facts.queueTrees.end() ? nullptr : &*it;
}

void ensureTree(const RouterFacts& facts, const std::string& name, const std::string& parent, BitRate speed, std::string why, Plan& plan) {
    const Row* tree = treeOn(facts, parent, true);
    if (tree == nullptr) {
        plan.steps.push_back(addTree(name, parent, speed, std::move(why)));
    } else if (isTrue(*tree, "disabled")) {
        plan.steps.push_back(switchStep(kTree, *tree, true, std::move(why)));
    }
}

std::string foreignTreeObstacle(const RouterFacts& facts, const std::string& parent) {
    const Row* tree = treeOn(facts, parent, false);
    return tree == nullptr ? std::string()
                           : parent + " already has the queue tree \"" + std::string(tree->value("name")) +
                                 "\", which Pathscope did not make. Disable or remove it first.";
}

bool hasFastTrack(const RouterFacts& facts) {
    return std::any_of(facts.filter.begin(), facts.filter.end(), [](const Row& rule) { return isFastTrackRule(rule) && isEnabled(rule); });
}

} // namespace

Plan queuesOnInterfaces(const RouterFacts& facts) {
    Plan plan;
    plan.id = "queues-interface";
    plan.title = "Queue on WAN and LAN (fq-codel)";
    const auto wan = wanInterface(facts);
    if (!wan) {
        plan.obstacle = "There is no active default route, so it is not clear which interface leads to the provider.";
        return plan;
    }
    const std::vector<std::string> lan = lanInterfaces(facts);
    if (lan.empty()) {
        plan.obstacle =
            "No bridge with an address and no port or VLAN with a private address was found, so it is not clear where the users are.";
        return plan;
    }
    const auto speed = speedOf(facts, *wan);
    if (!speed) {
        plan.obstacle =
            "The speed of " + *wan + " is not known: the router does not tell its link speed, and no traffic has been measured on it yet.";
        return plan;
    }
    std::vector<std::string> parents = lan;
    parents.push_back(*wan);
    for (const std::string& parent : parents) {
        if (plan.obstacle = foreignTreeObstacle(facts, parent); !plan.obstacle.empty()) {
            return plan;
        }
    }

    removeOurs(facts, true, "FastTracked packets never pass a queue on global.", plan);
    addType(facts, plan);
    for (const std::string& parent : parents) {
        const bool upload = parent == *wan;
        ensureTree(facts, (upload ? "pathscope-upload-" : "pathscope-download-") + parent, parent, *speed,
                   upload ? "What leaves for the provider waits here, not in the modem."
                          : "What arrives from the provider leaves here; held just below the line's speed, senders slow down.",
                   plan);
    }
    if (plan.steps.empty()) {
        plan.obstacle = "Nothing to do: Pathscope's queues are already on " + *wan + " and the LAN.";
        return plan;
    }
    plan.expectation = "Ping under load falls to a few milliseconds. FastTracked traffic stays on FastTrack and is shaped all the same.";
    return plan;
}

Plan queuesOnGlobal(const RouterFacts& facts) {
    Plan plan;
    plan.id = "queues-global";
    plan.title = "Queue on global";
    const auto wan = wanInterface(facts);
    std::optional<BitRate> speed = wan ? speedOf(facts, *wan) : std::nullopt;
    if (!speed) {
        speed = fastest(facts.linkSpeed);
    }
    if (!speed) {
        speed = fastest(facts.measuredPeak);
    }
    if (!speed) {
        plan.obstacle = "No port's speed is known: the router does not tell link speeds, and no traffic has been measured yet.";
        return plan;
    }
    if (plan.obstacle = foreignTreeObstacle(facts, "global"); !plan.obstacle.empty()) {
        return plan;
    }
    removeOurs(facts, false, "The same packets would be queued twice.", plan);
    addType(facts, plan);
    ensureTree(facts, "pathscope-global", "global", {2 * speed->bps},
               "Global sees both directions of the line, so the limit is that of both together.", plan);
    if (plan.steps.empty()) {
        plan.obstacle = "Nothing to do: Pathscope's queue is already on global.";
        return plan;
    }
    plan.expectation =
        hasFastTrack(facts)
            ? "FastTracked traffic goes past this queue unshaped; only the rest is queued. IP fast path is switched off for the whole "
              "router."
            : "IP fast path is switched off for the whole router: all routed traffic takes the slow path through this queue.";
    return plan;
}

Plan removeQueues(const RouterFacts& facts) {
    Plan plan;
    plan.id = "remove-queues";
    plan.title = "Remove Pathscope's queues";
    // Undone from the last step to the first, so the type, which the trees need, goes last.
    removeOurs(facts, true, "This queue was made by Pathscope.", plan);
    removeOurs(facts, false, "This queue was made by Pathscope.", plan);
    const Row* type = ourType(facts);
    const bool usedElsewhere = std::any_of(facts.queueTrees.begin(), facts.queueTrees.end(),
                                           [](const Row& tree) { return !isOurs(tree) && tree.value("queue") == kQueueTypeName; });
    if (type != nullptr && !usedElsewhere) {
        plan.steps.push_back(removeStep(kType, *type, {}, "Nothing uses this queue type any more."));
    }
    if (plan.steps.empty()) {
        plan.obstacle = "Nothing to do: there is no queue that Pathscope made.";
        return plan;
    }
    plan.expectation = "Traffic is no longer shaped; interfaces go back to their own queue.";
    return plan;
}

} // namespace core::planner
