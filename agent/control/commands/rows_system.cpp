// /system, /user/active, /log.
#include "agent/control/commands/rows.h"
#include "agent/control/commands/version.h"
#include "core/base/format.h"

#include <cmath>
#include <fstream>
#include <string>
#include <unistd.h>

namespace agent::control {

using core::model::Row;

namespace {

constexpr std::uint64_t kMiB = 1u << 20;

// Octets of memory this process holds (proc(5), statm: second field, in pages).
std::uint64_t residentOctets() {
    std::ifstream statm("/proc/self/statm");
    std::uint64_t total = 0, resident = 0;
    statm >> total >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string percent(double value) { return std::to_string(std::lround(value)); }

double average(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::string uptimeText(Context& context) {
    return core::base::formatRouterOsDuration(context.engine.uptime() / core::base::kSecond * core::base::kSecond);
}

} // namespace

Rows identityRows(Context& context) { return {configRow("/system/identity", context.tree().settings("/system/identity"))}; }

Rows resourceRows(Context& context) {
    const core::devices::Board& board = context.config.board();
    const std::uint64_t memory = board.ramMb * kMiB;
    const std::uint64_t used = residentOctets();
    Row row{{"uptime", uptimeText(context)}, {"version", std::string(kVersion)}};
    if (memory > 0) {
        row.set("free-memory", std::to_string(memory > used ? memory - used : 0));
        row.set("total-memory", std::to_string(memory));
    }
    row.set("cpu", board.cpu);
    row.set("cpu-count", std::to_string(board.cores));
    if (board.mhz > 0) {
        row.set("cpu-frequency", std::to_string(board.mhz));
    }
    row.set("cpu-load", percent(average(context.engine.cpuPercent())));
    row.set("architecture-name", board.architecture);
    row.set("board-name", board.boardName);
    row.set("platform", "Pathscope");
    return {row};
}

Rows cpuRows(Context& context) {
    Rows rows;
    const std::vector<double> load = context.engine.cpuPercent();
    for (std::size_t core = 0; core < load.size(); ++core) {
        rows.push_back(
            {{".id", formatId(static_cast<ItemId>(core))}, {"cpu", "cpu" + std::to_string(core)}, {"load", percent(load[core])}});
    }
    return rows;
}

Rows routerboardRows(Context& context) {
    const core::devices::Board& board = context.config.board();
    if (board.chips.empty() && board.model == "CHR") {
        return {Row{{"routerboard", "false"}}};
    }
    return {Row{{"routerboard", "true"}, {"board-name", board.boardName}, {"model", board.model}, {"firmware-type", "pathscope"},
                {"current-firmware", std::string(kVersionNumber)}, {"upgrade-firmware", std::string(kVersionNumber)}}};
}

Rows packageRows(Context&) {
    return {Row{{".id", "*1"}, {"name", "pathscope"}, {"version", std::string(kVersionNumber)}, {"scheduled", ""}, {"disabled", "false"}}};
}

Rows clockRows(Context& context) {
    const std::time_t now = context.wallClock.seconds();
    // A zone may be configured; what is shown is UTC all the same.
    const Item& settings = context.tree().settings("/system/clock");
    return {Row{{"time", timeText(now)},
                {"date", dateText(now)},
                {"time-zone-autodetect", "false"},
                {"time-zone-name", std::string(settings.value("time-zone-name", "UTC"))},
                {"gmt-offset", "+00:00"},
                {"dst-active", "false"}}};
}

Rows activeUserRows(Context& context) {
    Rows rows;
    for (const auto& [session, user] : context.sessions.sessions()) {
        rows.push_back({{".id", formatId(session)},
                        {"when", user.since},
                        {"name", user.name},
                        {"address", user.address},
                        {"via", user.via},
                        {"group", user.group},
                        {"radius", "false"}});
    }
    return rows;
}

Row logRow(const LogLine& line) {
    return {{".id", formatId(line.number)}, {"time", line.time}, {"topics", line.topics}, {"message", line.message}};
}

Rows logRows(Context& context) {
    Rows rows;
    for (const LogLine& line : context.log.lines()) {
        rows.push_back(logRow(line));
    }
    return rows;
}

} // namespace agent::control
