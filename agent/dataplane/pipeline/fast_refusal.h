// Why a packet was not for a fast handler: the handlers' own conditions, asked once more, one by one, for a trace. Looks, never changes.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"

namespace agent::dataplane {

// Router-wide: why IP fast path is off in this configuration; None: it is on.
[[nodiscard]] FastRefusal whyNoFastPath(const EngineConfig& config, const GlobalSwitches& switches);
// … and why this packet did not take it although it is on.
[[nodiscard]] FastRefusal whyNotOnFastPath(const EngineState& state, const PacketBuf& packet, const Ingress& in);
[[nodiscard]] FastRefusal whyNotOnFastTrack(const EngineState& state, const PacketBuf& packet, const Ingress& in);
// A frame for another port of its bridge.
[[nodiscard]] FastRefusal whyNotOnBridgeFastPath(const EngineState& state, const PacketBuf& packet, const Ingress& in);

} // namespace agent::dataplane
