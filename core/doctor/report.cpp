#include "core/doctor/report.h"

#include "core/doctor/catalogue.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <charconv>

namespace core::doctor {

using core::model::Finding;

Finding& Report::add(std::string_view id, double rank, std::string why, std::vector<core::model::ConfigRef> evidence) {
    Finding finding;
    finding.id = std::string(id);
    if (const CatalogueEntry* entry = findEntry(id)) {
        finding.severity = entry->severity;
        finding.title = std::string(entry->title);
    }
    finding.evidence = std::move(evidence);
    finding.why = std::move(why);
    finding.rank = rank;
    out_.findings.push_back(std::move(finding));
    return out_.findings.back();
}

void Report::unseen(std::string_view id, std::string text) {
    out_.unseen.push_back({std::string(id), std::move(text)});
}

bool Report::found(std::string_view id) const {
    return std::any_of(out_.findings.begin(), out_.findings.end(), [&](const Finding& finding) { return finding.id == id; });
}

const Examined* Report::fastTracked() const {
    const auto found = std::find_if(examined.begin(), examined.end(),
                                    [](const Examined& e) { return !e.pair.bridged && e.fastTracked() && e.track.rule; });
    return found == examined.end() ? nullptr : &*found;
}

std::vector<Line> acceptsEstablished(const ConfigView& view, bool ipv6) {
    std::vector<Line> out = view.enabled(ipv6 ? "/ipv6/firewall/filter" : "/ip/firewall/filter");
    std::erase_if(out, [](const Line& rule) {
        const auto states = core::routeros::config::splitList(rule.value("connection-state"));
        return rule.value("chain") != "forward" || rule.value("action", "accept") != "accept" ||
               std::find(states.begin(), states.end(), "established") == states.end();
    });
    return out;
}

bool masquerades(const ConfigView& view) {
    const auto rules = view.enabled("/ip/firewall/nat");
    return std::any_of(rules.begin(), rules.end(), [](const Line& rule) { return rule.value("action") == "masquerade"; });
}

std::size_t subscriberQueues(const ConfigView& view) {
    std::size_t count = 0;
    for (const Line& queue : view.lines("/queue/simple")) {
        const auto range = addressRange(queue.value("target"));
        if (!range || range->first != range->last) {
            continue;
        }
        // People shorten what they publish: "... 498 more".
        const std::string_view comment = queue.value("comment");
        const std::size_t dots = comment.find("...");
        if (dots != std::string_view::npos && comment.find("more") != std::string_view::npos) {
            const std::size_t digit = comment.find_first_of("0123456789", dots);
            std::size_t left = 0;
            if (digit != std::string_view::npos) {
                std::from_chars(comment.data() + digit, comment.data() + comment.size(), left);
            }
            count += left;
        } else if (!queue.disabled()) {
            ++count;
        }
    }
    return count;
}

} // namespace core::doctor
