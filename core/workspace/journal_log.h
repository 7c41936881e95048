// The change engine's notes in the journal of the user's database, written by a thread of the pool.
//
//   auto log = std::make_shared<JournalLog>();
//   ChangeRun::create(plan, terms, {connect, log});
//
// Answers in the application's event loop. Errors: those of userStore() and ChangeJournal.
#pragma once

#include "core/change/change_log.h"


namespace core::workspace {

class JournalLog final : public core::change::ChangeLog {
public:
    QCoro::Task<core::base::Result<std::int64_t>> begin(Opening opening) override;
    QCoro::Task<core::base::Result<int>> sending(std::int64_t change, std::string command, std::string inverse) override;
    QCoro::Task<core::base::Result<void>> answered(std::int64_t change, int place, std::string inverse, std::string result) override;
    QCoro::Task<core::base::Result<void>> keepBody(std::int64_t change, std::string body) override;
    QCoro::Task<core::base::Result<void>> end(std::int64_t change, core::model::ChangeOutcome outcome, std::string detail) override;
};

} // namespace core::workspace
