#include "core/routeros/api/reply_codec.h"

#include "core/routeros/api/words.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace core::routeros::api {

using core::model::Reply;
using core::model::ReplyKind;

namespace {

constexpr std::array<std::pair<ReplyKind, std::string_view>, 5> kReplyWords{{
    {ReplyKind::Row, "!re"},
    {ReplyKind::Done, "!done"},
    {ReplyKind::Empty, "!empty"},
    {ReplyKind::Trap, "!trap"},
    {ReplyKind::Fatal, "!fatal"},
}};

std::string_view wordOf(ReplyKind kind) {
    for (const auto& [known, word] : kReplyWords) {
        if (known == kind) {
            return word;
        }
    }
    return "!done";
}

std::optional<ReplyKind> kindOf(std::string_view word) {
    for (const auto& [kind, known] : kReplyWords) {
        if (known == word) {
            return kind;
        }
    }
    return std::nullopt;
}

// category and message live in the Trap, everything else (some versions add more) stays in the row.
void takeTrapFields(Reply& reply, core::model::Attribute attribute) {
    if (attribute.name == "message") {
        reply.trap.message = std::move(attribute.value);
    } else if (attribute.name == "category") {
        int category = 0;
        const char* end = attribute.value.data() + attribute.value.size();
        if (std::from_chars(attribute.value.data(), end, category).ptr == end && !attribute.value.empty()) {
            reply.trap.category = category;
        }
    } else {
        reply.row.set(attribute.name, std::move(attribute.value));
    }
}

} // namespace

Sentence encode(const Reply& reply) {
    Sentence sentence;
    sentence.emplace_back(wordOf(reply.kind));
    if (!reply.tag.empty()) {
        sentence.push_back(tagWord(reply.tag));
    }
    if (reply.kind == ReplyKind::Trap) {
        if (reply.trap.category) {
            sentence.push_back(attributeWord({"category", std::to_string(*reply.trap.category)}));
        }
        sentence.push_back(attributeWord({"message", reply.trap.message}));
    } else if (reply.kind == ReplyKind::Fatal) {
        sentence.push_back(reply.trap.message);
    }
    for (const core::model::Attribute& attribute : reply.row.attributes()) {
        sentence.push_back(attributeWord(attribute));
    }
    return sentence;
}

std::optional<Reply> decodeReply(const Sentence& sentence) {
    if (sentence.empty()) {
        return std::nullopt;
    }
    const std::optional<ReplyKind> kind = kindOf(sentence.front());
    if (!kind) {
        return std::nullopt;
    }
    Reply reply;
    reply.kind = *kind;
    for (std::size_t i = 1; i < sentence.size(); ++i) {
        const std::string& word = sentence[i];
        if (word.starts_with(kTagPrefix)) {
            reply.tag = word.substr(kTagPrefix.size());
        } else if (word.starts_with('=')) {
            core::model::Attribute attribute = parseAttribute(word);
            if (*kind == ReplyKind::Trap || *kind == ReplyKind::Fatal) {
                takeTrapFields(reply, std::move(attribute));
            } else {
                reply.row.set(attribute.name, std::move(attribute.value));
            }
        } else if (*kind == ReplyKind::Fatal) {
            reply.trap.message = word;
        }
    }
    return reply;
}

} // namespace core::routeros::api
