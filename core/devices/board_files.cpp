#include "core/devices/board_files.h"

#include "core/base/resources.h"

#include <algorithm>
#include <cstdlib>

namespace core::devices {
namespace fs = std::filesystem;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

Result<fs::path> productFolder() {
    return core::base::resourceDir().map([](const fs::path& dir) { return dir / "boards"; });
}

} // namespace

fs::path userBoardFolder() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    const fs::path base = data != nullptr && *data != '\0' ? fs::path(data) : home != nullptr && *home != '\0' ? fs::path(home) / ".local/share" : fs::path();
    return base.empty() ? base : base / "pathscope/boards";
}

Result<fs::path> boardFile(std::string_view model) {
    const auto product = productFolder();
    if (!product) {
        return tl::unexpected(product.error());
    }
    const bool plainName = !model.empty() && model.find('/') == std::string_view::npos && model.front() != '.';
    std::error_code ec;
    for (const fs::path& folder : {userBoardFolder(), *product}) {
        const fs::path file = folder / (std::string(model) + ".json");
        if (plainName && !folder.empty() && fs::exists(file, ec)) {
            return file;
        }
    }
    std::string known;
    for (const std::string& each : boardModels().value_or(std::vector<std::string>())) {
        known += (known.empty() ? "" : ", ") + each;
    }
    return fail(ErrorCode::NotFound, "There is no board \"" + std::string(model) + "\". Boards: " + known + ".");
}

Result<std::vector<std::string>> boardModels() {
    const auto product = productFolder();
    if (!product) {
        return tl::unexpected(product.error());
    }
    std::vector<std::string> models;
    const auto list = [&models](const fs::path& folder) {
        std::error_code ec;
        for (const auto& entry : fs::directory_iterator(folder, ec)) {
            if (entry.path().extension() == ".json") {
                models.push_back(entry.path().stem().string());
            }
        }
        return ec;
    };
    if (const std::error_code ec = list(*product)) {
        return fail(ErrorCode::Io, "Cannot list " + product->string() + ".", ec.message());
    }
    if (const fs::path own = userBoardFolder(); !own.empty()) {
        list(own); // that it is not there is usual
    }
    std::sort(models.begin(), models.end());
    models.erase(std::unique(models.begin(), models.end()), models.end());
    return models;
}

} // namespace core::devices
