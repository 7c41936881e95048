#include "agent/io/af_xdp_port.h"

#include "agent/io/interface_lookup.h"
#include "agent/io/partial_checksum.h"
#include "agent/io/xdp_ring.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace agent::io {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::uint32_t kFrame = 2048;               // octets of one frame's place; the kernel keeps 256 of them
constexpr std::uint32_t kLongest = 1536;
constexpr std::uint32_t kRing = 2048;                // entries of each ring
constexpr std::uint32_t kFrames = 2 * kRing;         // the lower half is received into, the upper half sent from
constexpr std::size_t kArea = std::size_t{kFrames} * kFrame;

template <class T> bool setOption(int socket, int option, const T& value) { return ::setsockopt(socket, SOL_XDP, option, &value, sizeof value) == 0; }

// The kernel clears a queue's former socket up a little after it is closed: EBUSY until then.
bool bindPatiently(int socket, const sockaddr_xdp& address) {
    constexpr int kTries = 50;
    for (int i = 0; i < kTries; ++i) {
        if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
            return true;
        }
        if (errno != EBUSY) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        errno = EBUSY;
    }
    return false;
}

core::base::Error refusal(const std::string& interface, int errorNumber) {
    const std::string instead = "; \"af_packet:" + interface + "\" does without.";
    if (errorNumber == EPERM || errorNumber == EACCES) {
        return kernelError("opening an AF_XDP socket on", interface, errorNumber);
    }
    if (errorNumber == ENOBUFS) {
        return {ErrorCode::Unsupported, "AF_XDP on interface " + interface + " may not lock its memory: raise \"ulimit -l\"" + instead, std::strerror(errorNumber)};
    }
    return {ErrorCode::Unsupported, "AF_XDP on interface " + interface + " is refused by this kernel" + instead, std::strerror(errorNumber)};
}

} // namespace

