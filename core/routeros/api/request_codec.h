// Request ⇄ command sentence.
//
//   encode(Request{"/interface", "print", {{".proplist", "name"}}, {"type=ether"}, "7"})
//     → "/interface/print" ".tag=7" "=.proplist=name" "?type=ether"
//
// decode accepts what clients in the field send: `.tag` anywhere, `=name` without a second '=', words in any order,
// an unset as `=!name=` (argument "!name"). Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/routeros/api/sentence.h"

namespace core::routeros::api {

[[nodiscard]] Sentence encode(const core::model::Request& request);

// Protocol when the sentence does not begin with a command path, or holds a word of no known kind.
// The tag of such a sentence is still found by tagOf(), so that the refusal reaches the right caller.
[[nodiscard]] core::base::Result<core::model::Request> decodeRequest(const Sentence& sentence);

// Value of the last `.tag=` word; empty when there is none.
[[nodiscard]] std::string tagOf(const Sentence& sentence);

} // namespace core::routeros::api
