#include "agent/control/commands/capture.h"

#include "core/routeros/config/values.h"

#include <string>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;

namespace {
constexpr std::uint64_t kMost = 16u << 20; // what a file of the router may have
constexpr std::uint64_t kLeast = 4096;
} // namespace

Outcome<Answer> startCapture(Context& context, const Request& request) {
    const auto text = request.argument("limit");
    const auto limit = text && !text->empty() ? config::parseSize(*text) : std::optional<std::uint64_t>(kMost);
    if (!limit || *limit < kLeast || *limit > kMost) {
        return config::refuse(config::kArgument, "invalid value for argument limit: 4KiB to 16MiB");
    }
    context.engine.startCapture(static_cast<std::size_t>(*limit));
    return Answer{};
}

Outcome<Answer> stopCapture(Context& context, const Request& request) {
    const auto name = request.argument("file-name");
    const auto file = context.engine.stopCapture();
    if (!file) {
        return config::refuse(config::kGeneral, "failure: no capture is running; use start first");
    }
    const auto written = context.files.write(name && !name->empty() ? *name : std::string_view("capture.pcapng"), *file, context.wallClock.seconds());
    if (!written) {
        return config::refuse(config::kGeneral, "failure: " + written.error().describe());
    }
    return Answer{};
}

} // namespace agent::control
