#include "agent/runtime/cpu_model.h"

namespace agent::runtime {
namespace {

using core::base::kSecond;
using core::base::Nanos;
using dataplane::PacketBuf;

} // namespace

// The queueing core is the first that receives nothing; when all receive, it is the last.
CpuModel::CpuModel(const CpuShape& shape)
    : shape_{std::max(shape.cores, 1u), std::clamp(shape.receiveCores, 1u, std::max(shape.cores, 1u)), std::max(shape.ring, 1u)},
      queueingCore_(std::min(shape_.receiveCores, shape_.cores - 1)), cores_(shape_.cores), rings_(shape_.receiveCores), percent_(shape_.cores) {}

bool CpuModel::arrive(PacketBuf* packet, Nanos at) {
    traffic::PacketFifo& waiting = rings_[packet->flowHash % rings_.size()].waiting;
    if (waiting.size() >= shape_.ring) {
        return false;
    }
    waiting.push(packet, at);
    return true;
}

// As many packets as the core can begin before `now`, judged by what packets cost lately; none while it is busy.
bool CpuModel::take(std::size_t index, Nanos now, dataplane::Batch& batch) {
    const Core& core = cores_[index];
    traffic::PacketFifo& waiting = rings_[index].waiting;
    if (waiting.size() == 0 || core.busyUntil > now || (core.needsQueueing && cores_[queueingCore_].busyUntil > now)) {
        return false;
    }
    std::size_t most = dataplane::kBatchSize;
    if (core.average > 0) {
        const double time = static_cast<double>(now - std::max(core.busyUntil, waiting.next()));
        most = static_cast<std::size_t>(std::clamp(time / core.average + 1, 1.0, static_cast<double>(dataplane::kBatchSize)));
    }
    while (batch.count < most) {
        PacketBuf* packet = waiting.popDue(now);
        if (packet == nullptr) {
            break;
        }
        batch.push(packet);
    }
    return batch.count != 0;
}

void CpuModel::account(std::size_t index, Nanos start, std::size_t packets, const dataplane::CpuCost& cost) {
    Core& core = cores_[index];
    core.busyUntil = start + static_cast<Nanos>(cost.flow);
    core.busy += cost.flow;
    core.needsQueueing = cost.queueing > 0;
    Core& queueing = cores_[queueingCore_];
    queueing.busyUntil = std::max(queueing.busyUntil, start) + static_cast<Nanos>(cost.queueing);
    queueing.busy += cost.queueing;
    const double average = (cost.flow + cost.queueing) / static_cast<double>(packets);
    core.average += (average - core.average) / 8;
}

void CpuModel::closeSecond(Nanos now) {
    if (now < secondEnds_) {
        return;
    }
    const double elapsed = static_cast<double>(now - secondBegan_);
    for (std::size_t i = 0; i < cores_.size(); ++i) {
        // Work that was begun but reaches into the next second belongs there.
        const double ahead = static_cast<double>(std::max<Nanos>(cores_[i].busyUntil - now, 0));
        percent_[i] = std::clamp(100 * (cores_[i].busy - ahead) / elapsed, 0.0, 100.0);
        cores_[i].busy = std::max(0.0, ahead);
    }
    secondBegan_ = now;
    secondEnds_ = (now / kSecond + 1) * kSecond;
}

Nanos CpuModel::next() const {
    Nanos next = traffic::kNever;
    for (std::size_t i = 0; i < rings_.size(); ++i) {
        if (rings_[i].waiting.size() != 0) {
            const Nanos free = cores_[i].needsQueueing ? std::max(cores_[i].busyUntil, cores_[queueingCore_].busyUntil) : cores_[i].busyUntil;
            next = std::min(next, std::max(free, rings_[i].waiting.next()));
        }
    }
    return next;
}

PacketBuf* CpuModel::takeAny() {
    for (Ring& ring : rings_) {
        if (PacketBuf* packet = ring.waiting.popDue(traffic::kNever)) {
            return packet;
        }
    }
    return nullptr;
}

} // namespace agent::runtime
