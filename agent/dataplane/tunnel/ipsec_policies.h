// /ip/ipsec/policy as the path of a packet sees it: which policy, if any, is about to encrypt it, and whether it is what such a policy's
// other end would have encrypted. First match in list order, as the kernel's policies of one priority.
//
//   if (!policies.empty()) if (const IpsecPolicyConfig* policy = policies.out(packet)) …
//
// Rebuilt at every change. One thread; nothing is allocated per packet.
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <vector>

namespace agent::dataplane {

class IpsecPolicies {
public:
    void build(const EngineConfig& config) { policies_ = config.ipsecPolicies; }
    [[nodiscard]] bool empty() const { return policies_.empty(); }

    // The policy for a parsed packet about to leave; nullptr: none.
    [[nodiscard]] const IpsecPolicyConfig* out(const PacketBuf& p) const { return find(p.src, p.dst, p.sport, p.dport, p.protocol); }
    // The policy whose return traffic a received packet is: source and destination change places.
    [[nodiscard]] const IpsecPolicyConfig* in(const PacketBuf& p) const { return find(p.dst, p.src, p.dport, p.sport, p.protocol); }

private:
    [[nodiscard]] const IpsecPolicyConfig* find(std::uint32_t source, std::uint32_t destination, std::uint16_t sourcePort,
                                                std::uint16_t destinationPort, std::uint8_t protocol) const {
        for (const IpsecPolicyConfig& policy : policies_) {
            if (policy.source.contains(source) && policy.destination.contains(destination) &&
                (!policy.protocol || *policy.protocol == protocol) && policy.sourcePorts.contains(sourcePort) &&
                policy.destinationPorts.contains(destinationPort)) {
                return &policy;
            }
        }
        return nullptr;
    }

    std::vector<IpsecPolicyConfig> policies_;
};

} // namespace agent::dataplane
