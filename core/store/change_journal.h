// Every write Pathscope made to a router: when, by whom, which command, its inverse, what the router said, and how the change ended.
//
//   ChangeJournal journal(store);
//   Result<std::int64_t> id = journal.begin({.startedMs = now, .router = "branch", .user = "admin", .planId = plan.id, .title = plan.title});
//   journal.addStep(*id, {.atMs = now, .command = "/queue tree add …", .inverse = "/queue tree remove *5", .result = "ret=*5"});
//   journal.end(*id, JournalOutcome::Kept, {}, now);
//
// Begin before the first write and add each step before it is sent (with an empty result, told later by finishStep()): what a program that
// died had sent can be read afterwards, as a change that is still Pending. Blocks; any thread. Errors: those of Store; NotFound: no such change.
#pragma once

#include "core/store/store.h"

#include <cstdint>
#include <vector>

namespace core::store {

// Pending: under way, or the program died. Undone: it was kept and has been taken back later.
enum class JournalOutcome : std::uint8_t { Pending, Kept, RolledBack, Unknown, Undone };

// "pending", "kept", "rolled-back", "unknown", "undone".
[[nodiscard]] const char* outcomeId(JournalOutcome outcome);

struct JournalChange {
    std::int64_t id = 0; // given by begin()
    std::int64_t startedMs = 0, endedMs = 0; // since 1970, UTC; ended 0: not yet
    std::string router, user, planId, title;
    JournalOutcome outcome = JournalOutcome::Pending;
    std::string detail; // what went wrong, what to check
    std::string body;   // what the change engine needs to take it back, in its own form
};

struct JournalStep {
    std::int64_t atMs = 0;
    std::string command, inverse; // as RouterOS CLI
    std::string result;           // what the router said; empty: it was not heard
};

class ChangeJournal {
public:
    explicit ChangeJournal(std::shared_ptr<Store> store)
        : store_(std::move(store)) {}

    // Answers its id.
    core::base::Result<std::int64_t> begin(const JournalChange& change);
    // Answers the step's position, from 0.
    core::base::Result<int> addStep(std::int64_t change, const JournalStep& step);
    core::base::Result<void> finishStep(std::int64_t change, int position, const std::string& inverse, const std::string& result);
    core::base::Result<void> setBody(std::int64_t change, const std::string& body);
    core::base::Result<void> end(std::int64_t change, JournalOutcome outcome, const std::string& detail, std::int64_t atMs);

    // Newest first; `router` empty: of all.
    core::base::Result<std::vector<JournalChange>> changes(const std::string& router);
    core::base::Result<JournalChange> find(std::int64_t change);
    core::base::Result<std::vector<JournalStep>> steps(std::int64_t change);

private:
    std::shared_ptr<Store> store_;
};

} // namespace core::store
