#include "core/workspace/throughput_check.h"

#include <charconv>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// 0: it is no rate.
double rateOf(std::string_view text) {
    double number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit = text.substr(static_cast<std::size_t>(at - text.data()));
    const double factor = unit.empty() ? 1 : unit == "k" ? 1e3 : unit == "M" ? 1e6 : unit == "G" ? 1e9 : 0;
    return error == std::errc() && number > 0 ? number * factor : 0;
}

} // namespace

Result<ThroughputExpectation> parseThroughput(std::string_view text) {
    ThroughputExpectation out;
    out.text = std::string(trimmed(text));
    const auto arrow = text.find("->");
    const auto colon = text.rfind(':');
    if (arrow != std::string_view::npos && colon != std::string_view::npos && colon > arrow) {
        out.from = std::string(trimmed(text.substr(0, arrow)));
        out.to = std::string(trimmed(text.substr(arrow + 2, colon - arrow - 2)));
        out.bps = rateOf(trimmed(text.substr(colon + 1)));
    }
    if (out.from.empty() || out.to.empty() || out.bps <= 0) {
        return fail(ErrorCode::InvalidInput, "\"" + out.text + "\" is no throughput to expect; write FROM->TO: RATE, such as LAN->WAN: 900M, with k, M or G");
    }
    return out;
}

QCoro::Task<Result<std::vector<ThroughputChecked>>> checkThroughput(core::model::PredictionRequest request, std::string file,
                                                                    std::vector<ThroughputExpectation> expectations, Caching caching) {
    std::vector<ThroughputChecked> out;
    for (const ThroughputExpectation& expectation : expectations) {
        request.from = expectation.from;
        request.to = expectation.to;
        PredictFileHooks hooks;
        hooks.caching = caching;
        Result<core::model::Prediction> prediction = co_await predictFile(request, file, std::string(), std::move(hooks));
        if (!prediction) {
            co_return fail(prediction.error().code, "\"" + expectation.text + "\": " + prediction.error().text, prediction.error().cause);
        }
        out.push_back({expectation, std::move(*prediction)});
    }
    co_return out;
}

} // namespace core::workspace
