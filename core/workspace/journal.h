// The journal of changes, to be read: the list, one change with every command, and what takes it back.
//
//   Result<std::vector<JournalEntry>> all = readJournal({});      // blocks; or co_await loadJournal(…)
//
// The blocking calls are for programs without a window and for threads of the pool. Errors: those of userStore(); NotFound: no such change.
#pragma once

#include "core/change/sent_change.h"

#include <QCoroTask>
#include <QDateTime>
#include <QString>
#include <vector>

namespace core::workspace {

struct JournalEntry {
    qint64 number = 0;
    QDateTime started, ended; // ended: invalid while it is pending
    QString router, user, title;
    QString outcome; // "pending", "kept", "rolled-back", "unknown", "undone"
    QString detail;  // why, and what to check
};

struct JournalCommand {
    QDateTime at;
    QString command, inverse, result; // result empty: the answer was not heard
};

struct JournalDetails {
    JournalEntry entry;
    std::vector<JournalCommand> commands;
};

// Newest first; `router` empty: of all.
core::base::Result<std::vector<JournalEntry>> readJournal(const QString& router);
core::base::Result<JournalDetails> readJournalEntry(qint64 number);

QCoro::Task<core::base::Result<std::vector<JournalEntry>>> loadJournal(QString router);
QCoro::Task<core::base::Result<JournalDetails>> loadJournalEntry(qint64 number);

// What takes it back. InvalidInput: the journal's body cannot be read.
QCoro::Task<core::base::Result<core::change::SentChange>> sentChange(qint64 number);

} // namespace core::workspace
