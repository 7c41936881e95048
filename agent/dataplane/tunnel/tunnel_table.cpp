#include "agent/dataplane/tunnel/tunnel_table.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;

void TunnelTable::build(const EngineConfig& config, Nanos now) {
    std::vector<End> before = std::move(ends_);
    ends_.clear();
    any_ = false;
    for (const TunnelConfig& tunnel : config.tunnels) {
        End end;
        end.config = tunnel;
        end.enabled = tunnel.interface < config.interfaces.size() && config.interfaces[tunnel.interface].enabled;
        end.heardAt = end.sendAt = now;
        const auto old = std::find_if(before.begin(), before.end(), [&](const End& e) { return e.config.uid == tunnel.uid && e.enabled; });
        if (old != before.end()) {
            end.heardAt = old->heardAt;
            end.sendAt = old->sendAt;
        }
        any_ = any_ || end.enabled;
        ends_.push_back(end);
    }
}

std::uint16_t TunnelTable::find(TunnelKind kind, std::uint32_t local, std::uint32_t remote, std::uint16_t id) const {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const End& end = ends_[i];
        const TunnelConfig& c = end.config;
        if (c.remote == remote && c.kind == kind && c.tunnelId == id && (c.local == 0 || c.local == local) && end.enabled) {
            return static_cast<std::uint16_t>(i);
        }
    }
    return kNoTunnel;
}

bool TunnelTable::running(std::uint16_t slot, Nanos now) const {
    const End& end = ends_[slot];
    const Nanos patience = end.config.keepaliveInterval * end.config.keepaliveRetries;
    return end.enabled && (end.config.keepaliveInterval == 0 || now - end.heardAt <= patience);
}

bool TunnelTable::keepaliveDue(std::uint16_t slot, Nanos now) {
    End& end = ends_[slot];
    if (!end.enabled || end.config.keepaliveInterval == 0 || end.sendAt > now) {
        return false;
    }
    end.sendAt = now + end.config.keepaliveInterval;
    return true;
}

Nanos TunnelTable::nextKeepalive() const {
    Nanos next = kLongest;
    for (const End& end : ends_) {
        if (end.enabled && end.config.keepaliveInterval != 0) {
            next = std::min(next, end.sendAt);
        }
    }
    return next;
}

} // namespace agent::dataplane
