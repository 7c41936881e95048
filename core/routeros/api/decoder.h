// Takes bytes as they come off a socket and hands out whole sentences. Does no I/O.
//
//   decoder.feed(bytes);
//   Sentence sentence;
//   while (decoder.next(sentence) == Decoder::Status::Done) { handle(sentence); }
//   if (decoder.failed()) { close(decoder.error().text); }
//
// Bytes may be cut anywhere. After an error the stream cannot be synchronised again: the decoder stays in error.
// Owns its buffers; belongs to one thread.
#pragma once

#include "core/base/result.h"
#include "core/routeros/api/sentence.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace core::routeros::api {

// Ceilings that stop a peer from making us reserve memory. RouterOS has limits of its own before login but does not
// publish them; kBeforeLogin is ours.
struct Limits {
    std::size_t wordOctets = 16u << 20;
    std::size_t words = 64u << 10;
    std::size_t sentenceOctets = 64u << 20; // all words of one sentence together
};
constexpr Limits kBeforeLogin{4u << 10, 64, 64u << 10};

class Decoder {
public:
    enum class Status { NeedMore, Done, Error };

    explicit Decoder(Limits limits = {}) : limits_(limits) {}

    // Takes effect with the next word.
    void setLimits(Limits limits) { limits_ = limits; }

    // Appends received bytes. Cheap; decoding happens in next().
    void feed(std::string_view bytes);

    // Done: `sentence` holds the next one (never empty: empty sentences are skipped, as the protocol asks).
    // NeedMore: feed more. Error: see error(). `sentence` is only touched on Done.
    Status next(Sentence& sentence);

    [[nodiscard]] bool failed() const { return failed_; }
    // Code Protocol; text says which octet, word or limit.
    [[nodiscard]] const core::base::Error& error() const { return error_; }

private:
    enum class LengthState { Incomplete, Ready, Bad };
    LengthState readLength(std::size_t& length, std::size_t& octets);
    Status refuse(std::string text);
    void compact();

    Limits limits_;
    std::string buffer_;
    std::size_t at_ = 0; // first octet of buffer_ not yet decoded
    Sentence partial_;
    std::size_t partialOctets_ = 0;
    core::base::Error error_;
    bool failed_ = false;
};

} // namespace core::routeros::api
