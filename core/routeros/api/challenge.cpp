#include "core/routeros/api/challenge.h"

#include <openssl/evp.h>

#include <array>
#include <optional>

namespace core::routeros::api {

using core::base::ErrorCode;
using core::base::fail;

namespace {

std::optional<unsigned> hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return static_cast<unsigned>(c - 'a' + 10);
    }
    if (c >= 'A' && c <= 'F') {
        return static_cast<unsigned>(c - 'A' + 10);
    }
    return std::nullopt;
}

} // namespace

core::base::Result<std::string> challengeResponse(std::string_view password, std::string_view challengeHex) {
    if (challengeHex.size() != 32) {
        return fail(ErrorCode::InvalidInput, "The login challenge must be 32 hex digits, not " + std::to_string(challengeHex.size()) + " characters.");
    }
    std::string message(1, '\0');
    message.append(password);
    for (std::size_t i = 0; i < challengeHex.size(); i += 2) {
        const auto high = hexDigit(challengeHex[i]);
        const auto low = hexDigit(challengeHex[i + 1]);
        if (!high || !low) {
            return fail(ErrorCode::InvalidInput, "The login challenge holds something else than hex digits.");
        }
        message.push_back(static_cast<char>(*high << 4 | *low));
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (EVP_Digest(message.data(), message.size(), digest.data(), &length, EVP_md5(), nullptr) != 1) {
        return fail(ErrorCode::Unsupported, "This system's OpenSSL refuses MD5, which the login of old RouterOS versions needs.");
    }
    std::string response = "00";
    constexpr char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < length; ++i) {
        response.push_back(digits[digest[i] >> 4]);
        response.push_back(digits[digest[i] & 15]);
    }
    return response;
}

} // namespace core::routeros::api
