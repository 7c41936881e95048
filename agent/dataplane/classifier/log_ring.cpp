#include "agent/dataplane/classifier/log_ring.h"

#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace agent::dataplane {

namespace {

std::string dotted(std::uint32_t a) {
    return std::to_string(a >> 24) + '.' + std::to_string(a >> 16 & 255) + '.' + std::to_string(a >> 8 & 255) + '.' +
           std::to_string(a & 255);
}

std::string nameOf(IfIndex interface, const std::vector<std::string>& names) {
    return interface < names.size() ? names[interface] : "(none)";
}

std::string_view stateName(std::uint8_t state) {
    switch (state) {
    case 1: return "established";
    case 2: return "related";
    case 4: return "new";
    case 8: return "invalid";
    case 16: return "untracked";
    default: return "";
    }
}

std::string tcpFlagNames(std::uint8_t flags) {
    static constexpr std::array<std::string_view, 6> kNames{"FIN", "SYN", "RST", "PSH", "ACK", "URG"};
    std::string text;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if ((flags >> i & 1u) != 0) {
            text += (text.empty() ? "" : ",") + std::string(kNames[i]);
        }
    }
    return text;
}

} // namespace

LogRing::LogRing() { lines_.reserve(kLines); }

void LogRing::relabel(std::vector<Label>& labels, const std::vector<std::string>& interfaceNames) {
    writeOut(interfaceNames);
    labels_.swap(labels);
}

void LogRing::note(std::uint32_t label, const PacketBuf& p) {
    if (lines_.size() + written_.size() >= kLines) {
        ++lost_;
        return;
    }
    Facts f;
    f.label = label;
    f.src = p.src;
    f.dst = p.dst;
    f.sport = p.sport;
    f.dport = p.dport;
    f.length = static_cast<std::uint16_t>(p.l3Length());
    f.inInterface = p.inInterface;
    f.outInterface = p.outInterface;
    f.protocol = p.protocol;
    f.tcpFlags = p.tcpFlags;
    f.icmpType = p.icmpType;
    f.connectionState = p.connectionState;
    f.hasPorts = (p.flags & kHasPorts) != 0;
    lines_.push_back(f);
}

std::string LogRing::textOf(const Facts& f, const std::vector<std::string>& names) {
    std::string text = "in:" + nameOf(f.inInterface, names) + " out:" + nameOf(f.outInterface, names);
    if (const std::string_view state = stateName(f.connectionState); !state.empty()) {
        text += ", connection-state:" + std::string(state);
    }
    switch (f.protocol) {
    case kProtocolTcp: text += ", proto TCP (" + tcpFlagNames(f.tcpFlags) + ")"; break;
    case kProtocolUdp: text += ", proto UDP"; break;
    case kProtocolIcmp: text += ", proto ICMP (type " + std::to_string(f.icmpType) + ")"; break;
    default: text += ", proto " + std::to_string(f.protocol); break;
    }
    const auto end = [&](std::uint32_t address, std::uint16_t port) {
        return f.hasPorts ? dotted(address) + ':' + std::to_string(port) : dotted(address);
    };
    return text + ", " + end(f.src, f.sport) + "->" + end(f.dst, f.dport) + ", len " + std::to_string(f.length);
}

void LogRing::writeOut(const std::vector<std::string>& interfaceNames) {
    for (const Facts& f : lines_) {
        written_.push_back({labels_[f.label].prefix, labels_[f.label].chain, textOf(f, interfaceNames)});
    }
    lines_.clear();
}

std::vector<LogLine> LogRing::take(const std::vector<std::string>& interfaceNames) {
    writeOut(interfaceNames);
    std::vector<LogLine> out = std::exchange(written_, {});
    if (lost_ != 0) {
        out.push_back({"", "", std::to_string(lost_) + " further log lines were lost: more than " + std::to_string(kLines) + " at a time"});
    }
    lost_ = 0;
    return out;
}

} // namespace agent::dataplane
