#include "agent/io/vnet_header.h"

namespace agent::io {

namespace {

constexpr std::uint8_t kNeedsChecksum = 1;                                     // flags
constexpr std::uint8_t kGsoNone = 0, kGsoTcpV4 = 1, kGsoUdp = 5, kGsoTcpV6 = 4; // gsoType
constexpr std::uint8_t kGsoEcn = 0x80;                                         // … with congestion marks on top
constexpr std::uint16_t kTcpChecksumAt = 16;                                   // in the TCP header

OffloadHints::Segments segmentsOf(std::uint8_t gsoType) {
    switch (gsoType & ~kGsoEcn) {
    case kGsoNone:
        return OffloadHints::Segments::None;
    case kGsoTcpV4:
        return OffloadHints::Segments::TcpV4;
    case kGsoTcpV6:
        return OffloadHints::Segments::TcpV6;
    case kGsoUdp:
        return OffloadHints::Segments::UdpV4;
    default:
        return OffloadHints::Segments::Other;
    }
}

} // namespace

OffloadHints hintsOf(const VnetHeader& header) {
    OffloadHints hints;
    hints.needsChecksum = (header.flags & kNeedsChecksum) != 0;
    hints.checksumStart = header.checksumStart;
    hints.checksumOffset = header.checksumOffset;
    hints.segmentSize = header.gsoSize;
    hints.segments = segmentsOf(header.gsoType);
    return hints;
}

VnetHeader headerFor(const SuperFrame& frame) {
    return {kNeedsChecksum, kGsoTcpV4, static_cast<std::uint16_t>(frame.headerLength), frame.segmentSize, frame.checksumStart, kTcpChecksumAt};
}

} // namespace agent::io
