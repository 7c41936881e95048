#include "app/agentd/replay_files.h"

#include "agent/io/capture_file.h"
#include "agent/runtime/replay.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

namespace app::agentd {

using agent::dataplane::DropReason;
using agent::dataplane::PortId;
using agent::io::CapturedFrame;
using agent::io::CaptureFile;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::size_t kCaptureLimit = 256u << 20;

struct Source {
    std::string path;
    std::unique_ptr<CaptureFile> file;
    PortId port = 0; // of frames that are sent to no port's own address
    std::optional<CapturedFrame> next;
};

Result<Source> openSource(const std::string& text, const std::vector<std::string>& ports) {
    Source source;
    const std::size_t equals = text.find('=');
    const auto named = equals == std::string::npos ? ports.end() : std::find(ports.begin(), ports.end(), text.substr(0, equals));
    source.path = named == ports.end() ? text : text.substr(equals + 1);
    source.port = named == ports.end() ? PortId(0) : static_cast<PortId>(named - ports.begin());
    auto opened = CaptureFile::open(source.path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    source.file = *std::move(opened);
    source.next = source.file->next();
    return source;
}

std::string summaryOf(const agent::runtime::Replay& replay, std::uint64_t read, std::uint64_t skipped) {
    const auto& paths = replay.engine().pathCounters().packets;
    const auto& ledger = replay.engine().ledger();
    std::string text = "{\"read\":" + std::to_string(read) + ",\"skipped\":" + std::to_string(skipped) + ",\"sent\":" +
                       std::to_string(replay.captured().frames() + replay.captured().left()) + ",\"paths\":{";
    for (const core::model::PathKind path : core::model::kAllPaths) {
        text += (path == core::model::kAllPaths.front() ? "\"" : ",\"") + std::string(core::model::pathId(path)) +
                "\":" + std::to_string(paths[static_cast<std::size_t>(path)]);
    }
    text += "},\"drops\":{";
    bool first = true;
    for (std::size_t i = 0; i < agent::dataplane::kDropReasonCount; ++i) {
        if (ledger.drops[i] != 0) {
            text += (first ? "\"" : ",\"") + std::string(agent::dataplane::dropReasonName(static_cast<DropReason>(i))) + "\":" + std::to_string(ledger.drops[i]);
            first = false;
        }
    }
    return text + "}}";
}

Result<void> writeFile(const std::string& path, const std::string& octets) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
    if (!file || std::fwrite(octets.data(), 1, octets.size(), file.get()) != octets.size() || std::fflush(file.get()) != 0) {
        return fail(ErrorCode::Io, "The capture file " + path + " cannot be written; choose another place.");
    }
    return {};
}

} // namespace

Result<std::string> replayFiles(const agent::dataplane::EngineConfigPtr& config, const Options& options) {
    std::vector<std::string> ports;
    for (const auto& port : config->ports) {
        ports.push_back(port.name);
    }
    std::vector<Source> sources;
    for (const std::string& text : options.replayFiles) {
        auto source = openSource(text, ports);
        if (!source) {
            return tl::unexpected(source.error());
        }
        sources.push_back(*std::move(source));
    }
    agent::runtime::Replay replay(config, ports, kCaptureLimit);
    std::uint64_t read = 0, skipped = 0;
    for (;;) { // the earliest frame of all files
        const auto source = std::min_element(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
            return a.next && (!b.next || a.next->time < b.next->time);
        });
        if (source == sources.end() || !source->next) {
            break;
        }
        ++read;
        const CapturedFrame& frame = *source->next;
        const bool taken = frame.whole && replay.add(replay.portOf(frame.octets, source->port), frame.time, frame.octets);
        skipped += taken ? 0u : 1u;
        source->next = source->file->next();
        if (!source->next && !source->file->fault().empty()) {
            return fail(ErrorCode::InvalidInput, source->path + " is damaged after " + std::to_string(read) + " frames.", source->file->fault());
        }
    }
    replay.finish();
    if (!options.captureFile.empty()) {
        if (auto written = writeFile(options.captureFile, replay.captured().octets()); !written) {
            return tl::unexpected(written.error());
        }
    }
    return summaryOf(replay, read, skipped);
}

} // namespace app::agentd
