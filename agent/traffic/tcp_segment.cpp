#include "agent/traffic/tcp_segment.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

namespace agent::traffic {
namespace {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;
namespace tcp = dataplane::tcp;

enum Option : std::uint8_t { kEnd = 0, kNop = 1, kMss = 2, kWindowScale = 3, kSackPermitted = 4, kSack = 5, kTimestamps = 8 };

constexpr std::uint32_t kSynOptions = 20;       // MSS, SACK permitted, time stamps, no-operation, window scale
constexpr std::uint16_t kWindow = 65535;
constexpr std::uint32_t kTimestampOptions = 12; // two no-operations and time stamps

std::uint32_t pseudoHeader(const std::uint8_t* ip, std::uint32_t l4Length) {
    return dataplane::pseudoHeaderSum(loadBe32(ip + dataplane::ipv4::kSource), loadBe32(ip + dataplane::ipv4::kDestination),
                                      dataplane::kProtocolTcp, l4Length);
}

// Sum of the options writeOptions() writes.
std::uint32_t optionWords(const TcpSegment& segment) {
    constexpr std::uint32_t twoNops = kNop << 8 | kNop;
    std::uint32_t words = twoNops + (kTimestamps << 8 | 10u) + dataplane::wordsOf(segment.timestamp) + dataplane::wordsOf(segment.timestampEcho);
    if (segment.sackBlocks != 0) {
        words += twoNops + (kSack << 8 | (2 + 8u * segment.sackBlocks));
    }
    for (unsigned i = 0; i < segment.sackBlocks; ++i) {
        words += dataplane::wordsOf(segment.sack[i].left) + dataplane::wordsOf(segment.sack[i].right);
    }
    return words;
}

bool readSack(TcpSegment& segment, const std::uint8_t* value, std::uint32_t length) {
    if (length % 8 != 0) {
        return false;
    }
    for (; length >= 8 && segment.sackBlocks < kMaxSackBlocks; value += 8, length -= 8) {
        segment.sack[segment.sackBlocks++] = {loadBe32(value), loadBe32(value + 4)};
    }
    return true;
}

bool readOptions(TcpSegment& segment, const std::uint8_t* at, std::uint32_t left) {
    while (left > 0 && *at != kEnd) {
        if (*at == kNop) {
            ++at;
            --left;
            continue;
        }
        if (left < 2 || at[1] < 2 || at[1] > left) {
            return false;
        }
        const std::uint32_t length = at[1];
        if (at[0] == kMss && length == 4) {
            segment.maximumSegment = loadBe16(at + 2);
        } else if (at[0] == kTimestamps && length == 10) {
            segment.timestamp = loadBe32(at + 2);
            segment.timestampEcho = loadBe32(at + 6);
        } else if (at[0] == kSack && !readSack(segment, at + 2, length - 2)) {
            return false;
        }
        at += length;
        left -= length;
    }
    return true;
}

std::uint8_t* writeTimestamps(std::uint8_t* at, const TcpSegment& segment) {
    at[0] = kTimestamps;
    at[1] = 10;
    storeBe32(at + 2, segment.timestamp);
    storeBe32(at + 6, segment.timestampEcho);
    return at + 10;
}

void writeSynOptions(std::uint8_t* at, const TcpSegment& segment) {
    at[0] = kMss;
    at[1] = 4;
    storeBe16(at + 2, segment.maximumSegment);
    at[4] = kSackPermitted;
    at[5] = 2;
    at = writeTimestamps(at + 6, segment);
    at[0] = kNop;
    at[1] = kWindowScale;
    at[2] = 3;
    at[3] = kWindowShift;
}

void writeOptions(std::uint8_t* at, const TcpSegment& segment) {
    at[0] = at[1] = kNop;
    at = writeTimestamps(at + 2, segment);
    if (segment.sackBlocks == 0) {
        return;
    }
    at[0] = at[1] = kNop;
    at[2] = kSack;
    at[3] = static_cast<std::uint8_t>(2 + 8 * segment.sackBlocks);
    at += 4;
    for (unsigned i = 0; i < segment.sackBlocks; ++i, at += 8) {
        storeBe32(at, segment.sack[i].left);
        storeBe32(at + 4, segment.sack[i].right);
    }
}

} // namespace

std::uint32_t TcpSegment::headerLength() const {
    if (has(tcp::kSyn)) {
        return dataplane::kTcpHeader + kSynOptions;
    }
    return dataplane::kTcpHeader + kTimestampOptions + (sackBlocks == 0 ? 0 : 4 + 8 * sackBlocks);
}

std::optional<TcpSegment> readTcp(const dataplane::PacketBuf& packet) {
    const std::uint8_t* ip = packet.frame() + packet.l3Offset;
    const std::uint8_t* l4 = packet.frame() + packet.l4Offset;
    const std::uint32_t ipHeader = packet.l4Offset - packet.l3Offset;
    const std::uint32_t total = loadBe16(ip + dataplane::ipv4::kTotalLength);
    if (total < ipHeader + dataplane::kTcpHeader) {
        return std::nullopt;
    }
    const std::uint32_t l4Length = total - ipHeader;
    const std::uint32_t header = (l4[tcp::kDataOffset] >> 4) * 4u;
    if (header < dataplane::kTcpHeader || header > l4Length || dataplane::onesSum(l4, header, pseudoHeader(ip, l4Length)) != 0xffff) {
        return std::nullopt;
    }
    TcpSegment segment;
    segment.sourcePort = loadBe16(l4);
    segment.destinationPort = loadBe16(l4 + 2);
    segment.sequence = loadBe32(l4 + tcp::kSequence);
    segment.acknowledgment = loadBe32(l4 + tcp::kAcknowledgment);
    segment.flags = l4[tcp::kFlags];
    segment.congestionExperienced = (ip[1] & 3) == 3;
    segment.payload = l4Length - header;
    if (!readOptions(segment, l4 + dataplane::kTcpHeader, header - dataplane::kTcpHeader)) {
        return std::nullopt;
    }
    return segment;
}

void writeTcp(dataplane::PacketBuf& packet, const TcpSegment& segment) {
    std::uint8_t* l4 = packet.frame() + packet.l4Offset;
    const std::uint32_t header = segment.headerLength();
    storeBe16(l4, segment.sourcePort);
    storeBe16(l4 + 2, segment.destinationPort);
    storeBe32(l4 + tcp::kSequence, segment.sequence);
    storeBe32(l4 + tcp::kAcknowledgment, segment.acknowledgment);
    l4[tcp::kDataOffset] = static_cast<std::uint8_t>(header / 4 << 4);
    l4[tcp::kFlags] = segment.flags;
    storeBe16(l4 + tcp::kWindow, kWindow);
    storeBe32(l4 + tcp::kChecksum, 0); // and no urgent pointer
    const std::uint32_t pseudo = pseudoHeader(packet.frame() + packet.l3Offset, header + segment.payload);
    if (segment.has(tcp::kSyn)) { // rare enough to be read back
        writeSynOptions(l4 + dataplane::kTcpHeader, segment);
        storeBe16(l4 + tcp::kChecksum, dataplane::checksum(l4, header, pseudo));
        return;
    }
    writeOptions(l4 + dataplane::kTcpHeader, segment);
    const std::uint32_t words = segment.sourcePort + segment.destinationPort + dataplane::wordsOf(segment.sequence) +
                                dataplane::wordsOf(segment.acknowledgment) + (header / 4 << 12 | segment.flags) + kWindow + optionWords(segment);
    storeBe16(l4 + tcp::kChecksum, dataplane::checksumOfWords(pseudo + words));
}

} // namespace agent::traffic
