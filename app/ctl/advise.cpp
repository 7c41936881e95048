#include "app/ctl/advise.h"

#include "core/base/format.h"
#include "core/workspace/advise.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

namespace app::ctl {
namespace {

using core::base::formatBitRate;
using core::model::BoardAdvice;
using core::model::SizingNeed;
using core::model::Suits;
using nlohmann::json;

constexpr int kCarries = 0, kNone = 1, kUnreadable = 2;

std::string nameOf(const BoardAdvice& board) {
    return board.names.empty() || board.names.front() == board.model ? board.model : board.model + " (" + board.names.front() + ")";
}

void printLegs(const BoardAdvice& board) {
    for (const auto& leg : board.legs) {
        std::printf("    %-10s by %-9s  %s needed\n", leg.what.c_str(), leg.path.c_str(), formatBitRate(leg.needed).c_str());
        for (const std::string& source : leg.sources) {
            std::printf("               %s\n", source.c_str());
        }
        if (leg.sources.empty()) {
            std::printf("               no figure is known\n");
        }
    }
}

void printCarries(const BoardAdvice& board) {
    std::printf("  %s: %.1f times what is needed\n", nameOf(board).c_str(), board.headroom.value_or(0));
    printLegs(board);
    std::printf("    configuration\n");
    for (const std::string& line : board.pattern) {
        std::printf("      %s\n", line.c_str());
    }
    for (const std::string& note : board.notes) {
        std::printf("    note: %s\n", note.c_str());
    }
}

void printText(const std::vector<BoardAdvice>& boards, bool all) {
    const auto section = [&](Suits suits, const char* title, auto print) {
        bool first = true;
        for (const BoardAdvice& board : boards) {
            if (board.suits == suits) {
                if (std::exchange(first, false)) {
                    std::printf("%s\n", title);
                }
                print(board);
            }
        }
        return !first;
    };
    const auto reason = [](const BoardAdvice& board) { std::printf("  %-24s %s\n", nameOf(board).c_str(), board.why.c_str()); };
    if (!section(Suits::Carries, "Boards that carry it", printCarries)) {
        std::printf("No board is known to carry it.\n");
    }
    section(Suits::Unknown, "\nNot known, for want of a figure", reason);
    if (all) {
        section(Suits::TooSmall, "\nToo small", reason);
    }
}

json figure(const std::optional<core::base::BitRate>& rate) {
    return rate ? json(rate->bps) : json(nullptr);
}

void printJson(const std::vector<BoardAdvice>& boards, const SizingNeed& need) {
    constexpr const char* kVpn[] = {"none", "wireguard", "ipsec"};
    json list = json::array();
    for (const BoardAdvice& board : boards) {
        json legs = json::array();
        for (const auto& leg : board.legs) {
            legs.push_back({{"what", leg.what},
                            {"path", leg.path},
                            {"neededBps", leg.needed.bps},
                            {"atLeastBps", figure(leg.atLeast)},
                            {"atMostBps", figure(leg.atMost)},
                            {"sources", leg.sources}});
        }
        list.push_back({{"model", board.model},
                        {"names", board.names},
                        {"suits", core::model::suitsId(board.suits)},
                        {"headroom", board.headroom ? json(*board.headroom) : json(nullptr)},
                        {"why", board.why},
                        {"legs", std::move(legs)},
                        {"pattern", board.pattern},
                        {"notes", board.notes}});
    }
    const json out{{"need",
                    {{"downBps", need.down.bps},
                     {"upBps", need.up.bps},
                     {"interVlanBps", need.interVlan.bps},
                     {"users", need.users},
                     {"vpn", kVpn[static_cast<std::size_t>(need.vpn)]},
                     {"qos", need.qos}}},
                   {"boards", std::move(list)}};
    std::printf("%s\n", out.dump(2).c_str());
}

} // namespace

int runAdvise(const AdviseOptions& options) {
    const auto boards = core::workspace::advise(options.need);
    if (!boards) {
        std::fprintf(stderr, "pathscopectl: %s\n", boards.error().describe().c_str());
        return kUnreadable;
    }
    if (options.json) {
        printJson(*boards, options.need);
    } else {
        printText(*boards, options.all);
    }
    return !boards->empty() && boards->front().suits == Suits::Carries ? kCarries : kNone;
}

} // namespace app::ctl
