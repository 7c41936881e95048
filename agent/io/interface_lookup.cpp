#include "agent/io/interface_lookup.h"

#include "agent/io/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace agent::io {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

ifreq requestFor(const std::string& name) {
    ifreq request{};
    std::memcpy(request.ifr_name, name.data(), std::min<std::size_t>(name.size(), IFNAMSIZ - 1));
    return request;
}

// Any socket will do to ask about interfaces.
FileDescriptor askingSocket() {
    return FileDescriptor(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
}

} // namespace

Error kernelError(const std::string& doing, const std::string& interface, int errorNumber) {
    const std::string what = doing + " interface " + interface;
    if (errorNumber == EPERM || errorNumber == EACCES) {
        return {ErrorCode::PermissionDenied,
                what + " needs the capabilities CAP_NET_RAW and CAP_NET_ADMIN: run as root, or give them to the program with "
                       "\"setcap cap_net_raw,cap_net_admin+ep PROGRAM\".",
                std::strerror(errorNumber)};
    }
    return {ErrorCode::Io, what + " failed.", std::strerror(errorNumber)};
}

Result<void> checkInterfaceName(const std::string& name) {
    if (name.empty()) {
        return fail(ErrorCode::InvalidInput, "The interface name is missing; write for example \"af_packet:eth1\".");
    }
    if (name.size() >= IFNAMSIZ) {
        return fail(ErrorCode::InvalidInput, "Interface name \"" + name + "\" is too long: " + std::to_string(name.size()) +
                                                 " characters, Linux takes at most " + std::to_string(IFNAMSIZ - 1) + ".");
    }
    const bool badCharacter =
        std::any_of(name.begin(), name.end(), [](unsigned char c) { return c <= ' ' || c == '/' || c == ':' || c == 127; });
    if (badCharacter || name == "." || name == "..") {
        return fail(ErrorCode::InvalidInput, "\"" + name + "\" is not a name a Linux interface can have.");
    }
    return {};
}

Result<int> indexOfRunningInterface(const std::string& name) {
    if (auto ok = checkInterfaceName(name); !ok) {
        return tl::unexpected(ok.error());
    }
    const FileDescriptor socket = askingSocket();
    ifreq request = requestFor(name);
    if (::ioctl(socket.get(), SIOCGIFINDEX, &request) < 0) {
        return fail(ErrorCode::NotFound, "There is no interface " + name + " on this machine; \"ip link\" lists those there are.",
                    std::strerror(errno));
    }
    const int index = request.ifr_ifindex;
    if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) < 0) {
        return tl::unexpected(kernelError("asking for the state of", name, errno));
    }
    if ((request.ifr_flags & IFF_UP) == 0) {
        return fail(ErrorCode::Io, "Interface " + name + " is down; bring it up with \"ip link set " + name + " up\".");
    }
    return index;
}

unsigned receiveQueues(const std::string& name) {
    ethtool_channels channels{};
    channels.cmd = ETHTOOL_GCHANNELS;
    ifreq request = requestFor(name);
    request.ifr_data = reinterpret_cast<char*>(&channels);
    if (::ioctl(askingSocket().get(), SIOCETHTOOL, &request) < 0) {
        return 1;
    }
    return std::max(channels.rx_count + channels.combined_count, 1u);
}

Result<void> setInterfaceUp(const std::string& name) {
    const FileDescriptor socket = askingSocket();
    ifreq request = requestFor(name);
    if (::ioctl(socket.get(), SIOCGIFFLAGS, &request) < 0) {
        return tl::unexpected(kernelError("asking for the state of", name, errno));
    }
    if ((request.ifr_flags & IFF_UP) != 0) {
        return {};
    }
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
    if (::ioctl(socket.get(), SIOCSIFFLAGS, &request) < 0) {
        return tl::unexpected(kernelError("bringing up", name, errno));
    }
    return {};
}

} // namespace agent::io
