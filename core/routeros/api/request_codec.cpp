#include "core/routeros/api/request_codec.h"

#include "core/routeros/api/words.h"

namespace core::routeros::api {

using core::base::ErrorCode;
using core::base::fail;
using core::model::Request;

Sentence encode(const Request& request) {
    Sentence sentence;
    sentence.push_back(request.path());
    if (!request.tag.empty()) {
        sentence.push_back(tagWord(request.tag));
    }
    for (const core::model::Attribute& argument : request.arguments) {
        sentence.push_back(attributeWord(argument));
    }
    for (const std::string& query : request.queries) {
        sentence.push_back("?" + query);
    }
    return sentence;
}

core::base::Result<Request> decodeRequest(const Sentence& sentence) {
    if (sentence.empty() || !sentence.front().starts_with('/')) {
        return fail(ErrorCode::Protocol, "A sentence must begin with a command such as /interface/print.");
    }
    Request request;
    const std::string& path = sentence.front();
    const std::size_t slash = path.rfind('/');
    request.menu = path.substr(0, slash);
    request.verb = path.substr(slash + 1);
    for (std::size_t i = 1; i < sentence.size(); ++i) {
        const std::string& word = sentence[i];
        switch (word.empty() ? '\0' : word.front()) {
        case '=': request.arguments.push_back(parseAttribute(word)); break;
        case '?': request.queries.push_back(word.substr(1)); break;
        case '.': break; // .tag, see below; there is no other API attribute
        default: return fail(ErrorCode::Protocol, "Word '" + word + "' is neither =name=value, ?query nor .tag.");
        }
    }
    request.tag = tagOf(sentence);
    return request;
}

std::string tagOf(const Sentence& sentence) {
    std::string tag;
    for (std::size_t i = 1; i < sentence.size(); ++i) {
        if (sentence[i].starts_with(kTagPrefix)) {
            tag = sentence[i].substr(kTagPrefix.size());
        }
    }
    return tag;
}

} // namespace core::routeros::api
