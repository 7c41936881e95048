#include "app/ctl/fasttracked.h"

#include "app/ctl/apply.h"
#include "app/ctl/router_door.h"
#include "core/base/format.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::base::BitRate;
using core::base::ErrorCode;
using core::base::formatBitRate;
using core::workspace::FastTracked;
using core::workspace::FastTrackedConnection;
using nlohmann::ordered_json;

constexpr const char* kFooter = R"(
A FastTracked connection keeps its path until it ends: a queue, a mark or a rule that was added since does not meet it. This counts them, adds up what they
carry, and lists the busiest. --flush takes entries out of the connection table, so that their next packets are looked at afresh; a connection
whose new entry gets another port from NAT breaks. What will be sent is shown first.

Examples:
  pathscopectl fasttracked 192.168.88.1
  pathscopectl fasttracked 192.168.88.1 --flush 192.168.88.10

Exit codes: 0 done, 1 internal error, or the router is as before, 2 wrong command line or no such connection, 3 no router, 4 what became of it is not
known, 130 interrupted.)";

void printJson(const FastTracked& now) {
    ordered_json busiest = ordered_json::array();
    for (const FastTrackedConnection& each : now.busiest) {
        busiest.push_back({{"connection", each.text()}, {"bytes", each.octets}, {"bps", each.bps}});
    }
    ordered_json out{{"count", now.count}};
    if (now.listed) {
        out.update({{"bytes", now.octets}, {"bps", now.bps}, {"busiest", busiest}});
    }
    std::printf("%s\n", out.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
}

void printText(const FastTracked& now) {
    if (!now.listed) {
        std::printf("%llu connections are FastTracked.\n", static_cast<unsigned long long>(now.count));
        return;
    }
    std::printf("%llu connections are FastTracked; they carry %s.\n", static_cast<unsigned long long>(now.count), formatBitRate(BitRate{now.bps}).c_str());
    for (const FastTrackedConnection& each : now.busiest) {
        std::printf("  %10s  %s\n", formatBitRate(BitRate{each.bps}).c_str(), each.text().c_str());
    }
}

} // namespace

CLI::App* addFastTrackedCommand(CLI::App& app, FastTrackedOptions& options) {
    CLI::App* command = app.add_subcommand("fasttracked", "Connections that keep FastTrack whatever is changed");
    command->footer(kFooter);
    CLI::Option* host = command->add_option("HOST", options.router.host, "The router: name or address");
    addRouterOptions(*command, options.router, "The bundled agent on this lab instead");
    command->get_option("--lab")->excludes(host);
    command->add_option("--flush", options.flush, "Take these out of the connection table: all, or those with this text in their line, such as an address")->type_name("all|TEXT");
    command->add_flag("--yes", options.yes, "Send without asking");
    command->add_flag("--json", options.json, "JSON instead of text");
    command->callback([&options] {
        if (!options.router.given()) {
            throw CLI::RequiredError("fasttracked: HOST or --lab NAME");
        }
    });
    return command;
}

int runFastTracked(const FastTrackedOptions& options) {
    RouterDoor door(options.router);
    const auto now = door.fastTracked();
    if (!now) {
        std::fprintf(stderr, "pathscopectl: %s\n", now.error().describe().c_str());
        return now.error().code == ErrorCode::InvalidInput ? kChangeUsage : now.error().code == ErrorCode::Cancelled ? kCutShort : kChangeNoRouter;
    }
    if (options.flush.empty()) {
        options.json ? printJson(*now) : printText(*now);
        return 0;
    }
    std::vector<core::workspace::ConnectionEnds> chosen;
    for (const FastTrackedConnection& each : now->busiest) {
        if (each.text().find(options.flush) != std::string::npos) {
            chosen.push_back(each.ends);
        }
    }
    if (chosen.empty() && options.flush != "all") {
        std::fprintf(stderr, "pathscopectl: none of the busiest FastTracked connections has \"%s\" in its line.\n", options.flush.c_str());
        return kChangeUsage;
    }
    ApplyTerms terms;
    terms.yes = options.yes;
    terms.keep = true; // there is nothing to come back to
    terms.json = options.json;
    return applyPlan(door, core::workspace::flushFastTracked(options.flush == "all" ? std::vector<core::workspace::ConnectionEnds>() : chosen), terms);
}

} // namespace app::ctl
