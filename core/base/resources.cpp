#include "core/base/resources.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace core::base {
namespace fs = std::filesystem;

Result<fs::path> resourceDir() {
    std::vector<fs::path> tried;
    if (const char* env = std::getenv("PATHSCOPE_RESOURCES"); env != nullptr && *env != '\0') {
        tried.emplace_back(env);
    }
    std::error_code ec;
    if (const fs::path self = fs::read_symlink("/proc/self/exe", ec); !ec) {
        tried.push_back(self.parent_path().parent_path() / "share" / "pathscope");
    }
    std::string list;
    for (const fs::path& dir : tried) {
        if (fs::is_directory(dir, ec)) {
            return dir;
        }
        list += (list.empty() ? "" : ", ") + dir.string();
    }
    return fail(ErrorCode::NotFound, "Pathscope's resource files were not found; looked in " + list + ". Set PATHSCOPE_RESOURCES to the folder that holds boards/ and labs/.");
}

Result<std::string> readFile(const fs::path& file) {
    std::error_code ec;
    if (fs::is_directory(file, ec)) {
        return fail(ErrorCode::InvalidInput, file.string() + " is a folder, a file was expected.");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        const int error = errno;
        const ErrorCode code = error == ENOENT ? ErrorCode::NotFound : error == EACCES ? ErrorCode::PermissionDenied : ErrorCode::Io;
        return fail(code, "Cannot open " + file.string() + ".", std::strerror(error));
    }
    std::ostringstream content;
    content << in.rdbuf();
    if (in.bad()) {
        return fail(ErrorCode::Io, "Cannot read " + file.string() + ".", std::strerror(errno));
    }
    return std::move(content).str();
}

} // namespace core::base
