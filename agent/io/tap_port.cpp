#include "agent/io/tap_port.h"

#include "agent/io/interface_lookup.h"

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
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    if (::ioctl(tap.get(), TUNSETIFF, &request) < 0) {
        return tl::unexpected(attachError(interface, errno));
    }
    if (::ioctl(tap.get(), TUNSETOFFLOAD, 0) < 0) { // whole frames with complete checksums, please
        return tl::unexpected(kernelError("turning off offloads of", interface, errno));
    }
    if (auto up = setInterfaceUp(interface); !up) {
        return tl::unexpected(up.error());
    }
    return std::unique_ptr<Port>(new TapPort(interface, std::move(tap)));
}

TapPort::TapPort(std::string interface, FileDescriptor tap)
    : interface_(std::move(interface))
    , tap_(std::move(tap))
    , overflow_(65536) {}

std::size_t TapPort::receive(std::span<FrameSlot> slots) {
    std::size_t filled = 0;
    while (filled < slots.size()) {
        FrameSlot& slot = slots[filled];
        const std::array<iovec, 2> parts{iovec{slot.buffer, slot.capacity}, iovec{overflow_.data(), overflow_.size()}};
        const ssize_t length = ::readv(tap_.get(), parts.data(), static_cast<int>(parts.size()));
        if (length <= 0) {
            break;
        }
        if (static_cast<std::size_t>(length) > slot.capacity) {
            ++stats_.rxTooLong;
            continue;
        }
        slot.length = static_cast<std::uint32_t>(length);
        ++stats_.rxFrames;
        stats_.rxBytes += slot.length;
        ++filled;
    }
    return filled;
}

std::size_t TapPort::send(std::span<const FrameView> frames) {
    std::size_t sent = 0;
    for (const FrameView& frame : frames) {
        if (::write(tap_.get(), frame.bytes, frame.length) == static_cast<ssize_t>(frame.length)) {
            ++sent;
            ++stats_.txFrames;
            stats_.txBytes += frame.length;
        } else {
            ++stats_.txDropped;
        }
    }
    return sent;
}

} // namespace agent::io
