#include "agent/io/tap_port.h"

#include "agent/io/interface_lookup.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

namespace agent::io {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr const char* kDevice = "/dev/net/tun";

core::base::Error attachError(const std::string& interface, int errorNumber) {
    if (errorNumber == EBUSY) {
        return {ErrorCode::AddressInUse, "TAP interface " + interface + " is in use by another program; end it or choose another name.",
                std::strerror(errorNumber)};
    }
    if (errorNumber == EINVAL) {
        return {ErrorCode::InvalidInput,
                "Interface " + interface +
                    " exists and is not a TAP interface; choose another name, or bind to it with \"af_packet:" + interface + "\".",
                std::strerror(errorNumber)};
    }
    return kernelError("creating TAP", interface, errorNumber);
}

} // namespace

Result<std::unique_ptr<Port>> TapPort::open(const std::string& interface) {
    if (auto ok = checkInterfaceName(interface); !ok) {
        return tl::unexpected(ok.error());
    }
    FileDescriptor tap(::open(kDevice, O_RDWR | O_CLOEXEC | O_NONBLOCK));
    if (!tap.valid()) {
        if (errno == ENOENT || errno == ENODEV || errno == ENXIO) {
            return fail(ErrorCode::Unsupported,
                        "This machine has no TAP device (" + std::string(kDevice) + ") for interface " + interface +
                            "; load it with \"modprobe tun\".",
                        std::strerror(errno));
        }
        return tl::unexpected(kernelError("creating TAP", interface, errno));
    }
    ifreq request{};
    std::memcpy(request.ifr_name, interface.data(), interface.size());
    request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    if (::ioctl(tap.get(), TUNSETIFF, &request) < 0) {
        return tl::unexpected(attachError(interface, errno));
    }
    // Super-frames and open checksums, please; a kernel without them gives whole frames.
    if (::ioctl(tap.get(), TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_TSO_ECN) < 0 && ::ioctl(tap.get(), TUNSETOFFLOAD, 0) < 0) {
        return tl::unexpected(kernelError("setting the offloads of", interface, errno));
    }
    if (auto up = setInterfaceUp(interface); !up) {
        return tl::unexpected(up.error());
    }
    return std::unique_ptr<Port>(new TapPort(interface, std::move(tap)));
}

TapPort::TapPort(std::string interface, FileDescriptor tap)
    : interface_(std::move(interface))
    , tap_(std::move(tap))
    , inbox_(65535 + 64)
    , packer_(std::make_unique<Packer>()) {}

bool TapPort::refill() {
    VnetHeader header{};
    const std::array<iovec, 2> parts{iovec{&header, sizeof header}, iovec{inbox_.data(), inbox_.size()}};
    const ssize_t length = ::readv(tap_.get(), parts.data(), static_cast<int>(parts.size()));
    if (length <= static_cast<ssize_t>(sizeof header)) {
        return false;
    }
    unpacker_.start(std::span(inbox_.data(), static_cast<std::size_t>(length) - sizeof header), hintsOf(header));
    return true;
}

std::size_t TapPort::receive(std::span<FrameSlot> slots) {
    std::size_t filled = 0;
    while (filled < slots.size()) {
        if (unpacker_.empty()) {
            if (!refill()) {
                break;
            }
        } else if (unpacker_.deliver(slots[filled])) {
            ++filled;
        }
    }
    return filled;
}

std::size_t TapPort::send(std::span<const FrameView> frames) {
    std::size_t sent = 0;
    for (std::size_t at = 0; at < frames.size();) {
        packer_->pack(frames.subspan(at, std::min(Packer::kMost, frames.size() - at)));
        for (const Packer::Message& message : packer_->messages()) {
            const bool taken = ::writev(tap_.get(), message.parts, static_cast<int>(message.partCount)) > 0;
            if (!taken && message.frames > 1 && errno == EINVAL) {
                packer_->sendSingly(); // a kernel that takes none; the rest again, one by one
                break;
            }
            if (taken) {
                countSent(stats_, frames.subspan(at, message.frames));
                sent += message.frames;
            } else {
                stats_.txDropped += message.frames;
            }
            at += message.frames;
        }
    }
    return sent;
}

} // namespace agent::io
