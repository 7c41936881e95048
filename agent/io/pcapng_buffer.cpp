#include "agent/io/pcapng_buffer.h"

#include <algorithm>

namespace agent::io {

namespace {

constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a, kByteOrder = 0x1a2b3c4d, kInterface = 1, kEnhancedPacket = 6;
constexpr std::uint16_t kEthernet = 1;
constexpr std::uint16_t kEnd = 0, kComment = 1, kName = 2, kResolution = 9; // options
constexpr char kNanoseconds = 9;                                            // of if_tsresol: 10^-9

// Little-endian whatever the machine; the byte order word of the section header says so.
void put16(std::string& out, std::uint16_t v) {
    out.push_back(static_cast<char>(v & 0xff));
    out.push_back(static_cast<char>(v >> 8));
}
void put32(std::string& out, std::uint32_t v) {
    put16(out, static_cast<std::uint16_t>(v & 0xffff));
    put16(out, static_cast<std::uint16_t>(v >> 16));
}
void pad(std::string& out) {
    while (out.size() % 4 != 0) {
        out.push_back('\0');
    }
}
void option(std::string& out, std::uint16_t code, std::string_view value) {
    put16(out, code);
    put16(out, static_cast<std::uint16_t>(value.size()));
    out.append(value);
    pad(out);
}
void endOptions(std::string& out) {
    put16(out, kEnd);
    put16(out, 0);
}
constexpr std::size_t padded(std::size_t n) { return (n + 3) / 4 * 4; }

// A block's length stands at both of its ends.
std::size_t begin(std::string& out, std::uint32_t type) {
    const std::size_t at = out.size();
    put32(out, type);
    put32(out, 0);
    return at;
}
void end(std::string& out, std::size_t at) {
    const auto length = static_cast<std::uint32_t>(out.size() - at + 4);
    put32(out, length);
    for (int i = 0; i < 4; ++i) {
        out[at + 4 + static_cast<std::size_t>(i)] = static_cast<char>(length >> (8 * i) & 0xff);
    }
}

} // namespace

PcapngBuffer::PcapngBuffer(const std::vector<std::string>& interfaces, std::size_t limit)
    : limit_(limit) {
    octets_.reserve(limit);
    std::size_t at = begin(octets_, kSectionHeader);
    put32(octets_, kByteOrder);
    put16(octets_, 1); // version 1.0
    put16(octets_, 0);
    octets_.append(8, '\xff'); // length of the section: not said
    end(octets_, at);
    for (const std::string& name : interfaces) {
        at = begin(octets_, kInterface);
        put16(octets_, kEthernet);
        put16(octets_, 0);
        put32(octets_, 0); // no limit to what is kept of a frame
        option(octets_, kName, name);
        option(octets_, kResolution, std::string_view(&kNanoseconds, 1));
        endOptions(octets_);
        end(octets_, at);
    }
}

bool PcapngBuffer::add(std::uint32_t interface, core::base::Nanos time, std::span<const std::uint8_t> frame, std::string_view comment) {
    const std::size_t needed = 32 + padded(frame.size()) + (comment.empty() ? 0 : 8 + padded(comment.size()));
    if (octets_.size() + needed > limit_) {
        ++left_;
        return false;
    }
    const std::size_t at = begin(octets_, kEnhancedPacket);
    put32(octets_, interface);
    const auto ticks = static_cast<std::uint64_t>(time);
    put32(octets_, static_cast<std::uint32_t>(ticks >> 32));
    put32(octets_, static_cast<std::uint32_t>(ticks & 0xffffffff));
    put32(octets_, static_cast<std::uint32_t>(frame.size())); // kept …
    put32(octets_, static_cast<std::uint32_t>(frame.size())); // … of
    octets_.append(reinterpret_cast<const char*>(frame.data()), frame.size());
    pad(octets_);
    if (!comment.empty()) {
        option(octets_, kComment, comment);
        endOptions(octets_);
    }
    end(octets_, at);
    ++frames_;
    return true;
}

} // namespace agent::io
