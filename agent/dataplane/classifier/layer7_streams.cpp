#include "agent/dataplane/classifier/layer7_streams.h"

#include "agent/dataplane/classifier/packet_payload.h"

#include <algorithm>

namespace agent::dataplane {

std::optional<unsigned> Layer7Streams::patternOf(std::string_view regexp) {
    const auto known = std::find(patterns_.begin(), patterns_.end(), regexp);
    if (known != patterns_.end()) {
        return static_cast<unsigned>(known - patterns_.begin());
    }
    if (patterns_.size() == kPatterns) {
        return std::nullopt;
    }
    streams_.resize(kStreams);
    patterns_.emplace_back(regexp);
    return static_cast<unsigned>(patterns_.size() - 1);
}

Layer7Streams::Stream& Layer7Streams::with(const PacketBuf& p, const Conntrack& conntrack) {
    Stream& stream = streams_[p.connection % kStreams];
    const std::uint32_t id = conntrack.id(p.connection);
    if (stream.id != id) {
        stream.id = id;
        stream.counted = stream.found = stream.refuted = 0;
        stream.length = stream.packets = 0;
    }
    const ConnectionEntry& e = conntrack.entry(p.connection);
    const std::uint64_t count = e.packets[0] + e.packets[1];
    if (count == stream.counted || stream.complete()) {
        return stream;
    }
    stream.counted = count;
    const auto payload = payloadOf(p);
    if (!payload.empty()) {
        ++stream.packets;
    }
    for (const std::uint8_t octet : payload) {
        if (octet != 0 && stream.length < kOctets) {
            stream.octets[stream.length++] = octet;
        }
    }
    return stream;
}

} // namespace agent::dataplane
