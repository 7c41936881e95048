// Follows chosen packets through the engine. Off, it costs the pipeline one flag: on().
//
//   recorder.start(filter);
//   recorder.admit(*packet, ether);                         // parsed, at the port: does it match?
//   recorder.note(*packet, {.stage = TraceStage::Routing, .code = …});
//   TraceReport report = recorder.take();                  // now and then; empties the recorder
//
// A packet is known by its buffer from admit() to ended(); a buffer that comes in again belongs to a new packet, and what became of the
// old one is then told as a drop inside a queue. At most kMostTraced packets of kMostSteps steps each; memory is taken by start() and
// given back by stop(). One thread.
#pragma once

#include "agent/dataplane/pipeline/packet_ledger.h"
#include "agent/dataplane/pipeline/trace_event.h"

#include <utility>
#include <vector>

namespace agent::dataplane {

class TraceRecorder {
public:
    [[nodiscard]] bool on() const { return on_; }

    void start(const TraceFilter& filter);
    void stop();
    [[nodiscard]] TraceReport take();
    // The present, for the events to come.
    void setTime(core::base::Nanos now) { now_ = now; }

    // Begins to follow the packet when it matches and the number asked for is not reached.
    void admit(const PacketBuf& p, IfIndex ether);
    [[nodiscard]] bool follows(const PacketBuf& p) const { return find(p) != nullptr; }
    // Time, packet, step and the summary are filled in here. Nothing happens for packets nobody follows.
    void note(const PacketBuf& p, TraceEvent event);
    // Addresses of the last event of the packet, to see what a translation changed.
    [[nodiscard]] const TraceEvent* last(const PacketBuf& p) const;
    // `copy` was made of `p`, or because of it, and is followed as part of the same packet. When nobody follows p, the buffer is fresh.
    void copied(const PacketBuf& p, const PacketBuf& copy, bool copyFollows = true);
    void left(const PacketBuf& p, IfIndex ether);
    void dropped(const PacketBuf& p, DropReason reason);
    void ended(const PacketBuf& p);
    // No longer followed; nothing is noted.
    void forget(const PacketBuf& p);

private:
    struct Followed {
        const PacketBuf* buffer = nullptr;
        std::uint32_t packet = 0;
        TraceEvent last;
    };
    [[nodiscard]] const Followed* find(const PacketBuf& p) const;
    [[nodiscard]] Followed* find(const PacketBuf& p) { return const_cast<Followed*>(std::as_const(*this).find(p)); }
    [[nodiscard]] bool matches(const PacketBuf& p, IfIndex ether) const;
    void lostInQueue(const PacketBuf& p);

    bool on_ = false;
    core::base::Nanos now_ = 0;
    TraceFilter filter_;
    std::vector<Followed> followed_;
    std::vector<std::uint16_t> steps_; // by packet number - 1
    std::vector<TraceEvent> events_;
    std::uint64_t lost_ = 0;
};

} // namespace agent::dataplane
