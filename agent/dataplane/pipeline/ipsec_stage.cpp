#include "agent/dataplane/pipeline/ipsec_stage.h"

namespace agent::dataplane::ipsec_stage {

namespace {

void charge(EngineState& s, const PacketBuf& p) {
    ++s.work.tunnels;
    ++s.work.encrypted;
    s.work.encryptedOctets += p.l3Length();
}

} // namespace

bool protect(EngineState& s, const PacketBuf& p) {
    const IpsecPolicyConfig* policy = s.ipsec.out(p);
    if (policy == nullptr || policy->action == IpsecAction::None) {
        return true;
    }
    if (policy->action == IpsecAction::Discard || s.realPorts) {
        return false;
    }
    charge(s, p);
    return true;
}

bool willProtect(const EngineState& s, const PacketBuf& p) {
    const IpsecPolicyConfig* policy = s.ipsec.empty() ? nullptr : s.ipsec.out(p);
    return policy != nullptr && policy->action == IpsecAction::Encrypt;
}

bool received(EngineState& s, const PacketBuf& p) {
    const IpsecPolicyConfig* policy = s.ipsec.in(p);
    if (policy == nullptr || policy->action != IpsecAction::Encrypt) {
        return false;
    }
    charge(s, p);
    return true;
}

} // namespace agent::dataplane::ipsec_stage
