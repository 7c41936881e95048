// /queue as the engine takes it. Rates are bits per second, 0 = unlimited; sizes are octets or packets as named.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

// none: straight to the hardware ring (only-hardware-queue).
enum class QueueKind : std::uint8_t { None, Pfifo, Bfifo, FqCodel };

struct QueueTypeConfig {
    std::string name;
    QueueKind kind = QueueKind::Pfifo;
    std::uint32_t pfifoLimit = 50;          // packets
    std::uint32_t bfifoLimit = 15000;       // octets
    std::uint32_t fqCodelLimit = 10240;     // packets
    std::uint32_t fqCodelFlows = 1024;
    std::uint32_t fqCodelQuantum = 1514;    // octets
    core::base::Nanos fqCodelTarget = 5 * core::base::kMillisecond;
    core::base::Nanos fqCodelInterval = 100 * core::base::kMillisecond;
    std::uint64_t fqCodelMemlimit = 32ull << 20; // octets
    bool fqCodelEcn = true;
};

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
    std::vector<Ipv4Prefix> targets;    // client side addresses
    std::vector<IfIndex> targetInterfaces;
    std::vector<MarkId> packetMarks;
    HtbClassConfig upload, download;    // upload: packets from the target
};

struct QueueConfig {
    std::vector<QueueTypeConfig> types;
    std::vector<TreeQueueConfig> tree;     // in list order, parents first
    std::vector<SimpleQueueConfig> simple; // in list order; first match takes the packet
};

} // namespace agent::dataplane
