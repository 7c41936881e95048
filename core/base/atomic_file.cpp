#include "core/base/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace core::base {

namespace {

// Closes, and removes the half-written file unless it was renamed.
class Temporary {
public:
    explicit Temporary(std::filesystem::path path) : path_(std::move(path)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        close();
        if (!renamed_) {
            ::unlink(path_.c_str());
        }
    }

    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }

    bool write(std::string_view content) {
        while (!content.empty()) {
            const ssize_t written = ::write(descriptor_, content.data(), content.size());
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written <= 0) {
                return false;
            }
            content.remove_prefix(static_cast<std::size_t>(written));
        }
        return ::fsync(descriptor_) == 0 && close();
    }

    bool renameTo(const std::filesystem::path& target) {
        renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
        return renamed_;
    }

private:
    bool close() {
        const int descriptor = std::exchange(descriptor_, -1);
        return descriptor < 0 || ::close(descriptor) == 0;
    }

    std::filesystem::path path_;
    int descriptor_ = -1;
    bool renamed_ = false;
};

Result<void> failed(const std::filesystem::path& file) {
    const int error = errno;
    const bool denied = error == EACCES || error == EPERM || error == EROFS;
    return fail(denied ? ErrorCode::PermissionDenied : ErrorCode::Io, "Cannot write " + file.string() + ": " + std::strerror(error) + ".");
}

} // namespace

Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view content) {
    Temporary temporary(file.string() + ".new");
    if (!temporary.isOpen() || !temporary.write(content) || !temporary.renameTo(file)) {
        return failed(file);
    }
    // The new name is lasting only once the directory is.
    const std::filesystem::path directory = file.has_parent_path() ? file.parent_path() : ".";
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return failed(directory);
    }
    const bool synced = ::fsync(descriptor) == 0 || errno == EINVAL; // some file systems have no directories to sync
    ::close(descriptor);
    return synced ? Result<void>() : failed(directory);
}

} // namespace core::base
