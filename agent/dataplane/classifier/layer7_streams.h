// The beginnings of connections, for layer7-protocol: the first 10 packets or 2 KiB of both directions, whichever ends first, octets of
// value zero left out, as the vendor's page says. A connection whose place another one takes starts anew.
#pragma once

#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent::dataplane {

class Layer7Streams {
public:
    static constexpr std::size_t kOctets = 2048, kPackets = 10, kPatterns = 64;

    struct Stream {
        std::uint32_t id = 0;      // Conntrack::id(), 0: free
        std::uint64_t counted = 0; // packets of the connection when it was last added to
        std::uint64_t found = 0, refuted = 0; // by pattern: it matched; it did not and all is collected
        std::uint16_t length = 0;
        std::uint8_t packets = 0;
        std::array<std::uint8_t, kOctets> octets;

        [[nodiscard]] bool complete() const { return packets >= kPackets || length == kOctets; }
        [[nodiscard]] std::span<const std::uint8_t> collected() const { return {octets.data(), length}; }
    };

    // Number of a pattern; the same expression gets the same number. Nothing when there are too many. Makes room: at configure().
    std::optional<unsigned> patternOf(std::string_view regexp);
    [[nodiscard]] bool samePatterns(const Layer7Streams& other) const { return patterns_ == other.patterns_; }
    // The stream of the packet's connection with this packet in it, once however often it is asked for.
    Stream& with(const PacketBuf& packet, const Conntrack& conntrack);

private:
    static constexpr std::size_t kStreams = 4096;
    std::vector<std::string> patterns_;
    std::vector<Stream> streams_; // empty while there is no pattern
};

} // namespace agent::dataplane
