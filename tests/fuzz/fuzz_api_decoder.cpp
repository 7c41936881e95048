// API octets, whole and cut at a place of the fuzzer's choice: both ways give the same sentences, and what was decoded encodes
// and decodes to itself.
#include "core/routeros/api/decoder.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"
#include "tests/fuzz/fuzz_input.h"

#include <vector>

namespace api = core::routeros::api;

namespace {

struct Read {
    std::vector<api::Sentence> sentences;
    bool failed = false;
};

Read readAll(std::string_view octets, std::size_t cut) {
    api::Decoder decoder({4096, 256, 1u << 16});
    Read read;
    for (const std::string_view part : {octets.substr(0, cut), octets.substr(cut)}) {
        decoder.feed(part);
        api::Sentence sentence;
        while (decoder.next(sentence) == api::Decoder::Status::Done) {
            read.sentences.push_back(sentence);
        }
    }
    read.failed = decoder.failed();
    return read;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view octets = fuzz::text(data + 1, size - 1);
    const Read whole = readAll(octets, octets.size());
    const Read cut = readAll(octets, data[0] % (octets.size() + 1));
    fuzz::require(whole.sentences == cut.sentences && whole.failed == cut.failed);
    for (const api::Sentence& sentence : whole.sentences) {
        const Read again = readAll(api::encodeSentence(sentence), 0);
        fuzz::require(again.sentences.size() == 1 && again.sentences.front() == sentence);
        if (const auto request = api::decodeRequest(sentence)) {
            fuzz::require(api::decodeRequest(api::encode(*request)) == request);
        }
        if (const auto reply = api::decodeReply(sentence)) {
            (void)api::encode(*reply);
        }
    }
    return 0;
}
