#include "core/link/session.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;

Session::Session(Timeouts timeouts, QObject* parent)
    : QObject(parent)
    , timeouts_(timeouts) {}

QCoro::Task<core::base::Result<Answer>> Session::request(core::model::Request request) {
    return this->request(std::move(request), timeouts_.request);
}

std::size_t retainedOctets(const core::model::Row& row) {
    constexpr std::size_t kInPlace = 15; // what a std::string holds without memory of its own
    const auto beyond = [](const std::string& text) { return text.capacity() > kInPlace ? text.capacity() + 17 : 0; };
    std::size_t sum = sizeof(core::model::Row) + row.attributes().capacity() * sizeof(core::model::Attribute) + 16;
    for (const core::model::Attribute& attribute : row.attributes()) {
        sum += beyond(attribute.name) + beyond(attribute.value);
    }
    return sum;
}

bool isNoSuchCommand(const Error& error) {
    constexpr std::array<std::string_view, 2> kTexts{"no such command", "bad command name"}; // API, command line
    return error.code == ErrorCode::Refused && std::any_of(kTexts.begin(), kTexts.end(), [&error](std::string_view text) {
               return error.cause.find(text) != std::string::npos;
           });
}

Error peerChangedError(const std::string& peer, const PeerChange& change) {
    const bool hostKey = change.seen.kind == PeerIdentity::Kind::HostKey;
    const std::string what = hostKey ? "host key" : "certificate";
    return {ErrorCode::PermissionDenied,
            peer + " shows another " + what + " than before. Known: " + change.known + ". Shown now: " + change.seen.fingerprint +
                ". Unless the router was reset or its " + what +
                " was changed on purpose, somebody may be in between. Nothing was sent. Trust the new one only after comparing it on the "
                "router.",
            {}};
}

} // namespace core::link
