// Log lines of rules, bounded: facts are noted per packet without allocation, text is made when somebody takes them.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::dataplane {

struct LogLine {
    std::string prefix, chain, text;
};

class LogRing {
public:
    static constexpr std::size_t kLines = 256;

    struct Label {
        std::string prefix, chain;
    };

    LogRing();

    // What the numbers given to note() stand for from now on; `labels` gets those of before. Lines that wait are written out first, with
    // the names of before.
    void relabel(std::vector<Label>& labels, const std::vector<std::string>& interfaceNames);
    // A full ring counts the line as lost.
    void note(std::uint32_t label, const PacketBuf& packet);
    [[nodiscard]] std::vector<LogLine> take(const std::vector<std::string>& interfaceNames);

private:
    struct Facts {
        std::uint32_t label = 0;
        std::uint32_t src = 0, dst = 0;
        std::uint16_t sport = 0, dport = 0, length = 0;
        IfIndex inInterface = kNoInterface, outInterface = kNoInterface;
        std::uint8_t protocol = 0, tcpFlags = 0, icmpType = 0, connectionState = 0;
        bool hasPorts = false;
    };
    static std::string textOf(const Facts& facts, const std::vector<std::string>& interfaceNames);
    void writeOut(const std::vector<std::string>& interfaceNames);

    std::vector<Label> labels_;
    std::vector<Facts> lines_; // capacity kLines from the start
    std::vector<LogLine> written_;
    std::uint64_t lost_ = 0;
};

} // namespace agent::dataplane
