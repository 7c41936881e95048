#include "agent/io/af_packet_port.h"

#include "agent/io/interface_lookup.h"
#include "agent/io/packer.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sys/socket.h>
#include <vector>

namespace agent::io {

using core::base::Result;

namespace {

constexpr std::size_t kInbox = 32;              // messages fetched with one system call
constexpr std::size_t kSuperFrame = 65535 + 64; // longest frame the kernel hands over
constexpr std::size_t kTagRoom = 4;             // in front of a frame, for its VLAN tag
constexpr int kReceiveBuffer = 8 << 20;

template <class T> bool setOption(const FileDescriptor& socket, int level, int option, const T& value) {
    return ::setsockopt(socket.get(), level, option, &value, sizeof value) == 0;
}

// The tag the kernel took out of the frame, when there was one.
const tpacket_auxdata* tagOf(msghdr& message) {
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level == SOL_PACKET && c->cmsg_type == PACKET_AUXDATA) {
            const auto* aux = reinterpret_cast<const tpacket_auxdata*>(CMSG_DATA(c));
            return (aux->tp_status & TP_STATUS_VLAN_VALID) != 0 ? aux : nullptr;
        }
    }
    return nullptr;
}

} // namespace

// Messages as the kernel gave them, and which of them is next.
struct AfPacketPort::Inbox {
    struct Message {
        VnetHeader hints;
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(tpacket_auxdata))> control;
        std::array<std::uint8_t, kTagRoom + kSuperFrame> octets;
        std::array<iovec, 2> parts;
    };
    std::vector<Message> messages{kInbox};
    std::array<mmsghdr, kInbox> headers{};
    std::size_t next = 0, count = 0;

    void arm() {
        for (std::size_t i = 0; i < kInbox; ++i) {
            Message& m = messages[i];
            m.parts = {iovec{&m.hints, sizeof m.hints}, iovec{m.octets.data() + kTagRoom, kSuperFrame}};
            headers[i] = {};
            headers[i].msg_hdr.msg_iov = m.parts.data();
            headers[i].msg_hdr.msg_iovlen = m.parts.size();
            headers[i].msg_hdr.msg_control = m.control.data();
            headers[i].msg_hdr.msg_controllen = m.control.size();
        }
    }
};

struct AfPacketPort::Outbox {
    Packer packer;
    std::array<mmsghdr, Packer::kMost> headers;

    void fill(std::span<const FrameView> frames) {
        packer.pack(frames);
        for (std::size_t i = 0; i < packer.messages().size(); ++i) {
            headers[i] = {};
            headers[i].msg_hdr.msg_iov = packer.messages()[i].parts;
            headers[i].msg_hdr.msg_iovlen = packer.messages()[i].partCount;
        }
    }
};

Result<std::unique_ptr<Port>> AfPacketPort::open(const std::string& interface) {
    const Result<int> index = indexOfRunningInterface(interface);
    if (!index) {
        return tl::unexpected(index.error());
    }
    // Protocol 0 receives nothing until bind() names one, so no frame of another interface slips in.
    FileDescriptor receiver(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!receiver.valid()) {
        return tl::unexpected(kernelError("listening on", interface, errno));
    }
    packet_mreq promiscuous{};
    promiscuous.mr_ifindex = *index;
    promiscuous.mr_type = PACKET_MR_PROMISC;
    const int on = 1;
    if (!setOption(receiver, SOL_PACKET, PACKET_VNET_HDR, on) || !setOption(receiver, SOL_PACKET, PACKET_AUXDATA, on) ||
        !setOption(receiver, SOL_PACKET, PACKET_IGNORE_OUTGOING, on) ||
        !setOption(receiver, SOL_PACKET, PACKET_ADD_MEMBERSHIP, promiscuous)) {
        return tl::unexpected(kernelError("preparing the packet socket on", interface, errno));
    }
    if (!setOption(receiver, SOL_SOCKET, SO_RCVBUFFORCE, kReceiveBuffer)) { // needs CAP_NET_ADMIN; else as much as the system allows
        setOption(receiver, SOL_SOCKET, SO_RCVBUF, kReceiveBuffer);
    }
    FileDescriptor sender(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!sender.valid() || !setOption(sender, SOL_PACKET, PACKET_QDISC_BYPASS, on) ||
        !setOption(sender, SOL_PACKET, PACKET_VNET_HDR, on)) {
        return tl::unexpected(kernelError("preparing to send on", interface, errno));
    }
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_ifindex = *index;
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(sender.get(), generic, sizeof address) < 0) {
        return tl::unexpected(kernelError("sending on", interface, errno));
    }
    address.sll_protocol = htons(ETH_P_ALL);
    if (::bind(receiver.get(), generic, sizeof address) < 0) {
        return tl::unexpected(kernelError("listening on", interface, errno));
    }
    return std::unique_ptr<Port>(new AfPacketPort(interface, std::move(receiver), std::move(sender)));
}

