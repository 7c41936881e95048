#include "agent/control/commands/file_store.h"

#include "core/base/atomic_file.h"
#include "core/base/resources.h"

#include <algorithm>
#include <chrono>

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxFile = 16u << 20;
constexpr std::uintmax_t kMaxTotal = 256u << 20;

// One flat directory: a slash in a name is written "%2F", a percent sign "%25", so that no name leads out of it.
std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) {
        out += c == '/' ? std::string("%2F") : c == '%' ? std::string("%25") : std::string(1, c);
    }
    return out;
}

std::string unescaped(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::string_view code = name.substr(i, 3);
        if (code == "%2F" || code == "%25") {
            out += code == "%2F" ? '/' : '%';
            i += 2;
        } else {
            out += name[i];
        }
    }
    return out;
}

bool isName(std::string_view name) {
    const bool control = std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    return !name.empty() && name.size() <= 200 && !control && name.front() != '/' && name.front() != '.';
}

} // namespace

fs::path FileStore::pathOf(std::string_view name) const { return directory_ / escaped(name); }

std::map<std::string, FileStore::Entry, std::less<>> FileStore::list() const {
    std::map<std::string, Entry, std::less<>> out;
    for (const auto& [name, file] : held_) {
        out.emplace(name, Entry{file.text.size(), file.modified});
    }
    std::error_code error;
    for (auto it = directory_.empty() ? fs::directory_iterator() : fs::directory_iterator(directory_, error);
         it != fs::directory_iterator(); it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with('.') || !it->is_regular_file(error)) {
            continue;
        }
        const auto written = fs::last_write_time(it->path(), error);
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(written).time_since_epoch());
        out.emplace(unescaped(name), Entry{it->file_size(error), static_cast<std::time_t>(seconds.count())});
    }
    return out;
}

Result<std::string> FileStore::read(std::string_view name) const {
    if (const auto held = held_.find(name); held != held_.end()) {
        return held->second.text;
    }
    if (directory_.empty() || !isName(name) || !fs::exists(pathOf(name))) {
        return fail(ErrorCode::NotFound, "no such file: " + std::string(name));
    }
    return core::base::readFile(pathOf(name).string());
}

Result<void> FileStore::write(std::string_view name, std::string_view text, std::time_t now) {
    if (!isName(name)) {
        return fail(ErrorCode::InvalidInput, "'" + std::string(name) + "' cannot be the name of a file");
    }
    std::uintmax_t total = text.size();
    for (const auto& [other, entry] : list()) {
        total += other == name ? 0 : entry.size;
    }
    if (text.size() > kMaxFile || total > kMaxTotal) {
        return fail(ErrorCode::Io, "no space for " + std::string(name) + ": a file may have 16 MiB, all of them 256 MiB");
    }
    if (directory_.empty()) {
        held_.insert_or_assign(std::string(name), Held{std::string(text), now});
        return {};
    }
    std::error_code error;
    fs::create_directories(directory_, error); // what is wrong with it, the write says
    return core::base::writeFileAtomically(pathOf(name), text);
}

Result<void> FileStore::remove(std::string_view name) {
    std::error_code error;
    const bool gone = directory_.empty() ? held_.erase(std::string(name)) > 0 : isName(name) && fs::remove(pathOf(name), error);
    return gone ? Result<void>() : fail(ErrorCode::NotFound, "no such file: " + std::string(name));
}

} // namespace agent::control
