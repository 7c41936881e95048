// The processor of the modelled board in front of the engine: receive rings, cores that take time, and their load.
//
// Each packet that reaches the CPU waits in the ring of the core its flow belongs to. A core takes packets only up to the present
// time: what a batch costs makes it busy, and while it is busy its ring fills, and a full ring loses packets. Queueing work
// (HTB, fq-codel) is charged to one core; while that core is behind, cores whose packets need it wait for it.
//
//   CpuModel cpu(board, native);
//   if (!cpu.arrive(packet, at)) engine.dropAtRing(packet);
//   cpu.serve(now, [&](Batch& batch) { return engine.cpuStage(batch, now); });
//
// Owns the packets in its rings. One thread; time is given and does not run backwards.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/traffic/packet_fifo.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace agent::runtime {

struct CpuShape {
    std::uint32_t cores = 1;
    std::uint32_t receiveCores = 1; // flows are spread over the first of them; at most cores
    std::uint32_t ring = 256;       // packets per receive core
};

class CpuModel {
public:
    explicit CpuModel(const CpuShape& shape);

    // False: the ring is full; the packet stays the caller's.
    bool arrive(dataplane::PacketBuf* packet, core::base::Nanos at);
    // Lets every core work up to `now`. process takes every packet of the batch and says what it cost.
    template <class Process> void serve(core::base::Nanos now, Process&& process) {
        dataplane::Batch batch;
        for (std::size_t idle = 0; idle < rings_.size();) {
            const std::size_t core = turn_++ % rings_.size(); // in turns, so that all wait alike for the queueing core
            if (!take(core, now, batch)) {
                ++idle;
                continue;
            }
            idle = 0;
            const core::base::Nanos start = std::max(cores_[core].busyUntil, batch.packets[0]->enqueuedAt);
            const std::size_t packets = batch.count;
            account(core, start, packets, process(batch));
            batch.clear();
        }
        closeSecond(now);
    }
    // When a waiting packet can be taken; kNever when none waits.
    [[nodiscard]] core::base::Nanos next() const;
    // Percent of the last full second, by core of the board.
    [[nodiscard]] const std::vector<double>& percent() const { return percent_; }
    // Returns a waiting packet, for clearing up; nullptr when none is left.
    dataplane::PacketBuf* takeAny();

private:
    struct Core {
        core::base::Nanos busyUntil = 0;
        double busy = 0;        // nanoseconds of work since the second began
        double average = 0;     // cost of a packet, smoothed
        bool needsQueueing = false; // its last batch did
    };
    struct Ring {
        traffic::PacketFifo waiting;
    };

    bool take(std::size_t core, core::base::Nanos now, dataplane::Batch& batch);
    void account(std::size_t core, core::base::Nanos start, std::size_t packets, const dataplane::CpuCost& cost);
    void closeSecond(core::base::Nanos now);

    CpuShape shape_;
    std::size_t queueingCore_;
    std::vector<Core> cores_;
    std::vector<Ring> rings_;
    std::vector<double> percent_;
    std::size_t turn_ = 0; // core that is asked next
    core::base::Nanos secondBegan_ = 0, secondEnds_ = core::base::kSecond; // as far as the last step came; whole seconds
};

} // namespace agent::runtime
