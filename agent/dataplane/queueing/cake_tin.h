// One tin of cake: its flows, the hosts they belong to, and whose turn it is (DRR++ with a flow's quantum divided among the bulk flows
// of its host). Flows find their line by an eight-way set-associative hash, so that two flows seldom share one.
//
// The tin owns no packets' fate: Cake accounts for them, the tin says where they stand.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/queueing/cobalt.h"
#include "agent/dataplane/queueing/packet_list.h"

#include <array>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

// What a packet's flow and hosts are told apart by, already hashed. 0 in a field: the mode does not look at it.
struct CakeKeys {
    std::uint32_t flow = 0, source = 0, destination = 0;
};

class CakeTin {
public:
    static constexpr std::uint32_t kFlows = 1024;
    static constexpr std::uint32_t kWays = 8;
    using Index = std::uint16_t;
    static constexpr Index kNone = 0xffff;

    enum class Set : std::uint8_t { None, Sparse, SparseWait, Bulk };

    struct Flow {
        PacketList line;
        Cobalt cobalt;
        std::uint32_t octets = 0;
        std::int32_t deficit = 0;
        Index next = kNone; // in its list
        Index source = 0, destination = 0; // hosts
        Set set = Set::None;
    };

    // `fairSource`/`fairDestination`: flows of one sender/receiver share what one host gets.
    CakeTin(bool fairSource, bool fairDestination);

    // The line for these keys; new ones take an empty line of their set if there is one.
    Index flowFor(const CakeKeys& keys);
    [[nodiscard]] Flow& flow(Index index) { return flows_[index]; }
    // A packet has been put into the flow's line.
    void activate(Index index);
    // The flow to serve, with deficit left; kNone: the tin is idle. It may turn out to be empty: then retire() it and ask again.
    [[nodiscard]] Index next();
    // The flow next() gave has nothing to send.
    void retire(Index index);
    // The line that holds most octets; kNone when there is none.
    [[nodiscard]] Index fattest() const;

    [[nodiscard]] bool active() const { return sparse_ + bulk_ > 0; }
    [[nodiscard]] std::uint32_t bulkFlows() const { return bulk_; }

    // --- Cake's ---
    CobaltParameters cobalt;
    double nanosPerOctet = 0;               // of its share of the bandwidth
    core::base::Nanos timeNextPacket = 0;   // of its share
    std::int32_t quantum = 1514;            // octets of a flow per round
    std::int32_t weight = 0, deficit = 0;   // among tins, unshaped
    std::uint64_t octets = 0;

private:
    struct Host {
        std::uint32_t key = 0;
        std::uint16_t users = 0; // flows
        std::uint16_t bulk = 0;  // bulk flows
    };
    struct List {
        Index head = kNone, tail = kNone;
    };
    using Hosts = std::array<Host, kFlows>;

    void append(List& list, Index index);
    void becomeBulk(Flow& flow);
    [[nodiscard]] std::int32_t share(const Flow& flow) const;
    [[nodiscard]] static Index hostFor(Hosts& hosts, std::uint32_t key);

    std::vector<Flow> flows_;
    std::array<std::uint32_t, kFlows> tags_{};
    Hosts sources_{}, destinations_{};
    bool fairSource_, fairDestination_;
    List sparseList_, bulkList_;
    std::uint32_t sparse_ = 0, bulk_ = 0;
};

} // namespace agent::dataplane
