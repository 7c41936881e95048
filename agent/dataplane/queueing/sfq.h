// sfq: stochastic fairness queueing (McKenney, 1990). Flows hash into 1024 lines, each line sends `allot` octets per round; 128 packets
// in all, and the longest line loses its last packet when there are more. Every `perturb` the hash changes, so that two flows that
// share a line do not share it for long; what waits is sorted anew then, flows keep their order.
#pragma once

#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

class Sfq final : public Queue {
public:
    static constexpr std::size_t kLines = 1024;
    static constexpr std::size_t kPacketLimit = 128;

    Sfq(const SfqConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed);
    ~Sfq() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    std::size_t clear() override;

private:
    static constexpr std::uint16_t kNone = 0xffff;
    struct Line {
        PacketList packets;
        std::uint16_t count = 0;
        std::uint16_t next = kNone; // in the round
        std::int32_t allotment = 0;
        bool listed = false; // in the round; it may have lost its last packet since
    };

    void perturb(core::base::Nanos now);
    void push(PacketBuf* packet);
    PacketBuf* pop(Line& line);
    // Returns the packet lost.
    PacketBuf* dropFromLongest();
    void appendToRound(std::uint16_t line);
    void leaveRound(); // the first one

    SfqConfig config_;
    std::vector<Line> lines_;
    std::uint16_t first_ = kNone, last_ = kNone; // the round: lines that have, or had, packets
    std::uint32_t salt_;
    core::base::Nanos perturbAt_ = 0; // 0: the first packet sets it
};

} // namespace agent::dataplane