struct AfXdpPort::Memory {
    Memory() : area(static_cast<std::uint8_t*>(::mmap(nullptr, kArea, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0))) {
        for (std::uint64_t i = kRing; i < kFrames; ++i) {
            sendable.push_back(i * kFrame);
        }
    }
    ~Memory() { ::munmap(area, kArea); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // False: errno says what the kernel refused.
    bool shareWith(int socket) {
        xdp_umem_reg registration{};
        registration.addr = reinterpret_cast<std::uint64_t>(area);
        registration.len = kArea;
        registration.chunk_size = kFrame;
        xdp_mmap_offsets at{};
        socklen_t length = sizeof at;
        return area != MAP_FAILED && setOption(socket, XDP_UMEM_REG, registration) && setOption(socket, XDP_UMEM_FILL_RING, kRing) &&
               setOption(socket, XDP_UMEM_COMPLETION_RING, kRing) && setOption(socket, XDP_RX_RING, kRing) && setOption(socket, XDP_TX_RING, kRing) &&
               ::getsockopt(socket, SOL_XDP, XDP_MMAP_OFFSETS, &at, &length) == 0 &&
               fill.map(socket, at.fr, kRing, sizeof(std::uint64_t), XDP_UMEM_PGOFF_FILL_RING) &&
               sent.map(socket, at.cr, kRing, sizeof(std::uint64_t), XDP_UMEM_PGOFF_COMPLETION_RING) &&
               received.map(socket, at.rx, kRing, sizeof(xdp_desc), XDP_PGOFF_RX_RING) &&
               sending.map(socket, at.tx, kRing, sizeof(xdp_desc), XDP_PGOFF_TX_RING);
    }
    void offerAll() {
        for (std::uint32_t i = 0; i < kRing; ++i) {
            fill.produced<std::uint64_t>(i) = std::uint64_t{i} * kFrame;
        }
        fill.produce(kRing);
    }

    std::uint8_t* area;
    XdpRing fill, sent, received, sending;
    std::vector<std::uint64_t> sendable; // places no frame is being sent from
};

Result<std::unique_ptr<Port>> AfXdpPort::open(const std::string& interface) {
    const Result<int> index = indexOfRunningInterface(interface);
    if (!index) {
        return tl::unexpected(index.error());
    }
    if (const unsigned queues = receiveQueues(interface); queues > 1) {
        return fail(ErrorCode::Unsupported, "Interface " + interface + " has " + std::to_string(queues) +
                                                " receive queues and an AF_XDP port reads one; \"ethtool -L " + interface +
                                                " combined 1\" leaves one, \"af_packet:" + interface + "\" reads them all.");
    }
    FileDescriptor socket(::socket(AF_XDP, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (!socket.valid()) {
        return tl::unexpected(refusal(interface, errno));
    }
    auto memory = std::make_unique<Memory>();
    if (!memory->shareWith(socket.get())) {
        return tl::unexpected(refusal(interface, errno));
    }
    memory->offerAll();
    // The program first: it makes a veth ready for XDP, which a socket bound before would not notice.
    auto program = XdpProgram::attach(*index, interface);
    if (!program) {
        return tl::unexpected(program.error());
    }
    sockaddr_xdp address{};
    address.sxdp_family = AF_XDP;
    address.sxdp_flags = XDP_COPY | XDP_USE_NEED_WAKEUP;
    address.sxdp_ifindex = static_cast<std::uint32_t>(*index);
    if (!bindPatiently(socket.get(), address)) {
        return tl::unexpected(refusal(interface, errno));
    }
    if (auto given = program->deliverTo(socket.get(), interface); !given) {
        return tl::unexpected(given.error());
    }
    return std::unique_ptr<Port>(new AfXdpPort(interface, std::move(socket), std::move(memory), std::move(*program)));
}

AfXdpPort::AfXdpPort(std::string interface, FileDescriptor socket, std::unique_ptr<Memory> memory, XdpProgram program)
    : interface_(std::move(interface))
    , memory_(std::move(memory))
    , socket_(std::move(socket))
    , program_(std::move(program)) {}

AfXdpPort::~AfXdpPort() = default;

bool AfXdpPort::pending() const { return memory_->received.filled() != 0; }

std::size_t AfXdpPort::receive(std::span<FrameSlot> slots) {
    Memory& m = *memory_;
    const std::uint32_t there = m.received.filled();
    std::uint32_t taken = 0;
    std::size_t filled = 0;
    for (; taken < there && filled < slots.size(); ++taken) {
        const xdp_desc& descriptor = m.received.consumed<xdp_desc>(taken);
        FrameSlot& slot = slots[filled];
        if (descriptor.len > slot.capacity) {
            ++stats_.rxTooLong;
        } else {
            std::memcpy(slot.buffer, m.area + descriptor.addr, descriptor.len);
            slot.length = descriptor.len;
            stats_.checksumsCompleted += completeIfPartial({slot.buffer, slot.length}) ? 1u : 0u;
            ++stats_.rxFrames;
            stats_.rxBytes += slot.length;
            ++filled;
        }
        m.fill.produced<std::uint64_t>(taken) = descriptor.addr / kFrame * kFrame; // as many places as entries: there is room
    }
    m.received.consume(taken);
    m.fill.produce(taken);
    return filled;
}

void AfXdpPort::reclaim() {
    Memory& m = *memory_;
    const std::uint32_t done = m.sent.filled();
    for (std::uint32_t i = 0; i < done; ++i) {
        m.sendable.push_back(m.sent.consumed<std::uint64_t>(i) / kFrame * kFrame);
    }
    m.sent.consume(done);
}

// Copy mode sends 32 frames a call and says EAGAIN when there are more, EBUSY or ENOBUFS when the line is.
void AfXdpPort::kick() {
    for (std::uint32_t i = 0; i < kRing / 32 && memory_->sending.needsWakeUp() && memory_->sending.room() < kRing; ++i) {
        if (::sendto(socket_.get(), nullptr, 0, MSG_DONTWAIT, nullptr, 0) < 0 && errno != EAGAIN) {
            return;
        }
        reclaim();
    }
}

std::size_t AfXdpPort::send(std::span<const FrameView> frames) {
    Memory& m = *memory_;
    reclaim();
    std::uint32_t queued = 0;
    const std::uint32_t room = m.sending.room();
    for (const FrameView& frame : frames) {
        if (frame.length > kLongest || queued == room || m.sendable.empty()) {
            ++stats_.txDropped;
            continue;
        }
        const std::uint64_t place = m.sendable.back();
        m.sendable.pop_back();
        std::memcpy(m.area + place, frame.bytes, frame.length);
        m.sending.produced<xdp_desc>(queued++) = {place, frame.length, 0};
        ++stats_.txFrames;
        stats_.txBytes += frame.length;
    }
    m.sending.produce(queued);
    kick();
    return queued;
}

PortStats AfXdpPort::stats() {
    PortStats all = stats_;
    xdp_statistics kernel{};
    socklen_t length = sizeof kernel;
    if (::getsockopt(socket_.get(), SOL_XDP, XDP_STATISTICS, &kernel, &length) == 0) {
        all.rxDropped += kernel.rx_dropped + kernel.rx_ring_full + kernel.rx_fill_ring_empty_descs;
    }
    return all;
}

} // namespace agent::io
