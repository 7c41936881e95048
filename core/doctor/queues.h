// Queues and the traffic they see. Pure.
#pragma once

#include "core/doctor/facts.h"
#include "core/doctor/flow.h"

namespace core::doctor {

// Where the root of a queue tree item hangs: "global", an interface, or empty when its parents lead nowhere.
[[nodiscard]] std::string rootParent(const Facts& facts, const Line& tree);
[[nodiscard]] std::vector<Line> globalTrees(const Facts& facts);    // enabled items whose root is global
[[nodiscard]] std::vector<Line> interfaceTrees(const Facts& facts); // enabled items whose root is an interface
// Trees without children: what packets queue in.
[[nodiscard]] bool isLeaf(const Facts& facts, const Line& tree);

// Trees that act on what leaves by this interface: of itself, of the bridge a VLAN stands on, of the port a PPPoE link stands on.
[[nodiscard]] std::vector<Line> treesAt(const Facts& facts, std::string_view interface);

// Simple queues whose target may be an end of the flow.
[[nodiscard]] std::vector<Line> simpleQueuesOf(const Facts& facts, const Flow& flow);

// The queue type of that name; one of RouterOS's own is not in a file.
[[nodiscard]] std::optional<Line> queueType(const Facts& facts, std::string_view name);

// max-limit of a tree in bits per second; 0: none.
[[nodiscard]] double limitOf(const Line& tree);

// Packet marks that enabled mangle rules put, and those that only disabled ones would.
struct PacketMarks {
    std::vector<Line> enabled, disabled;
    [[nodiscard]] std::optional<Line> setBy(std::string_view mark) const;
    [[nodiscard]] std::optional<Line> wouldBeSetBy(std::string_view mark) const;
};
[[nodiscard]] PacketMarks packetMarks(const Facts& facts);

} // namespace core::doctor
