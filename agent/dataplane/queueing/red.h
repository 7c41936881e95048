// red: random early detection (Floyd and Jacobson, 1993, as Linux does it). Watches the average length of the line: below
// min-threshold nothing is lost, up to max-threshold more and more, at it and above everything; `limit` bounds the line itself.
//
// Thresholds and limit are packets of avg-packet octets; the line is measured in octets. The weight of the average follows from
// red-burst: so many packets may arrive at once at an empty line before its average reaches min-threshold.
#pragma once

#include "agent/dataplane/queueing/packet_list.h"
#include "agent/dataplane/queueing/queue.h"

#include <cstdint>

namespace agent::dataplane {

class Red final : public Queue {
public:
    Red(const RedConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed);
    ~Red() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    std::size_t clear() override;

    [[nodiscard]] double average() const { return average_; } // octets

private:
    void observe(core::base::Nanos now);
    [[nodiscard]] bool hits();

    PacketList line_;
    double limit_, minimum_, maximum_; // octets
    double weight_;
    double averagePacket_;
    double average_ = 0;
    int sinceLoss_ = -1; // packets kept since the last one lost early; -1: the average is below the minimum
    std::uint32_t random_;
    core::base::Nanos idleSince_ = 0;
};

} // namespace agent::dataplane
