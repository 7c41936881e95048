#include "expectations.h"

#include <fstream>
#include <sstream>

namespace cases {

std::map<std::string, Expectation> readExpectations(const std::filesystem::path& file) {
    std::map<std::string, Expectation> out;
    std::ifstream lines(file);
    Expectation* at = nullptr;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::istringstream words(line);
        std::string kind, first, second;
        words >> kind >> first;
        if (kind == "case") {
            at = &out[first];
            words >> second >> at->board;
        } else if (at && kind == "path") {
            ExpectedPath path{first, {}, {}};
            words >> path.to >> path.path;
            at->paths.push_back(std::move(path));
        } else if (at && kind == "cite") {
            ExpectedLine cited{first, {}, {}};
            // Two blanks: a line of no menu.
            words.get();
            if (words.peek() != ' ') {
                words >> cited.menu;
            }
            std::getline(words >> std::ws, cited.text);
            at->lines.push_back(std::move(cited));
        } else if (at && kind == "live") {
            at->live.insert(first);
        } else if (at && kind == "story") {
            at->story.insert(first);
        }
    }
    return out;
}

std::set<std::string> rootCauses(const std::filesystem::path& caseFile) {
    std::set<std::string> out;
    std::ifstream lines(caseFile);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("Root cause id") == std::string::npos) {
            continue;
        }
        for (std::size_t open = line.find('`'); open != std::string::npos; open = line.find('`', open + 1)) {
            const std::size_t close = line.find('`', open + 1);
            if (close == std::string::npos) {
                break;
            }
            out.insert(line.substr(open + 1, close - open - 1));
            open = close;
        }
        break;
    }
    return out;
}

} // namespace cases
