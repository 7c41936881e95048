// cake-ack-filter: acknowledgements in a line that a later one makes redundant.
//
// A pure acknowledgement (TCP, no data, no flag but ACK, options none or time stamps) says nothing a later one of the same connection
// with a higher number does not say. "filter" leaves two of a run in the line, "aggressive" one.
#pragma once

#include "agent/dataplane/config/queue_types.h"
#include "agent/dataplane/queueing/packet_list.h"

namespace agent::dataplane {

// `newest` is the last packet of `line`. Takes out of the line what it makes redundant: nullptr, or one packet, now the caller's.
[[nodiscard]] PacketBuf* takeRedundantAck(PacketList& line, const PacketBuf& newest, CakeAckFilter mode);

} // namespace agent::dataplane