AfPacketPort::AfPacketPort(std::string interface, FileDescriptor receiver, FileDescriptor sender)
    : interface_(std::move(interface))
    , receiver_(std::move(receiver))
    , sender_(std::move(sender))
    , inbox_(std::make_unique<Inbox>())
    , outbox_(std::make_unique<Outbox>()) {}

AfPacketPort::~AfPacketPort() = default;

bool AfPacketPort::pending() const {
    return !unpacker_.empty() || inbox_->next < inbox_->count;
}

bool AfPacketPort::refill() {
    inbox_->arm();
    const int got = ::recvmmsg(receiver_.get(), inbox_->headers.data(), kInbox, MSG_DONTWAIT, nullptr);
    inbox_->next = 0;
    inbox_->count = got > 0 ? static_cast<std::size_t>(got) : 0;
    if (got < 0 && errno == EINVAL) { // a super-frame of a kind the kernel cannot describe; it is gone, the next may be fine
        ++stats_.rxTooLong;
        return true;
    }
    return got > 0;
}

std::size_t AfPacketPort::receive(std::span<FrameSlot> slots) {
    std::size_t filled = 0;
    while (filled < slots.size()) {
        if (unpacker_.empty()) {
            if (inbox_->next == inbox_->count && !refill()) {
                break;
            }
            open();
        } else if (unpacker_.deliver(slots[filled])) {
            ++filled;
        }
    }
    return filled;
}

// The next message, if there is one, goes to the unpacker.
void AfPacketPort::open() {
    if (inbox_->next == inbox_->count) {
        return;
    }
    Inbox::Message& m = inbox_->messages[inbox_->next];
    mmsghdr& header = inbox_->headers[inbox_->next];
    ++inbox_->next;
    if (header.msg_len < sizeof m.hints + ETH_HLEN || (header.msg_hdr.msg_flags & MSG_TRUNC) != 0) {
        ++stats_.rxTooLong;
        return;
    }
    OffloadHints hints = hintsOf(m.hints);
    std::span<std::uint8_t> frame(m.octets.data() + kTagRoom, header.msg_len - sizeof m.hints);
    if (const tpacket_auxdata* tag = tagOf(header.msg_hdr)) {
        const bool named = (tag->tp_status & TP_STATUS_VLAN_TPID_VALID) != 0;
        restoreTag(m.octets.data(), named ? tag->tp_vlan_tpid : std::uint16_t{ETH_P_8021Q}, tag->tp_vlan_tci);
        frame = {m.octets.data(), frame.size() + kTagRoom};
        hints.checksumStart = static_cast<std::uint16_t>(hints.checksumStart + kTagRoom);
    }
    unpacker_.start(frame, hints);
}

std::size_t AfPacketPort::send(std::span<const FrameView> frames) {
    std::size_t sent = 0;
    for (std::size_t at = 0; at < frames.size();) {
        Outbox& out = *outbox_;
        out.fill(frames.subspan(at, std::min(Packer::kMost, frames.size() - at)));
        const std::span<const Packer::Message> messages = out.packer.messages();
        const int taken = ::sendmmsg(sender_.get(), out.headers.data(), static_cast<unsigned>(messages.size()), MSG_DONTWAIT);
        if (taken <= 0) {
            if (messages[0].frames > 1 && errno == EINVAL) {
                out.packer.sendSingly(); // an interface that takes none; the same frames again, one by one
                continue;
            }
            stats_.txDropped += messages[0].frames; // this one is refused; the next may be shorter, or the queue has room again
            at += messages[0].frames;
            continue;
        }
        for (const Packer::Message& message : messages.first(static_cast<std::size_t>(taken))) {
            countSent(stats_, frames.subspan(at, message.frames));
            sent += message.frames;
            at += message.frames;
        }
    }
    return sent;
}

PortStats AfPacketPort::stats() {
    tpacket_stats kernel{};
    socklen_t length = sizeof kernel;
    if (::getsockopt(receiver_.get(), SOL_PACKET, PACKET_STATISTICS, &kernel, &length) == 0) { // reading resets the kernel's count
        stats_.rxDropped += kernel.tp_drops;
    }
    return stats_;
}

} // namespace agent::io
