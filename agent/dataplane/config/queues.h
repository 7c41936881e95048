// /queue as the engine takes it. Rates are bits per second, 0 = unlimited; sizes are octets or packets as named.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/config/queue_types.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

struct HtbClassConfig {
    std::uint64_t limitAt = 0;
    std::uint64_t maxLimit = 0;
    std::uint64_t burstLimit = 0;
    std::uint64_t burstThreshold = 0;
    core::base::Nanos burstTime = 0;
    std::uint8_t priority = 8;
    double bucketSize = 0.1; // seconds of max-limit; 0…10
    std::uint32_t queueType = 0; // index into QueueConfig::types; leaves only
};

// One row of /queue/tree. Parents precede children.
struct TreeQueueConfig {
    std::uint32_t uid = 0;
    std::string name;
    std::optional<std::uint32_t> parent; // index into QueueConfig::tree; none: directly below global or an interface
    bool global = false;                 // root parent is global
    IfIndex interface = kNoInterface;    // root parent is this interface
    std::vector<MarkId> packetMarks;     // leaf selector; empty: every packet (0 = no-mark is a mark)
    HtbClassConfig htb;
};

struct SimpleQueueConfig {
    std::uint32_t uid = 0;
    std::string name;
    std::optional<std::uint32_t> parent; // index into QueueConfig::simple, smaller than the own one
    std::vector<Ipv4Prefix> targets;     // client side addresses
    std::vector<IfIndex> targetInterfaces;
    std::optional<Ipv4Prefix> dst;         // the other end's address
    IfIndex dstInterface = kNoInterface;   // or the interface it is behind
    std::vector<MarkId> packetMarks;
    HtbClassConfig upload, download;     // upload: packets from the target
    std::optional<HtbClassConfig> total; // both directions together, after their own queues
};

struct QueueConfig {
    std::vector<QueueTypeConfig> types;
    std::vector<TreeQueueConfig> tree;     // in list order, parents first
    // In list order, parents first. The first match takes the packet; below it, its first child that matches, and so on.
    std::vector<SimpleQueueConfig> simple;
};

} // namespace agent::dataplane
