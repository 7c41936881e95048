// A Request as one line for the console, and what the console wrote as an Answer: SSH is enough for everything the API gives.
//
//   const CliCommand command = cliCommand({"/interface", "print", {{".proplist", "name,rx-byte"}}}, CliForm::DetailAndStats, true);
//   // ":put [:serialize to=json … [/interface print detail as-value]]; :put …"
//   Result<Answer> answer = cliAnswer(request, command, output, "192.168.88.1:22");
//
// Prints ask for values by name: "as-value" has no counters, "stats as-value" only counters, so menus that count are asked twice and the
// rows are joined by .id. .proplist and query words are applied here, on rows in the API's spelling. Pure; any thread.
#pragma once

#include "core/link/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace core::link {

// Ways to ask for a print, best first. A router that finds fault with the form of one is asked by the next.
enum class CliForm {
    DetailAndStats, // detail as-value, and stats as-value
    Detail,         // detail as-value
    Plain,          // as-value; settings menus know no detail
    Text,           // print detail, read by its layout; has no ids
};
[[nodiscard]] CliForm firstForm(const core::model::Request& request);
[[nodiscard]] std::optional<CliForm> nextForm(CliForm form);

struct CliCommand {
    enum class Reads { Values, Json, Text, Number, NewId, Words } reads = Reads::Words;
    std::string line;
};

// json: the router has :serialize (7.16 and later).
[[nodiscard]] CliCommand cliCommand(const core::model::Request& request, CliForm form, bool json);

// Refused with the console's text as cause; Protocol when it cannot be read.
[[nodiscard]] core::base::Result<Answer> cliAnswer(const core::model::Request& request, const CliCommand& command, std::string_view output,
                                                   const std::string& peer);

// What cannot be done by commands that each run in a console of their own (safe mode, listen, cancel); empty: it can.
[[nodiscard]] std::string whyNotOverSsh(const core::model::Request& request);

// Version 7.16 or later, from "7.16.1 (stable)" or "7.20.0-pathscope".
[[nodiscard]] bool hasSerialize(std::string_view version);

} // namespace core::link
