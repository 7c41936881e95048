// Builds the steps of a plan: each with the request, the line an administrator would type, and its way back.
#pragma once

#include "core/model/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::planner {

// What Pathscope creates carries one of these, so that it can be found again and is never mistaken for somebody else's.
constexpr std::string_view kOurComment = "pathscope:"; // how all of them begin
constexpr std::string_view kFastTrackComment = "pathscope: fasttrack";
constexpr std::string_view kEstablishedComment = "pathscope: established";
constexpr std::string_view kQueueComment = "pathscope: queue";
constexpr std::string_view kQueueTypeName = "pathscope-fq-codel"; // queue types have no comment

// A command whose items are looked up when it is sent: .id is "[find name=value …]". core/change resolves it.
core::model::Request onFound(std::string menu, std::string verb, std::string_view name, std::string_view value);
core::model::Request onFound(std::string menu, std::string verb, const std::vector<core::model::Attribute>& wanted); // all of them

// The request as an administrator would type it, item lookups included.
std::string commandLine(const core::model::Request& request);

// Adds an item; the inverse removes it by the id the router answers. `findBy` names the argument that identifies it on the
// inverse's line ("comment" or "name").
core::model::PlanStep addStep(std::string menu, std::vector<core::model::Attribute> arguments, std::string_view findBy, std::string why);

// Removes an item; the inverse adds it again with the settings of `row`, before the item `before` (empty: at the end).
core::model::PlanStep removeStep(std::string menu, const core::model::Row& row, std::string_view before, std::string why);

// enable or disable; the inverse is the other.
core::model::PlanStep switchStep(std::string menu, const core::model::Row& row, bool enable, std::string why);

// Moves an item of an ordered list before `destination`; the inverse moves it before `back` (empty: to the end).
core::model::PlanStep moveStep(std::string menu, const core::model::Row& row, std::string_view destination, std::string_view back,
                               std::string why);

// Sets properties of an item. `before`: what each of them was, in the same order; absent: it was not set, and is unset again.
core::model::PlanStep changeStep(std::string menu, std::string_view id, std::vector<core::model::Attribute> values,
                                 const std::vector<std::optional<std::string>>& before, std::string why);

// Sets one property of a menu without items, such as /ip/settings.
core::model::PlanStep setStep(std::string menu, std::string_view name, std::string_view value, std::string_view before, std::string why);

// A configuration file has no ids: rules are meant by their number there, and what is put in front of a rule moves it. Places given as
// numbers count what earlier steps put in front of them, and a rule that was moved goes back from where it stands then.
void renumberPlaces(std::vector<core::model::PlanStep>& steps);

// Appends a further request, with its line, to a step's way back.
void alsoOnUndo(core::model::PlanStep& step, core::model::Request request);

} // namespace core::planner
