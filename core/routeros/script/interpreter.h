// Runs scripts against a router.
//
//   Environment globals;                              // what :global leaves behind; shared by all scripts of a router
//   Interpreter interpreter(router, globals);
//   auto returned = interpreter.run(parseProgram(text), "bootstrap.rsc");
//   if (!returned) … "bootstrap.rsc:12:5: no such item"
//
// Understood: variables, functions, :if :for :foreach :while :do :onerror :retry :return :error :put :log :delay :execute :parse
// :len :pick :find :typeof, the :to… conversions, :serialize to=json, find/get/print as-value with conditions, and every
// command the router itself knows. Any other command of the language is an error that names it.
//
// router and globals must outlive the interpreter. Not thread-safe; run() stays on the calling thread until the script ends
// or its limits are reached.
#pragma once

#include "core/base/result.h"
#include "core/routeros/script/program.h"
#include "core/routeros/script/router.h"
#include "core/routeros/script/value.h"

#include <cstdint>
#include <map>
#include <string>

namespace core::routeros::script {

struct Environment {
    std::map<std::string, Value, std::less<>> globals;
};

// A script that goes on for ever must not take the router with it.
struct ScriptLimits {
    std::uint64_t steps = 5'000'000; // statements and operations; large values count more
    int depth = 60;                  // functions inside one another
    std::size_t value = 8 << 20;     // octets of any one value
};

class Interpreter {
public:
    Interpreter(Router& router, Environment& globals, ScriptLimits limits = {});

    // What the script returned. Errors: InvalidInput for a program that has errors itself, Refused for an error while running,
    // Cancelled at a limit or when the router stopped it; the text begins with "file:line:column: ".
    [[nodiscard]] core::base::Result<Value> run(const Program& program, std::string_view fileName);

private:
    Router& router_;
    Environment& globals_;
    ScriptLimits limits_;
};

} // namespace core::routeros::script
