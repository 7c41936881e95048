#include "app/agentd/rehearse.h"

#include "agent/runtime/rehearsal.h"
#include "app/agentd/rehearsal_json.h"
#include "app/agentd/rehearse_job.h"
#include "core/base/resources.h"

#include <csignal>
#include <cstdio>
#include <iterator>
#include <iostream>
#include <nlohmann/json.hpp>

namespace app::agentd {

using core::base::Nanos;

namespace {

enum Exit { kDone = 0, kBadJob = 2, kStopped = 3 };

void sayLine(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

int badJob(const core::base::Error& error) {
    sayLine(nlohmann::json{{"error", error.describe()}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return kBadJob;
}

core::base::Result<std::string> readText(const std::string& file) {
    if (file != "-") {
        return core::base::readFile(file);
    }
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

// SIGTERM and SIGINT are blocked: they wait here to be seen.
bool askedToEnd() {
    sigset_t waiting;
    sigemptyset(&waiting);
    sigpending(&waiting);
    return sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGINT) == 1;
}

void sayProgress(const agent::runtime::Rehearsal& rehearsal) {
    char line[96];
    std::snprintf(line, sizeof line, R"({"progress":%.4f,"simulated_s":%.1f})", rehearsal.progress(), static_cast<double>(rehearsal.simulated()) / 1e9);
    sayLine(line);
}

} // namespace

int rehearse(const std::string& file) {
    const auto text = readText(file);
    if (!text) {
        return badJob(text.error());
    }
    const auto job = readJob(*text, file == "-" ? "standard input" : file);
    if (!job) {
        return badJob(job.error());
    }
    agent::runtime::Rehearsal rehearsal(job->board, job->config, job->scenario, {job->duration, job->warmup, job->seed});
    for (Nanos said = 0; rehearsal.advance();) {
        if (askedToEnd()) {
            return kStopped;
        }
        if (rehearsal.simulated() - said >= core::base::kSecond) {
            said = rehearsal.simulated();
            sayProgress(rehearsal);
        }
    }
    sayLine(rehearsalJson(*job, rehearsal.result()));
    return kDone;
}

} // namespace app::agentd
