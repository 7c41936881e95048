#include "core/report/gzip.h"

#include <array>
#include <zlib.h>

namespace core::report {

namespace {
constexpr int kGzipWindow = 15 + 16;
constexpr std::size_t kMost = 256u << 20;
} // namespace

std::string gzip(const std::string& bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return {};
    }
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

core::base::Result<std::string> gunzip(const std::string& bytes) {
    z_stream stream{};
    if (inflateInit2(&stream, kGzipWindow) != Z_OK) {
        return core::base::fail(core::base::ErrorCode::Internal, "Cannot unpack the file.");
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string out;
    std::array<char, 65536> piece{};
    int state = Z_OK;
    while (state == Z_OK && out.size() <= kMost) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = piece.size();
        state = inflate(&stream, Z_NO_FLUSH);
        out.append(piece.data(), piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, out.size() > kMost ? "The packed file is larger than 256 MiB." : "The packed file is damaged or ends too early.");
    }
    return out;
}

} // namespace core::report
