// Connection tracking helpers (/ip/firewall/service-port): they read control connections that announce others, expect those, and
// rewrite what was announced where addresses are translated.
//
//   helpers.configure(config.firewall.servicePorts);
//   if (helpers.any()) helpers.see(packet, now);     // before a packet leaves, after its headers were translated, before confirm()
//
// FTP (TCP): PORT, EPRT, 227, 229. SIP (UDP): Via, Contact, session descriptions; media from anywhere to the announced port and the one
// above it. One thread, that of Conntrack. Allocates for packets of control connections only.
#pragma once

#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/nat/sequence_adjuster.h"

namespace agent::dataplane {

class Helpers {
public:
    static constexpr core::base::Nanos kFtpWait = 300 * core::base::kSecond; // for a data connection to come
    static constexpr core::base::Nanos kSipWait = 180 * core::base::kSecond;

    explicit Helpers(Conntrack& conntrack) : conntrack_(&conntrack) {}
    void configure(const ServicePorts& ports);

    [[nodiscard]] bool any() const { return config_.ftp || config_.sip; }
    void see(PacketBuf* packet, core::base::Nanos now) {
        if (packet->connection == kNoConnection || Conntrack::isAboutConnection(packet)) {
            return;
        }
        ConnectionEntry& e = conntrack_->entry(packet->connection);
        if (!e.has(kConfirmed)) {
            e.helper = helperFor(conntrack_->flow(packet->connection, 0));
        }
        if (e.helper != Helper::None) [[unlikely]] {
            read(*packet, e, now);
        }
    }

private:
    void read(PacketBuf& packet, const ConnectionEntry& entry, core::base::Nanos now);
    [[nodiscard]] Helper helperFor(const FlowEntry& original) const;
    void readFtp(PacketBuf& packet, core::base::Nanos now);
    void readSip(PacketBuf& packet, core::base::Nanos now);
    // The port to announce instead of `port` at `address`, the translated one.
    [[nodiscard]] std::uint16_t freePort(std::uint8_t protocol, std::uint32_t address, const Expectation& wanted, core::base::Nanos now) const;

    Conntrack* conntrack_;
    ServicePorts config_;
    SequenceAdjuster adjuster_;
};

} // namespace agent::dataplane
