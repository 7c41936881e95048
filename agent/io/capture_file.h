// Reading capture files (pcap and pcapng, Ethernet) through libpcap.
//
//   auto file = CaptureFile::open("in.pcap");
//   while (auto frame = (*file)->next()) use(frame->time, frame->octets);
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace agent::io {

struct CapturedFrame {
    core::base::Nanos time = 0;            // since the epoch of the file
    std::span<const std::uint8_t> octets;  // good until the next call
    bool whole = true;                     // false: the file kept only its beginning
};

class CaptureFile {
public:
    // NotFound, InvalidInput (no capture file, or not of Ethernet); the text names the file.
    static core::base::Result<std::unique_ptr<CaptureFile>> open(const std::string& path);
    ~CaptureFile();
    CaptureFile(const CaptureFile&) = delete;
    CaptureFile& operator=(const CaptureFile&) = delete;

    // Nothing at the end, and where the file is damaged; see fault().
    [[nodiscard]] std::optional<CapturedFrame> next();
    // Why next() stopped before the end; empty: it did not.
    [[nodiscard]] const std::string& fault() const { return fault_; }

private:
    explicit CaptureFile(void* handle)
        : handle_(handle) {}
    void* handle_; // pcap_t; its header stays out of this one
    std::string fault_;
};

} // namespace agent::io
