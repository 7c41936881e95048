#include "core/doctor/queues.h"

#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::doctor {

using core::routeros::config::splitList;

std::string rootParent(const Facts& facts, const Line& tree) {
    std::string parent(tree.value("parent"));
    constexpr int kLevels = 8; // RouterOS has no more; a circle ends here too
    for (int level = 0; level < kLevels && !parent.empty(); ++level) {
        const auto above = facts.view.findBy("/queue/tree", "name", parent);
        if (!above) {
            return parent;
        }
        if (above->disabled()) {
            return {};
        }
        parent = std::string(above->value("parent"));
    }
    return {};
}

std::vector<Line> globalTrees(const Facts& facts) {
    std::vector<Line> out = facts.view.enabled("/queue/tree");
    std::erase_if(out, [&](const Line& tree) { return rootParent(facts, tree) != "global"; });
    return out;
}

std::vector<Line> interfaceTrees(const Facts& facts) {
    std::vector<Line> out = facts.view.enabled("/queue/tree");
    std::erase_if(out, [&](const Line& tree) {
        const std::string root = rootParent(facts, tree);
        return root.empty() || root == "global" || root == "none";
    });
    return out;
}

bool isLeaf(const Facts& facts, const Line& tree) {
    const std::string_view name = tree.value("name");
    return name.empty() || !facts.view.findBy("/queue/tree", "parent", name);
}

std::vector<Line> treesAt(const Facts& facts, std::string_view interface) {
    std::vector<Line> out;
    const Interface* at = facts.topology.find(interface);
    for (const Line& tree : interfaceTrees(facts)) {
        const std::string root = rootParent(facts, tree);
        const bool beneath = at && !at->parent.empty() && root == at->parent;
        if (root == interface || beneath) {
            out.push_back(tree);
        }
    }
    return out;
}

std::vector<Line> simpleQueuesOf(const Facts& facts, const Flow& flow) {
    std::vector<Line> out;
    for (const Line& queue : facts.view.enabled("/queue/simple")) {
        for (const std::string_view target : splitList(queue.value("target"))) {
            const bool interface = target == flow.in || target == flow.out;
            const bool address = addressRange(target) &&
                                 (matchAddress(target, flow.source) != Match::No || matchAddress(target, flow.destination) != Match::No);
            if (interface || address) {
                out.push_back(queue);
                break;
            }
        }
    }
    return out;
}

std::optional<Line> queueType(const Facts& facts, std::string_view name) {
    return facts.view.findBy("/queue/type", "name", name);
}

double limitOf(const Line& tree) {
    const auto rate = core::routeros::config::parseRate(tree.value("max-limit"));
    return rate ? static_cast<double>(*rate) : 0;
}

std::optional<Line> PacketMarks::setBy(std::string_view mark) const {
    const auto found =
        std::find_if(enabled.begin(), enabled.end(), [&](const Line& rule) { return rule.value("new-packet-mark") == mark; });
    return found == enabled.end() ? std::nullopt : std::optional<Line>(*found);
}

std::optional<Line> PacketMarks::wouldBeSetBy(std::string_view mark) const {
    const auto found =
        std::find_if(disabled.begin(), disabled.end(), [&](const Line& rule) { return rule.value("new-packet-mark") == mark; });
    return found == disabled.end() ? std::nullopt : std::optional<Line>(*found);
}

PacketMarks packetMarks(const Facts& facts) {
    PacketMarks out;
    for (const std::string_view menu : {"/ip/firewall/mangle", "/ipv6/firewall/mangle"}) {
        for (const Line& rule : facts.view.lines(menu)) {
            if (rule.value("action") == "mark-packet") {
                (rule.disabled() ? out.disabled : out.enabled).push_back(rule);
            }
        }
    }
    return out;
}

} // namespace core::doctor
