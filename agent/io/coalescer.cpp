#include "agent/io/coalescer.h"

#include "agent/io/internet_checksum.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstring>

namespace agent::io {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::storeBe16;

namespace {

constexpr std::size_t kIp = 14, kTcp = kIp + 20;
constexpr std::size_t kSmallestTcp = 20;
constexpr std::uint8_t kAck = 0x10, kPsh = 0x08, kTcpProtocol = 6;
constexpr std::size_t kLongestIp = 65535;

struct Segment {
    std::size_t payload = 0; // its first octet
    std::size_t octets = 0;  // of payload
    bool push = false;
};

std::uint64_t pseudoHeader(const std::uint8_t* ip, std::size_t l4Octets) {
    return addWords(0, {ip + 12, 8}) + kTcpProtocol + l4Octets;
}

bool checksumsAreRight(const FrameView& f, std::size_t l4Octets) {
    const std::uint8_t* ip = f.bytes + kIp;
    if (fold(machineSum(ip, 20)) != 0xffff) {
        return false;
    }
    std::array<std::uint8_t, 4> tail; // of the pseudo header, in octets
    storeBe16(tail.data(), kTcpProtocol);
    storeBe16(tail.data() + 2, static_cast<std::uint16_t>(l4Octets));
    return fold(machineSum(ip + 12, 8) + machineSum(tail.data(), 4) + machineSum(f.bytes + kTcp, l4Octets)) == 0xffff;
}

// A data segment that may be part of a row.
bool read(const FrameView& f, Segment& out) {
    if (f.length < kTcp + kSmallestTcp || loadBe16(f.bytes + 12) != 0x0800 || f.bytes[kIp] != 0x45 || f.bytes[kIp + 9] != kTcpProtocol ||
        (loadBe16(f.bytes + kIp + 6) & 0x3fff) != 0 || loadBe16(f.bytes + kIp + 2) != f.length - kIp) {
        return false;
    }
    const std::uint8_t flags = f.bytes[kTcp + 13];
    out.payload = kTcp + (f.bytes[kTcp + 12] >> 4) * 4u;
    if ((flags & ~kPsh) != kAck || out.payload < kTcp + kSmallestTcp || out.payload >= f.length) {
        return false;
    }
    out.octets = f.length - out.payload;
    out.push = (flags & kPsh) != 0;
    return checksumsAreRight(f, f.length - kTcp);
}

// Everything of the headers that the pieces of one super-frame have in common.
bool alike(const FrameView& a, const FrameView& b, std::size_t payload) {
    const auto same = [&](std::size_t from, std::size_t to) { return std::memcmp(a.bytes + from, b.bytes + from, to - from) == 0; };
    return same(0, kIp + 2) && same(kIp + 6, kIp + 10) && same(kIp + 12, kTcp + 4) && same(kTcp + 8, kTcp + 13) && same(kTcp + 14, kTcp + 16) &&
           same(kTcp + 18, payload);
}

} // namespace

std::size_t coalesce(std::span<const FrameView> frames, SuperFrame& out) {
    Segment first;
    if (frames.size() < 2 || !read(frames[0], first) || first.push) {
        return std::min<std::size_t>(frames.size(), 1);
    }
    const FrameView& head = frames[0];
    std::size_t count = 1, total = head.length;
    bool push = false;
    out.payloads[0] = {head.bytes + first.payload, static_cast<std::uint32_t>(first.octets)};
    for (bool open = true; open && count < frames.size() && count < SuperFrame::kMostSegments;) {
        const FrameView& f = frames[count];
        Segment next;
        const auto number = static_cast<std::uint16_t>(count);
        const bool follows = f.length > first.payload && read(f, next) && next.payload == first.payload && next.octets <= first.octets &&
                             total + next.octets - kIp <= kLongestIp && alike(head, f, first.payload) &&
                             loadBe16(f.bytes + kIp + 4) == static_cast<std::uint16_t>(loadBe16(head.bytes + kIp + 4) + number) &&
                             loadBe32(f.bytes + kTcp + 4) == loadBe32(head.bytes + kTcp + 4) + static_cast<std::uint32_t>(number * first.octets);
        if (!follows) {
            break;
        }
        out.payloads[count++] = {f.bytes + next.payload, static_cast<std::uint32_t>(next.octets)};
        total += next.octets;
        push = next.push;
        open = !next.push && next.octets == first.octets; // a pushed or shorter one is the last
    }
    if (count == 1) {
        return 1;
    }
    std::memcpy(out.header.data(), head.bytes, first.payload);
    out.headerLength = first.payload;
    out.count = count;
    out.segmentSize = static_cast<std::uint16_t>(first.octets);
    out.checksumStart = kTcp;
    std::uint8_t* ip = out.header.data() + kIp;
    storeBe16(ip + 2, static_cast<std::uint16_t>(total - kIp));
    storeBe16(ip + 10, 0);
    storeBe16(ip + 10, static_cast<std::uint16_t>(~fold(addWords(0, {ip, 20}))));
    std::uint8_t* tcp = out.header.data() + kTcp;
    tcp[13] = static_cast<std::uint8_t>(push ? tcp[13] | kPsh : tcp[13]);
    storeBe16(tcp + 16, fold(pseudoHeader(ip, total - kTcp)));
    return count;
}

} // namespace agent::io
