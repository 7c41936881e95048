// Regular expressions: the C library's, which are the kind RouterOS uses.
#include "core/routeros/script/operators.h"

#include <regex.h>

namespace core::routeros::script {

namespace {

// Expressions of configurations are short; a repetition inside a repetition can take memory without bound when compiled.
constexpr std::size_t kLongestExpression = 1000;
constexpr int kMostRepetitions = 8;

class Compiled {
public:
    explicit Compiled(const std::string& expression) : error_(regcomp(&regex_, expression.c_str(), REG_EXTENDED | REG_NOSUB)) {}
    ~Compiled() {
        if (error_ == 0) {
            regfree(&regex_);
        }
    }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    [[nodiscard]] bool good() const { return error_ == 0; }
    [[nodiscard]] bool found(const std::string& text) const { return regexec(&regex_, text.c_str(), 0, nullptr, 0) == 0; }

private:
    regex_t regex_{};
    int error_;
};

} // namespace

tl::expected<bool, std::string> matches(const std::string& text, const std::string& expression) {
    int repetitions = 0;
    for (const char c : expression) {
        repetitions += c == '{' ? 1 : 0;
    }
    if (expression.size() > kLongestExpression || repetitions > kMostRepetitions) {
        return tl::unexpected(std::string("this regular expression is too long or has too many {repetitions}"));
    }
    if (expression.empty()) {
        return true;
    }
    const Compiled compiled(expression);
    if (!compiled.good()) {
        return tl::unexpected("'" + expression + "' is no regular expression");
    }
    return compiled.found(text);
}

} // namespace core::routeros::script
