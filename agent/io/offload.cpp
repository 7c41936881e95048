#include "agent/io/offload.h"

#include "agent/io/internet_checksum.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstring>

namespace agent::io {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {

constexpr std::size_t kEthernetHeader = 14;
constexpr std::uint16_t kVlan = 0x8100, kServiceVlan = 0x88a8, kIpv4 = 0x0800, kIpv6 = 0x86dd;
constexpr std::uint8_t kTcp = 6, kUdp = 17;
constexpr std::uint8_t kFin = 0x01, kPsh = 0x08, kCwr = 0x80;

bool isTcp(OffloadHints::Segments kind) {
    return kind == OffloadHints::Segments::TcpV4 || kind == OffloadHints::Segments::TcpV6;
}

} // namespace

bool completeChecksum(std::span<std::uint8_t> frame, const OffloadHints& hints) {
    const std::size_t field = std::size_t{hints.checksumStart} + hints.checksumOffset;
    if (field + 2 > frame.size()) {
        return false;
    }
    const auto checksum = static_cast<std::uint16_t>(~fold(addWords(0, frame.subspan(hints.checksumStart))));
    // 0 in a UDP header means "none" (RFC 768); for TCP 0xffff is as good.
    storeBe16(frame.data() + field, checksum == 0 ? std::uint16_t{0xffff} : checksum);
    return true;
}

void restoreTag(std::uint8_t* room, std::uint16_t tpid, std::uint16_t tci) {
    std::memmove(room, room + 4, 12);
    storeBe16(room + 12, tpid);
    storeBe16(room + 14, tci);
}

bool Segmenter::start(std::span<const std::uint8_t> frame, const OffloadHints& hints) {
    using Segments = OffloadHints::Segments;
    payloadLeft_ = 0;
    l3_ = kEthernetHeader;
    while (l3_ + 4 <= frame.size() && (loadBe16(&frame[l3_ - 2]) == kVlan || loadBe16(&frame[l3_ - 2]) == kServiceVlan)) {
        l3_ += 4;
    }
    const bool v6 = hints.segments == Segments::TcpV6;
    const std::size_t l3Length = v6 ? 40 : 20;
    if (hints.segments == Segments::None || hints.segments == Segments::Other || hints.segmentSize == 0 || l3_ + l3Length > frame.size() ||
        loadBe16(&frame[l3_ - 2]) != (v6 ? kIpv6 : kIpv4)) {
        return false;
    }
    l4_ = v6 ? l3_ + 40 : l3_ + (frame[l3_] & 0x0fu) * 4u;
    const std::uint8_t protocol = frame[l3_ + (v6 ? 6 : 9)];
    const bool tcp = isTcp(hints.segments);
    const std::size_t l4Length = tcp ? 20 : 8;
    if (protocol != (tcp ? kTcp : kUdp) || l4_ < l3_ + l3Length || l4_ + l4Length > frame.size()) {
        return false;
    }
    payload_ = l4_ + (tcp ? (frame[l4_ + 12] >> 4) * 4u : 8u);
    if (payload_ < l4_ + l4Length || payload_ >= frame.size()) {
        return false;
    }
    frame_ = frame;
    hints_ = hints;
    number_ = 0;
    payloadLeft_ = frame.size() - payload_;
    return true;
}

std::size_t Segmenter::nextLength() const {
    return payload_ + std::min<std::size_t>(payloadLeft_, hints_.segmentSize);
}

void Segmenter::next(std::uint8_t* out) {
    const std::size_t length = nextLength();
    const std::size_t octets = length - payload_;
    std::memcpy(out, frame_.data(), payload_);
    std::memcpy(out + payload_, frame_.data() + frame_.size() - payloadLeft_, octets);
    payloadLeft_ -= octets;
    fixNetworkHeader(out, length);
    fixTransportHeader(out, length);
    ++number_;
}

void Segmenter::fixNetworkHeader(std::uint8_t* out, std::size_t length) const {
    std::uint8_t* header = out + l3_;
    if (hints_.segments == OffloadHints::Segments::TcpV6) {
        storeBe16(header + 4, static_cast<std::uint16_t>(length - l4_));
        return;
    }
    storeBe16(header + 2, static_cast<std::uint16_t>(length - l3_));
    storeBe16(header + 4, static_cast<std::uint16_t>(loadBe16(header + 4) + number_));
    storeBe16(header + 10, 0);
    storeBe16(header + 10, static_cast<std::uint16_t>(~fold(addWords(0, {header, l4_ - l3_}))));
}

void Segmenter::fixTransportHeader(std::uint8_t* out, std::size_t length) const {
    std::uint8_t* header = out + l4_;
    const bool tcp = isTcp(hints_.segments);
    const std::size_t l4Octets = length - l4_;
    if (tcp) {
        storeBe32(header + 4, loadBe32(header + 4) + number_ * hints_.segmentSize);
        header[13] &= static_cast<std::uint8_t>(payloadLeft_ > 0 ? ~(kFin | kPsh) : 0xff);
        header[13] &= static_cast<std::uint8_t>(number_ > 0 ? ~kCwr : 0xff);
    } else {
        storeBe16(header + 4, static_cast<std::uint16_t>(l4Octets));
    }
    std::uint8_t* field = header + (tcp ? 16 : 6);
    storeBe16(field, 0);
    // Pseudo header: both addresses, protocol, length.
    const bool v6 = hints_.segments == OffloadHints::Segments::TcpV6;
    const std::span<const std::uint8_t> addresses(out + l3_ + (v6 ? 8 : 12), v6 ? 32 : 8);
    std::uint64_t sum = addWords(0, addresses);
    sum += (tcp ? kTcp : kUdp) + l4Octets;
    const auto checksum = static_cast<std::uint16_t>(~fold(addWords(sum, {header, l4Octets})));
    storeBe16(field, !tcp && checksum == 0 ? std::uint16_t{0xffff} : checksum);
}

} // namespace agent::io
