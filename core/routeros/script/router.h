// What a running script sees of its router. The agent fulfils it over its tree of items; tests with a few rows.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/request.h"

#include <string_view>
#include <vector>

namespace core::routeros::script {

struct CommandAnswer {
    std::vector<core::model::Row> rows; // what print, monitor … answer
    std::string ret;                    // what add answers: the new item's id; empty for most commands
};

// Called on the thread the interpreter runs on; no call comes after the interpreter's run() has returned. Errors are what the
// script's on-error catches; their text is the router's message.
class Router {
public:
    virtual ~Router() = default;

    // The items of a menu in their order, each with its ".id"; a menu of settings is one row without. An unknown menu is an error.
    [[nodiscard]] virtual core::base::Result<std::vector<core::model::Row>> items(std::string_view menu) = 0;
    // Any other command: add, set, remove, move, monitor, ping … Positional values come under the name the command gives them
    // ("numbers", for ping "address"); flags have no value.
    [[nodiscard]] virtual core::base::Result<CommandAnswer> run(const core::model::Request& request) = 0;
    // :put, one line without its end.
    virtual void put(std::string_view line) = 0;
    // :log; topic is debug, info, warning or error.
    virtual void log(std::string_view topic, std::string_view message) = 0;
    // :delay. Need not block: a test returns at once.
    virtual void delay(core::base::Nanos span) = 0;
    // Asked now and then; true ends the script with an error nothing can catch.
    [[nodiscard]] virtual bool stopped() { return false; }
};

} // namespace core::routeros::script
