// /queue/type as the engine takes it: which discipline, and its numbers. Only those of its kind matter.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace agent::dataplane {

// None: straight to the hardware ring (only-hardware-queue).
enum class QueueKind : std::uint8_t { None, Pfifo, Bfifo, MqPfifo, Red, Sfq, Pcq, Codel, FqCodel, Cake };

struct RedConfig { // packets
    std::uint32_t limit = 60;
    std::uint32_t minThreshold = 10;
    std::uint32_t maxThreshold = 50;
    std::uint32_t burst = 20;
    std::uint32_t avgPacket = 1000; // octets
    bool operator==(const RedConfig&) const = default;
};

struct SfqConfig {
    core::base::Nanos perturb = 5 * core::base::kSecond; // 0: never
    std::uint32_t allot = 1514;                          // octets a flow sends per round
    bool operator==(const SfqConfig&) const = default;
};

struct PcqConfig {
    bool srcAddress = false, dstAddress = false, srcPort = false, dstPort = false; // pcq-classifier
    std::uint8_t srcMask = 32, dstMask = 32;
    std::uint8_t src6Mask = 128, dst6Mask = 128;
    std::uint64_t rate = 0; // bits per second of a substream, 0: its equal share
    std::uint32_t limit = 50 * 1024;        // octets of a substream
    std::uint32_t totalLimit = 2000 * 1024; // octets of all
    std::uint64_t burstRate = 0, burstThreshold = 0;
    core::base::Nanos burstTime = 10 * core::base::kSecond;
    bool operator==(const PcqConfig&) const = default;
};

struct CodelConfig {
    std::uint32_t limit = 1000; // packets
    core::base::Nanos target = 5 * core::base::kMillisecond;
    core::base::Nanos interval = 100 * core::base::kMillisecond;
    core::base::Nanos ceThreshold = 0; // 0: none
    bool ecn = false;
    bool operator==(const CodelConfig&) const = default;
};

enum class CakeDiffserv : std::uint8_t { Besteffort, Diffserv3, Diffserv4, Diffserv8, Precedence };
enum class CakeFlowMode : std::uint8_t { Flowblind, SrcHost, DstHost, Hosts, Flows, DualSrcHost, DualDstHost, TripleIsolate };
enum class CakeAckFilter : std::uint8_t { None, Filter, Aggressive };
enum class CakeCells : std::uint8_t { None, Atm, Ptm };

struct CakeConfig {
    std::uint64_t bandwidth = 0;     // bits per second, 0: unlimited
    bool compensate = false;         // overhead counts from the IPv4 packet; false: frames as they are ("raw")
    std::int32_t overhead = 0;       // octets
    std::uint32_t mpu = 0;           // octets
    CakeCells cells = CakeCells::None;
    core::base::Nanos rtt = 100 * core::base::kMillisecond;
    CakeDiffserv diffserv = CakeDiffserv::Diffserv3;
    CakeFlowMode flowMode = CakeFlowMode::TripleIsolate;
    CakeAckFilter ackFilter = CakeAckFilter::None;
    bool nat = false;  // hosts by their address before NAT
    bool wash = false; // clears DSCP after it has chosen the tin
    std::uint64_t memlimit = 0; // octets, 0: by bandwidth and rtt
    bool operator==(const CakeConfig&) const = default;
};

struct QueueTypeConfig {
    std::string name;
    QueueKind kind = QueueKind::Pfifo;
    std::uint32_t pfifoLimit = 50;          // packets; mq-pfifo as well
    std::uint32_t bfifoLimit = 15000;       // octets
    std::uint32_t fqCodelLimit = 10240;     // packets
    std::uint32_t fqCodelFlows = 1024;
    std::uint32_t fqCodelQuantum = 1514;    // octets
    core::base::Nanos fqCodelTarget = 5 * core::base::kMillisecond;
    core::base::Nanos fqCodelInterval = 100 * core::base::kMillisecond;
    core::base::Nanos fqCodelCeThreshold = 0; // 0: none
    std::uint64_t fqCodelMemlimit = 32ull << 20; // octets
    bool fqCodelEcn = true;
    RedConfig red;
    SfqConfig sfq;
    PcqConfig pcq;
    CodelConfig codel;
    CakeConfig cake;
};

} // namespace agent::dataplane
