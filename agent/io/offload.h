// Undoes what senders leave to the hardware: checksums not yet computed, and TCP or UDP segments handed down as one large frame.
// Pure functions of octets; the struct has the meaning of Linux' virtio_net_hdr.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::io {

struct OffloadHints {
    bool needsChecksum = false;
    std::uint16_t checksumStart = 0;  // first octet covered, from the frame's start: the L4 header
    std::uint16_t checksumOffset = 0; // of the checksum field, from checksumStart
    enum class Segments : std::uint8_t { None, TcpV4, TcpV6, UdpV4, Other } segments = Segments::None;
    std::uint16_t segmentSize = 0; // payload octets of each frame but the last
};

// Fills in a checksum whose field holds the sum over the pseudo header. False (frame untouched): the hints point outside it.
bool completeChecksum(std::span<std::uint8_t> frame, const OffloadHints& hints);

// Puts a tag with this TPID and TCI behind the MAC addresses of the frame that starts 4 octets after `room`.
// The result starts at `room`.
void restoreTag(std::uint8_t* room, std::uint16_t tpid, std::uint16_t tci);

// Cuts a super-frame into frames, one at a time: IPv4 identification counts up, TCP sequence numbers move on, FIN and PSH stay
// for the last frame and CWR for the first (RFC 3168 section 6.1.2), all lengths and checksums are right.
class Segmenter {
public:
    // False: not something this can cut (headers too short or of another protocol, segment size 0). The frame must stay
    // where it is until done().
    bool start(std::span<const std::uint8_t> frame, const OffloadHints& hints);
    [[nodiscard]] bool done() const { return payloadLeft_ == 0; }
    // Length of the frame next() will write.
    [[nodiscard]] std::size_t nextLength() const;
    // Writes the next frame; `out` must have nextLength() octets. Not when done().
    void next(std::uint8_t* out);

private:
    void fixNetworkHeader(std::uint8_t* out, std::size_t length) const;
    void fixTransportHeader(std::uint8_t* out, std::size_t length) const;

    std::span<const std::uint8_t> frame_;
    OffloadHints hints_;
    std::size_t l3_ = 0, l4_ = 0, payload_ = 0; // offsets
    std::size_t payloadLeft_ = 0;
    std::uint32_t number_ = 0; // of the next frame, from 0
};

} // namespace agent::io
