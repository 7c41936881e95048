// The tunnels in force and what is known about their other ends: which tunnel a packet belongs to, whether the peer still answers.
//
//   if (table.any()) …                                             // the one question configurations without tunnels are asked
//   const std::uint16_t slot = table.find(TunnelKind::Gre, packet.dst, packet.src, 0);   // kNoTunnel
//   table.heard(slot, now);
//
// Rebuilt at every change; what is known of an interface (by uid) survives. One thread.
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

constexpr std::uint16_t kNoTunnel = 0xffff;

class TunnelTable {
public:
    void build(const EngineConfig& config, core::base::Nanos now);

    // Any enabled tunnel.
    [[nodiscard]] bool any() const { return any_; }
    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] const TunnelConfig& operator[](std::uint16_t slot) const { return ends_[slot].config; }

    // The enabled tunnel with these addresses. `local` is the packet's destination, `remote` its source.
    [[nodiscard]] std::uint16_t find(TunnelKind kind, std::uint32_t local, std::uint32_t remote, std::uint16_t id) const;

    // --- keepalive (GRE, IPIP, EoIP) ------------------------------------------------------------------
    // Anything received from the other end shows that it is there.
    void heard(std::uint16_t slot, core::base::Nanos now) { ends_[slot].heardAt = now; }
    [[nodiscard]] bool running(std::uint16_t slot, core::base::Nanos now) const;
    // True when a keepalive of this tunnel is due; the next one is then due an interval later.
    bool keepaliveDue(std::uint16_t slot, core::base::Nanos now);
    // When the next one of any tunnel is due, kLongest when none ever is.
    [[nodiscard]] core::base::Nanos nextKeepalive() const;

    static constexpr core::base::Nanos kLongest = std::int64_t{0x7fff'ffff'ffff'ffff};

private:
    struct End {
        TunnelConfig config;
        bool enabled = false;
        core::base::Nanos heardAt = 0;
        core::base::Nanos sendAt = 0;
    };
    std::vector<End> ends_; // by position in EngineConfig::tunnels
    bool any_ = false;
};

} // namespace agent::dataplane
