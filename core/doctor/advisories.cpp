#include "core/doctor/advisories.h"

#include "core/base/resources.h"

#include <sstream>

namespace core::doctor {

const std::vector<Advisory>& advisories() {
    static const std::vector<Advisory> list = [] {
        std::vector<Advisory> out;
        const auto dir = core::base::resourceDir();
        if (!dir) {
            return out;
        }
        const auto text = core::base::readFile(*dir / "devices" / "advisories.txt");
        if (!text) {
            return out;
        }
        std::istringstream lines(*text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            Advisory entry;
            std::string fixed;
            if (line.empty() || line.front() == '#' || !(words >> entry.id >> entry.service >> fixed)) {
                continue;
            }
            entry.fixed = parseVersion(fixed);
            std::getline(words >> std::ws, entry.what);
            out.push_back(std::move(entry));
        }
        return out;
    }();
    return list;
}

} // namespace core::doctor
