#include "agent/control/commands/password_hash.h"

#include <array>
#include <crypt.h>
#include <memory>
#include <sys/random.h>

namespace agent::control {

namespace {

// Hashed against when there is nothing to compare with, so that an unknown user takes as long as a known one.
constexpr const char* kNobody = "$6$pathscopepathsco$";

std::string hashWith(std::string_view password, const char* setting) {
    const auto data = std::make_unique<crypt_data>(); // 32 KiB
    const char* hash = crypt_r(std::string(password).c_str(), setting, data.get());
    return hash && hash[0] != '*' ? hash : "";
}

} // namespace

std::string hashPassword(std::string_view password) {
    if (password.empty()) {
        return {};
    }
    std::array<char, 16> random{};
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
        return {}; // without randomness nobody gets a password
    }
    std::array<char, CRYPT_GENSALT_OUTPUT_SIZE> setting{};
    if (!crypt_gensalt_rn("$6$", 5000, random.data(), static_cast<int>(random.size()), setting.data(), static_cast<int>(setting.size()))) {
        return {};
    }
    return hashWith(password, setting.data());
}

bool matchesPassword(std::string_view password, std::string_view hash) {
    const bool usable = hash.starts_with("$6$") && !password.empty() && password.find('\0') == std::string_view::npos;
    const std::string computed = hashWith(password, usable ? std::string(hash).c_str() : kNobody);
    return usable && equalInConstantTime(computed, hash);
}

bool equalInConstantTime(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0u : 1u;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const char expected = a.empty() ? '\0' : a[i % a.size()];
        difference |= static_cast<unsigned char>(expected) ^ static_cast<unsigned char>(b[i]);
    }
    return difference == 0;
}

} // namespace agent::control
