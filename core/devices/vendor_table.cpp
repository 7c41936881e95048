#include "core/devices/vendor_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace core::devices {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr double kContradiction = 0.02;
constexpr std::size_t kMostText = 1U << 20U;

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return out;
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\"");
    const auto last = text.find_last_not_of(" \t\r\"");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::vector<std::string> split(std::string_view text, std::string_view at) {
    std::vector<std::string> out;
    while (true) {
        const auto end = text.find_first_of(at);
        out.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) {
            return out;
        }
        text.remove_prefix(end + 1);
    }
}

std::optional<double> number(const std::string& text) {
    double out = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && out > 0 && out < 1e9 ? std::optional(out) : std::nullopt;
}

bool isNone(const std::string& text) {
    return text.empty() || text == "-" || text == "–" || text == "n/a";
}

std::optional<TestMode> modeOf(const std::string& words) {
    const std::string text = lower(words);
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    const bool bridging = has("bridging");
    if (!bridging && !has("routing")) {
        return std::nullopt;
    }
    if (has("fast path") || has("none")) {
        return bridging ? TestMode::Bridging : TestMode::Routing;
    }
    if (has("25") && has("rule")) {
        return bridging ? TestMode::BridgingRules : TestMode::RoutingRules;
    }
    return has("25") && has("queue") && !bridging ? std::optional(TestMode::RoutingQueues) : std::nullopt;
}

class Reader {
public:
    explicit Reader(std::string_view fileName)
        : file_(fileName) {}

    Result<void> line(std::string_view text) {
        ++line_;
        if (trimmed(text).empty() || trimmed(text).front() == '#') {
            return {};
        }
        if (columns_.empty() && lower(text).find("octets") != std::string::npos) {
            columns_ = split(lower(text), ",;\t");
            return {};
        }
        return columns_.empty() ? pasted(text) : csv(text);
    }

    std::vector<MeasuredRow> rows;

private:
    tl::unexpected<core::base::Error> wrong(const std::string& what) const {
        return fail(ErrorCode::InvalidInput, file_ + ":" + std::to_string(line_) + ": " + what);
    }

    Result<void> csv(std::string_view text) {
        const auto fields = split(text, ",;\t");
        const auto field = [&](std::string_view name) {
            const auto at = std::find(columns_.begin(), columns_.end(), name);
            const auto i = static_cast<std::size_t>(at - columns_.begin());
            return at != columns_.end() && i < fields.size() ? fields[i] : std::string();
        };
        const auto octets = number(field("octets"));
        if (!octets || *octets < 64 || *octets > 1518) {
            return wrong("'" + field("octets") + "' is no size of a frame, 64 to 1518 octets");
        }
        return keep(field("mode") + " " + field("configuration"), static_cast<std::uint32_t>(*octets), field("kpps"), field("mbps"));
    }

    // The figures stand at the end, the words in front of them.
    Result<void> pasted(std::string_view text) {
        const std::string small = lower(text);
        if (small.find("byte") != std::string::npos && !modeOf(small)) {
            return sizes(small);
        }
        std::vector<std::string> words;
        for (const std::string& word : split(text, " \t")) {
            if (!word.empty()) {
                words.push_back(word);
            }
        }
        std::size_t figures = 0;
        while (figures < words.size() && figures < 2 * sizes_.size() && (number(words[words.size() - 1 - figures]) || isNone(words[words.size() - 1 - figures]))) {
            ++figures;
        }
        if (figures == 0) {
            return {}; // a heading
        }
        std::string what;
        for (std::size_t i = 0; i + figures < words.size(); ++i) {
            what += (i == 0 ? "" : " ") + words[i];
        }
        if (figures != 2 * sizes_.size()) {
            return wrong("there are " + std::to_string(figures) + " figures behind '" + what + "', kpps and Mbps for each of " + std::to_string(sizes_.size()) + " sizes are expected");
        }
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            const std::size_t at = words.size() - figures + 2 * i;
            if (const Result<void> kept = keep(what, sizes_[i], words[at], words[at + 1]); !kept) {
                return kept;
            }
        }
        return {};
    }

    Result<void> sizes(const std::string& text) {
        std::vector<std::uint32_t> found;
        const auto words = split(text, " \t");
        for (const std::string& word : words) {
            if (const auto size = number(word); size && *size >= 64 && *size <= 1518) {
                found.push_back(static_cast<std::uint32_t>(*size));
            }
        }
        if (found.empty()) {
            return wrong("this line speaks of bytes and names no size");
        }
        sizes_ = std::move(found);
        return {};
    }

    Result<void> keep(const std::string& what, std::uint32_t octets, const std::string& kpps, const std::string& mbps) {
        if (isNone(kpps) && isNone(mbps)) {
            return {};
        }
        const auto mode = modeOf(what);
        if (!mode) {
            return wrong("'" + what + "' is none of: bridging or routing, none (fast path), 25 filter rules, 25 simple queues");
        }
        const auto packets = isNone(kpps) ? std::nullopt : number(kpps), bits = isNone(mbps) ? std::nullopt : number(mbps);
        if ((!packets && !isNone(kpps)) || (!bits && !isNone(mbps))) {
            return wrong("'" + (packets || isNone(kpps) ? mbps : kpps) + "' is no figure");
        }
        const double fromBits = bits ? *bits * 1e6 / 8 / octets : 0;
        const double pps = packets ? *packets * 1000 : fromBits;
        if (bits && std::abs(fromBits / pps - 1) > kContradiction) {
            return wrong(kpps + " kpps of " + std::to_string(octets) + " octets are " + std::to_string(std::lround(pps * octets * 8 / 1e6)) + " Mb/s, not " + mbps);
        }
        rows.push_back({*mode, octets, pps, line_});
        return {};
    }

    std::string file_;
    int line_ = 0;
    std::vector<std::string> columns_;
    std::vector<std::uint32_t> sizes_{1518, 512, 64};
};

} // namespace

std::string_view testModeText(TestMode mode) {
    constexpr std::array<std::string_view, 5> texts{"bridging", "bridging, 25 rules", "routing", "routing, 25 simple queues", "routing, 25 rules"};
    return texts[static_cast<std::size_t>(mode)];
}

Result<std::vector<MeasuredRow>> parseVendorTable(std::string_view text, std::string_view fileName) {
    if (text.size() > kMostText) {
        return fail(ErrorCode::InvalidInput, std::string(fileName) + " is larger than any table of test results.");
    }
    Reader reader(fileName);
    while (!text.empty()) {
        const auto end = text.find('\n');
        if (const Result<void> read = reader.line(text.substr(0, end)); !read) {
            return tl::unexpected(read.error());
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (reader.rows.empty()) {
        return fail(ErrorCode::InvalidInput, std::string(fileName) + " holds no row of a table of test results.");
    }
    return std::move(reader.rows);
}

} // namespace core::devices
