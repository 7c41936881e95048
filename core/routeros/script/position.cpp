#include "core/routeros/script/position.h"

namespace core::routeros::script {

core::base::Error errorAt(std::string_view fileName, Position at, std::string_view text) {
    return {core::base::ErrorCode::InvalidInput,
            std::string(fileName) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + std::string(text), {}};
}

} // namespace core::routeros::script
