// The configuration of a running router, read over the session the console has, as the doctor wants it.
//
//   Result<LiveConfig> live = co_await readConfig(*session, {.progress = [](std::size_t done, std::size_t of) { … }});
//   if (live) diagnoseLive(*live, {});                        core/workspace/doctor.h
//
// One menu after another, with the properties that bear on paths; nothing is written, no tool is started. Passwords and keys are never
// asked for; over SSH, where a menu comes whole, the ones that hold some are read by `export`, which leaves them out. Dynamic and invalid
// rows are kept apart, see core/routeros/config/printed_config.h. Takes as many round trips as there are menus, about a hundred,
// and a second of watching the counters.
//
// Errors: what Session says when the conversation ends; Refused when the firewall filter or the interfaces are not shown to this user,
// because paths without them would be invented; Cancelled. GUI thread; nothing blocks.
#pragma once

#include "core/base/result.h"
#include "core/doctor/facts.h"
#include "core/doctor/live_counters.h"
#include "core/link/session.h"
#include "core/model/counter_sample.h"
#include "core/routeros/config/printed_config.h"

#include <QCoroTask>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace core::workspace {

struct LiveConfig : core::routeros::config::PrintedConfig {
    std::string name;                    // /system/identity
    std::string board;                   // the model as exports write it; the board's name where it has none
    std::vector<std::string> missing;    // menus this router does not have
    std::vector<std::string> refused;    // menus it has and does not show to this user
    core::doctor::Running running;       // tools that run now; torch and scans show in no menu
    core::model::CounterSample counters; // with flag H of bridge ports, and which fast paths are active
    core::doctor::LiveCounters counted;  // while it was watched; elapsed is 0 when it was not
};

struct ReadingHooks {
    std::function<void(std::size_t done, std::size_t of)> progress{}; // menus
    std::function<bool()> cancelled{};                                // asked between two menus
    std::chrono::milliseconds watch{1000};                            // how long to watch the counters at the end; 0: not at all
};

QCoro::Task<core::base::Result<LiveConfig>> readConfig(core::link::Session& session, ReadingHooks hooks = {});

} // namespace core::workspace
