#include "core/report/words.h"

#include "core/base/format.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace core::report {

using core::model::Metric;

namespace {

std::string number(const char* format, double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

// Three digits that say something, and no more: 13.1, 3.04, 148.
std::string threeDigits(double value) {
    const double size = std::abs(value);
    return number(size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
}

// What a difference is counted in: hundredths, or points.
double counted(Metric metric, double difference) {
    return metric == Metric::BusiestCore ? difference : difference * 100;
}

std::string signedNumber(double value) {
    const bool whole = std::abs(value) >= 9.95;
    std::string text = number(whole ? "%.0f" : "%.1f", std::abs(value));
    if (text == "0.0") {
        return "0";
    }
    return (value < 0 ? "\u2212" : "+") + text;
}

const char* unitOf(Metric metric) {
    return core::model::isRelative(metric) ? " %" : " pt";
}

} // namespace

std::string metricName(Metric metric) {
    constexpr std::array<const char*, 6> names{"Throughput", "Ping, median", "Ping, 95 of 100", "Ping, 99 of 100", "Busiest core", "Bytes on a fast path"};
    return names[static_cast<std::size_t>(metric)];
}

std::string valueText(Metric metric, double value) {
    switch (metric) {
    case Metric::Throughput:
        return core::base::formatBitRate({value});
    case Metric::PingMedian:
    case Metric::PingP95:
    case Metric::PingP99:
        return threeDigits(value) + " ms";
    case Metric::BusiestCore:
        return number("%.0f %%", value);
    case Metric::FastShare:
        return number("%.1f %%", value * 100);
    }
    return {};
}

std::string differenceText(Metric metric, double difference) {
    return signedNumber(counted(metric, difference)) + unitOf(metric);
}

std::string intervalText(Metric metric, double low, double high) {
    return signedNumber(counted(metric, low)) + " \u2026 " + signedNumber(counted(metric, high)) + unitOf(metric);
}

std::string sizeText(Metric metric, double difference) {
    const double size = std::abs(counted(metric, difference));
    return number(size >= 9.95 ? "%.0f" : "%.1f", size) + unitOf(metric);
}

std::string verdictName(core::model::ExperimentVerdict verdict) {
    constexpr std::array<const char*, 5> names{"Better", "Worse", "No difference", "Not enough data", "No verdict"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string dateText(std::int64_t ms) {
    constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
    std::tm parts{};
    if (gmtime_r(&seconds, &parts) == nullptr) {
        return {};
    }
    return std::to_string(parts.tm_mday) + " " + months[static_cast<std::size_t>(parts.tm_mon)] + " " + std::to_string(parts.tm_year + 1900);
}

std::string visible(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7f) {
            out += c == '\t' ? " " : "\u2423";
            continue;
        }
        // U+200E, U+200F, U+202A … U+202E: E2 80 8E, 8F, AA … AE; U+2066 … U+2069: E2 81 A6 … A9.
        if (c == 0xe2 && i + 2 < text.size()) {
            const auto second = static_cast<unsigned char>(text[i + 1]), third = static_cast<unsigned char>(text[i + 2]);
            const bool turns = (second == 0x80 && (third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae))) || (second == 0x81 && third >= 0xa6 && third <= 0xa9);
            if (turns) {
                out += "\ufffd";
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

} // namespace core::report
