// IPsec policies on a packet's way, step 6 of postrouting: what matches is charged what ESP costs a core. The engine negotiates no keys, so
// what such a packet is replaced by is a model: it goes on as it is, as over a link whose other end has the same policy. Its path is the
// real one: a policy switches the IP fast path off, a FastTracked packet never comes here and leaves in the clear on RouterOS too. Where a
// port is a real interface of this machine a model will not do: what was to be encrypted is dropped.
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane::ipsec_stage {

// A packet after postrouting. False: a policy says discard, or would have it encrypted for the real world; the packet stays the caller's.
[[nodiscard]] bool protect(EngineState& s, const PacketBuf& p);
// Whether it will be encrypted, as far as can be told before source NAT: what ipsec-policy=out,ipsec asks.
[[nodiscard]] bool willProtect(const EngineState& s, const PacketBuf& p);
// A received packet before prerouting. True: it is what the other end of a policy encrypted, and is charged for decryption.
[[nodiscard]] bool received(EngineState& s, const PacketBuf& p);

} // namespace agent::dataplane::ipsec_stage
