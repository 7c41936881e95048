// VLANs of bridges and their ports.
#include "core/doctor/topology.h"

#include "core/routeros/config/values.h"

#include <algorithm>
#include <charconv>

namespace core::doctor {

using core::routeros::config::splitList;

bool numbersContain(std::string_view list, int number) {
    for (const std::string_view part : splitList(list)) {
        int first = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), first);
        int last = first;
        if (error != std::errc()) {
            continue;
        }
        if (end != part.data() + part.size() && *end == '-') {
            std::from_chars(end + 1, part.data() + part.size(), last);
        }
        if (number >= first && number <= last) {
            return true;
        }
    }
    return false;
}

Topology::Vlans Topology::vlansOf(const Interface& port) const {
    const Interface* bridge = find(port.bridge);
    if (!bridge || !bridge->line || !bridge->line->yes("vlan-filtering")) {
        return {true, {}, 1};
    }
    Vlans out;
    if (port.port) {
        const std::string_view text = port.port->value("pvid", "1");
        std::from_chars(text.data(), text.data() + text.size(), out.pvid);
    }
    out.ids.insert(out.pvid);
    for (const Line& line : view_.enabled("/interface/bridge/vlan")) {
        if (line.value("bridge") != port.bridge) {
            continue;
        }
        for (const std::string_view property : {"tagged", "untagged"}) {
            for (const std::string_view name : splitList(line.value(property))) {
                for (const std::string_view id : splitList(line.value("vlan-ids"))) {
                    int number = 0;
                    std::from_chars(id.data(), id.data() + id.size(), number);
                    if (name == port.name) {
                        out.ids.insert(number);
                    }
                }
            }
        }
    }
    return out;
}

std::optional<Line> Topology::vlanLine(std::string_view bridge, int vlan) const {
    for (const Line& line : view_.enabled("/interface/bridge/vlan")) {
        if (line.value("bridge") == bridge && numbersContain(line.value("vlan-ids"), vlan)) {
            return line;
        }
    }
    return std::nullopt;
}

bool Topology::bridgeIsTagged(std::string_view bridge, int vlan) const {
    for (const Line& line : view_.enabled("/interface/bridge/vlan")) {
        if (line.value("bridge") == bridge && numbersContain(line.value("vlan-ids"), vlan)) {
            const auto tagged = splitList(line.value("tagged"));
            if (std::find(tagged.begin(), tagged.end(), bridge) != tagged.end()) {
                return true;
            }
        }
    }
    return false;
}

} // namespace core::doctor
