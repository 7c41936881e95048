#include "core/routeros/api/decoder.h"

#include <cstdint>
#include <utility>

namespace core::routeros::api {

void Decoder::feed(std::string_view bytes) {
    if (!failed_) {
        buffer_.append(bytes);
    }
}

Decoder::LengthState Decoder::readLength(std::size_t& length, std::size_t& octets) {
    if (at_ >= buffer_.size()) {
        return LengthState::Incomplete;
    }
    const auto first = static_cast<std::uint8_t>(buffer_[at_]);
    std::uint8_t value = 0; // the bits of the first octet that belong to the length
    if (first < 0x80) {
        octets = 1;
        value = first;
    } else if (first < 0xc0) {
        octets = 2;
        value = first & 0x3f;
    } else if (first < 0xe0) {
        octets = 3;
        value = first & 0x1f;
    } else if (first < 0xf0) {
        octets = 4;
        value = first & 0x0f;
    } else if (first == 0xf0) {
        octets = 5;
    } else {
        return LengthState::Bad; // F1…F7 are undefined, F8…FF are control octets nobody uses yet
    }
    if (buffer_.size() - at_ < octets) {
        return LengthState::Incomplete;
    }
    length = value;
    for (std::size_t i = 1; i < octets; ++i) {
        length = length << 8 | static_cast<std::uint8_t>(buffer_[at_ + i]);
    }
    return LengthState::Ready;
}

Decoder::Status Decoder::next(Sentence& sentence) {
    while (!failed_) {
        std::size_t length = 0;
        std::size_t octets = 0;
        switch (readLength(length, octets)) {
        case LengthState::Incomplete:
            compact();
            return Status::NeedMore;
        case LengthState::Bad: {
            constexpr char digits[] = "0123456789ABCDEF";
            const auto octet = static_cast<std::uint8_t>(buffer_[at_]);
            return refuse(std::string("Octet 0x") + digits[octet >> 4] + digits[octet & 15] + " cannot begin a word; this is not the RouterOS API.");
        }
        case LengthState::Ready: break;
        }
        if (length > limits_.wordOctets) {
            return refuse("A word of " + std::to_string(length) + " octets is announced; the limit is " + std::to_string(limits_.wordOctets) + ".");
        }
        if (length > 0 && (partial_.size() >= limits_.words || partialOctets_ + length > limits_.sentenceOctets)) {
            return refuse("A sentence is longer than " + std::to_string(limits_.words) + " words or " + std::to_string(limits_.sentenceOctets) + " octets.");
        }
        if (buffer_.size() - at_ - octets < length) {
            compact();
            return Status::NeedMore;
        }
        if (length > 0) {
            partial_.emplace_back(buffer_, at_ + octets, length);
            partialOctets_ += length;
        }
        at_ += octets + length;
        if (length == 0 && !partial_.empty()) {
            sentence = std::exchange(partial_, {});
            partialOctets_ = 0;
            return Status::Done;
        }
    }
    return Status::Error;
}

Decoder::Status Decoder::refuse(std::string text) {
    failed_ = true;
    error_ = {core::base::ErrorCode::Protocol, std::move(text), {}};
    buffer_.clear();
    at_ = 0;
    return Status::Error;
}

void Decoder::compact() {
    buffer_.erase(0, at_);
    at_ = 0;
}

} // namespace core::routeros::api
