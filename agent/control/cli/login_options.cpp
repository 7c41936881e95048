#include "agent/control/cli/login_options.h"

namespace agent::control {

namespace {

constexpr int kLargest = 65535; // columns or rows

// Takes one option over; false for a letter that is none.
bool apply(LoginOptions& options, char letter, std::optional<int> number) {
    const bool on = number.value_or(0) != 0;
    switch (letter) {
    case 'c': options.colours = on; return true;
    case 't': options.detects = on; return true;
    case 'e': options.dumb = !on; return true;
    case 'w': options.columns = number; return true;
    case 'h': options.rows = number; return true;
    default: return false;
    }
}

} // namespace

LoginOptions parseLogin(std::string_view login) {
    LoginOptions plain;
    plain.name = login;
    const std::size_t plus = login.rfind('+');
    if (plus == std::string_view::npos || plus == 0) {
        return plain;
    }
    LoginOptions options;
    options.name = login.substr(0, plus);
    std::optional<int> number;
    for (const char c : login.substr(plus + 1)) {
        if (c >= '0' && c <= '9') {
            number = number.value_or(0) * 10 + (c - '0');
            if (*number > kLargest) {
                return plain;
            }
        } else if (!apply(options, c, number)) {
            return plain;
        } else {
            number.reset();
        }
    }
    return options; // a number behind the last letter means nothing: netmiko 2 writes "+cetw511h4098"
}

} // namespace agent::control
