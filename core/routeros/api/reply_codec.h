// Reply ⇄ reply sentence.
//
//   encode(Reply{ReplyKind::Row, "7", {{".id", "*1"}}})  → "!re" ".tag=7" "=.id=*1"
//
// The tag is written as the second word, as RouterOS 7 does and some clients need; decodeReply accepts it anywhere.
// !fatal carries its reason as a bare word. Pure; any thread.
#pragma once

#include "core/model/request.h"
#include "core/routeros/api/sentence.h"

#include <optional>

namespace core::routeros::api {

[[nodiscard]] Sentence encode(const core::model::Reply& reply);

// Nothing for a reply word this version does not know: the protocol grows (!empty came with 7.18), so strangers are
// to be ignored, not refused. The same for words inside a sentence that are neither =name=value nor .tag.
[[nodiscard]] std::optional<core::model::Reply> decodeReply(const Sentence& sentence);

} // namespace core::routeros::api
