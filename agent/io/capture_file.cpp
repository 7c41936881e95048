#include "agent/io/capture_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <pcap/pcap.h>
#include <unistd.h>

namespace agent::io {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {
pcap_t* handleOf(void* handle) {
    return static_cast<pcap_t*>(handle);
}
} // namespace

Result<std::unique_ptr<CaptureFile>> CaptureFile::open(const std::string& path) {
    if (::access(path.c_str(), R_OK) != 0) {
        return fail(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::PermissionDenied, "The capture file " + path + " cannot be read.", std::strerror(errno));
    }
    std::array<char, PCAP_ERRBUF_SIZE> why{};
    pcap_t* handle = pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, why.data());
    if (handle == nullptr) {
        return fail(ErrorCode::InvalidInput, path + " is not a capture file (pcap or pcapng).", why.data());
    }
    if (pcap_datalink(handle) != DLT_EN10MB) {
        pcap_close(handle);
        return fail(ErrorCode::InvalidInput, path + " is a capture of another medium than Ethernet; capture at an Ethernet interface.");
    }
    return std::unique_ptr<CaptureFile>(new CaptureFile(handle));
}

CaptureFile::~CaptureFile() {
    pcap_close(handleOf(handle_));
}

std::optional<CapturedFrame> CaptureFile::next() {
    pcap_pkthdr* header = nullptr;
    const u_char* octets = nullptr;
    const int got = pcap_next_ex(handleOf(handle_), &header, &octets);
    if (got != 1) {
        fault_ = got == PCAP_ERROR ? pcap_geterr(handleOf(handle_)) : "";
        return std::nullopt;
    }
    CapturedFrame frame;
    frame.time = header->ts.tv_sec * core::base::kSecond + header->ts.tv_usec; // nanoseconds, as asked for
    frame.octets = {octets, header->caplen};
    frame.whole = header->caplen == header->len;
    return frame;
}

} // namespace agent::io
