#include "agent/io/af_packet_port.h"
#include "agent/io/af_xdp_port.h"
#include "agent/io/port.h"
#include "agent/io/tap_port.h"

namespace agent::io {

core::base::Result<std::unique_ptr<Port>> openPort(std::string_view binding) {
    const std::size_t colon = binding.find(':');
    const std::string_view kind = binding.substr(0, colon);
    const std::string interface(colon == std::string_view::npos ? std::string_view() : binding.substr(colon + 1));
    if (kind == "af_packet") {
        return AfPacketPort::open(interface);
    }
    if (kind == "af_xdp") {
        return AfXdpPort::open(interface);
    }
    if (kind == "tap") {
        return TapPort::open(interface);
    }
    return core::base::fail(core::base::ErrorCode::InvalidInput,
                            "\"" + std::string(binding) + "\" is not a port binding; write \"af_packet:IFNAME\", \"af_xdp:IFNAME\" or \"tap:IFNAME\".");
}

UsableBinding usableBinding(const std::string& binding) {
    constexpr std::string_view kXdp = "af_xdp:";
    if (binding.compare(0, kXdp.size(), kXdp) != 0) {
        return {binding, {}};
    }
    const auto tried = openPort(binding); // closed again at once
    if (tried || tried.error().code != core::base::ErrorCode::Unsupported) {
        return {binding, {}};
    }
    const std::string instead = "af_packet:" + binding.substr(kXdp.size());
    return {instead, tried.error().describe() + " Using " + instead + "."};
}

} // namespace agent::io
