// tests/cases/expectations.txt, and the root cause ids of a case.md.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cases {

struct ExpectedPath {
    std::string from, to, path; // an end may carry an address: "LAN#10.0.0.0/8"
};
struct ExpectedLine {
    std::string id, menu, text;
};

struct Expectation {
    std::string board;
    std::vector<ExpectedPath> paths;
    std::vector<ExpectedLine> lines;
    std::set<std::string> live, story;
};

// By case number ("01").
[[nodiscard]] std::map<std::string, Expectation> readExpectations(const std::filesystem::path& file);
[[nodiscard]] std::set<std::string> rootCauses(const std::filesystem::path& caseFile);

} // namespace cases
