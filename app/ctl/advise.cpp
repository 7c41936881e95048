#include "app/ctl/advise.h"

#include "core/base/format.h"
#include "core/workspace/advise.h"

#include <algorithm>
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
    std::printf("  %s: %.1f times what is needed\n", board.title().c_str(), board.headroom.value_or(0));
    printLegs(board);
    std::printf("    configuration\n");
    for (const std::string& line : board.pattern) {
        std::printf("      %s\n", line.c_str());
    }
    for (const std::string& note : board.notes) {
        std::printf("    note: %s\n", note.c_str());
    }
}

// Boards of one kind, those with the same reason together.
void printReasons(const std::vector<BoardAdvice>& boards, Suits suits, const char* title) {
    std::vector<std::pair<std::string, std::string>> reasons; // why, names
    for (const BoardAdvice& board : boards) {
        if (board.suits != suits) {
            continue;
        }
        const auto same = std::find_if(reasons.begin(), reasons.end(), [&](const auto& reason) { return reason.first == board.why; });
        if (same == reasons.end()) {
            reasons.emplace_back(board.why, board.model);
        } else {
            same->second += ", " + board.model;
        }
    }
    if (!reasons.empty()) {
        std::printf("\n%s\n", title);
    }
    for (const auto& [why, names] : reasons) {
        std::printf("  %s\n      %s\n", why.c_str(), names.c_str());
    }
}

void printText(const std::vector<BoardAdvice>& boards, bool all) {
    const bool any = !boards.empty() && boards.front().suits == Suits::Carries;
    std::printf("%s\n", any ? "Boards that carry it, the tightest first" : "No board is known to carry it.");
    for (const BoardAdvice& board : boards) {
        if (board.suits == Suits::Carries) {
            printCarries(board);
        }
    }
    printReasons(boards, Suits::Unknown, "Not known, for want of a figure");
    if (all) {
        printReasons(boards, Suits::TooSmall, "Too small");
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
