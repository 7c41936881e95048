// The remarks of the pipeline about a packet under trace. Every function is called only while EngineState::trace.on().
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"

namespace agent::dataplane::trace_notes {

// Hardware: parses the frames of the batch and begins to follow those that match …
void arrived(EngineState& s, const Batch& batch, core::base::Nanos now);
// … and what the chip left to the CPU.
void leftToCpu(EngineState& s, const Batch& batch);
// Switched or routed by the chip.
void leftByChip(EngineState& s, const PacketBuf& p, IfIndex ether);
// CPU: where it belongs.
void classified(EngineState& s, const PacketBuf& p, const Ingress& in);
// A fast handler took it. The packet is on its way: waiting in a port's batch or in a queue.
void taken(EngineState& s, const PacketBuf& p);
// None took it. Before the slow path has seen it.
void refused(EngineState& s, const PacketBuf& p, const Ingress& in);
// A hook point of the firewall is done with it; what matched there is in EngineState::matches.
void hookDone(EngineState& s, const PacketBuf& p);
void routed(EngineState& s, const PacketBuf& p, const NextHop& hop);
void queued(EngineState& s, const PacketBuf& p, IfIndex interface, Admission admission);
// Out by a port.
void leftBy(EngineState& s, const PacketBuf& p, IfIndex ether);

} // namespace agent::dataplane::trace_notes
