#include "app/agentd/password.h"

#include "core/base/resources.h"

#include <cstdlib>

namespace app::agentd {

core::base::Result<std::string> readPassword(const std::string& file) {
    std::string password;
    if (file.empty()) {
        if (const char* value = std::getenv("PATHSCOPE_AGENT_PASSWORD")) {
            password = value;
            unsetenv("PATHSCOPE_AGENT_PASSWORD");
        }
    } else {
        const auto text = core::base::readFile(file);
        if (!text) {
            return tl::unexpected(text.error());
        }
        password = text->substr(0, text->find_first_of("\r\n"));
    }
    if (password.empty()) {
        return core::base::fail(core::base::ErrorCode::InvalidInput,
                                "The API user needs a password: set PATHSCOPE_AGENT_PASSWORD or give --password-file FILE.");
    }
    return password;
}

} // namespace app::agentd
