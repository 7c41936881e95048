// The wire between a switch chip and the CPU: what the CPU gets from, and gives to, all ports of the chip together. Each direction lets as
// many octets pass as the link carries, with preamble and gap as on any Ethernet; what the chip's buffer cannot hold meanwhile is lost.
//
//   if (links.limited() && !links.toCpu(chip, packet.wireLength(), now)) drop(packet);
//
// Only on modelled boards whose chip has a known link (board file, cpuLinkBps). Delay on the link is not modelled. One thread.
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <array>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class ChipLinks {
public:
    void configure(const EngineConfig& config) {
        links_.resize(config.chips.size());
        limited_ = false;
        for (std::size_t i = 0; i < config.chips.size(); ++i) {
            links_[i].bps = config.cost.native ? 0 : config.chips[i].cpuLinkBps;
            limited_ = limited_ || links_[i].bps != 0;
        }
    }
    // Whether any link has a limit: nothing else here needs to be called when not.
    [[nodiscard]] bool limited() const { return limited_; }
    bool toCpu(std::uint16_t chip, std::uint32_t octets, core::base::Nanos now) { return pass(chip, 0, octets, now); }
    bool fromCpu(std::uint16_t chip, std::uint32_t octets, core::base::Nanos now) { return pass(chip, 1, octets, now); }

private:
    static constexpr std::uint64_t kBufferOctets = 128 * 1024; // 1 Mbit, what small switch chips share between their ports
    static constexpr std::uint32_t kPreambleAndGap = 20;       // octets, IEEE 802.3 clause 4.4
    struct Link {
        std::uint64_t bps = 0;
        std::array<core::base::Nanos, 2> busyUntil{};
    };
    bool pass(std::uint16_t chip, std::size_t direction, std::uint32_t octets, core::base::Nanos now) {
        Link& link = links_[chip];
        if (link.bps == 0) {
            return true;
        }
        core::base::Nanos& until = link.busyUntil[direction];
        if (until < now) {
            until = now;
        }
        if (until - now > core::base::transmissionTime(kBufferOctets, link.bps)) {
            return false;
        }
        until += core::base::transmissionTime(octets + kPreambleAndGap, link.bps);
        return true;
    }

    std::vector<Link> links_; // by chip
    bool limited_ = false;
};

} // namespace agent::dataplane
