// cake: shaper, tins, fairness between hosts and flows, and COBALT in one queue (Høiland-Jørgensen, Täht, Morton, 2018; tc-cake(8)).
//
// - cake-bandwidth: the queue sends by a clock of its own, without bursts; nextEvent() says when. 0: as fast as it is asked.
// - cake-diffserv: tins by DSCP (cake_tins.h). With a bandwidth a tin within its share goes before the others, the last one first, and
//   beyond it the one longest due; without, tins take turns by weight.
// - cake-flowmode: what is kept apart and shared fairly. Hosts are the addresses in the packet; with cake-nat senders behind
//   src-nat are told by their own (IPv4).
// - cake-overhead, -mpu, -atm: what a packet costs on the wire below, counted from its network header.
// - cake-ack-filter, cake-wash (after the tin is chosen), cake-memlimit (frame octets; the fattest flow loses its oldest packet).
//
// Memory: about 110 KiB per tin.
#pragma once

#include "agent/dataplane/queueing/cake_tin.h"
#include "agent/dataplane/queueing/cake_tins.h"
#include "agent/dataplane/queueing/queue.h"

#include <memory>
#include <vector>

namespace agent::dataplane {

class Cake final : public Queue {
public:
    Cake(const CakeConfig& config, PacketPool& pool, QueueOctets octets, std::uint32_t seed);
    ~Cake() override;

    bool enqueue(PacketBuf* packet, core::base::Nanos now) override;
    [[nodiscard]] PacketBuf* dequeue(core::base::Nanos now) override;
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now) override;
    std::size_t clear() override;

    // Octets the packet takes on the wire the shaper is set for.
    [[nodiscard]] std::uint32_t wireOctets(const PacketBuf& packet) const;

private:
    [[nodiscard]] CakeKeys keysOf(const PacketBuf& packet) const;
    void configureTin(CakeTin& tin, double share, std::int32_t weight) const;
    [[nodiscard]] CakeTin* chooseTin(core::base::Nanos now);
    PacketBuf* take(CakeTin& tin, core::base::Nanos now);
    PacketBuf* pop(CakeTin& tin, CakeTin::Flow& flow);
    void charge(CakeTin& tin, std::uint32_t octets, core::base::Nanos now);
    // Loses the oldest packet of the fattest line of all tins; returns it for comparison only, it is gone.
    const PacketBuf* dropFromFattest(core::base::Nanos now);
    [[nodiscard]] std::uint32_t random();

    CakeConfig config_;
    CakeTins plan_;
    std::vector<std::unique_ptr<CakeTin>> tins_;
    std::uint64_t memoryLimit_;
    double nanosPerOctet_ = 0; // 0: not shaped
    core::base::Nanos timeNextPacket_ = 0;
    double fraction_ = 0; // of a nanosecond, behind timeNextPacket_
    std::uint32_t salt_;
    std::uint32_t random_;
    std::size_t turn_ = 0; // tin whose turn it is, unshaped
};

} // namespace agent::dataplane
