// Where the engine writes down what it is about to do, before it does it. The workspace fulfils it with the journal on disk.
//
// Every call returns when the note is safe. An error stops the change before the write it was about: nothing is sent that is not written down.
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <QCoroTask>
#include <cstdint>
#include <string>

namespace core::change {

class ChangeLog {
public:
    virtual ~ChangeLog() = default;

    struct Opening {
        std::string router, user, planId, title, body;
    };
    // Answers the change's number.
    virtual QCoro::Task<core::base::Result<std::int64_t>> begin(Opening opening) = 0;
    // A command is about to be sent; answers its place.
    virtual QCoro::Task<core::base::Result<int>> sending(std::int64_t change, std::string command, std::string inverse) = 0;
    virtual QCoro::Task<core::base::Result<void>> answered(std::int64_t change, int place, std::string inverse, std::string result) = 0;
    // What takes it back, see writeSent().
    virtual QCoro::Task<core::base::Result<void>> keepBody(std::int64_t change, std::string body) = 0;
    virtual QCoro::Task<core::base::Result<void>> end(std::int64_t change, core::model::ChangeOutcome outcome, std::string detail) = 0;
};

} // namespace core::change
