#include "app/ctl/password.h"

#include "core/base/resources.h"

#include <cstdio>
#include <iostream>
#include <termios.h>
#include <unistd.h>

namespace app::ctl {

using core::base::ErrorCode;
using core::base::Result;

namespace {

// Switches the terminal's echo off for as long as it lives.
class EchoOff {
public:
    EchoOff() {
        if (tcgetattr(STDIN_FILENO, &before_) == 0) {
            termios quiet = before_;
            quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
            changed_ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0;
        }
    }
    ~EchoOff() {
        if (changed_) {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
        }
    }
    EchoOff(const EchoOff&) = delete;
    EchoOff& operator=(const EchoOff&) = delete;

private:
    termios before_{};
    bool changed_ = false;
};

QString firstLine(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return QString::fromStdString(line);
}

} // namespace

Result<QString> readPassword(const std::string& file, const QString& user, const QString& host) {
    if (qEnvironmentVariableIsSet("PATHSCOPE_PASSWORD")) {
        return qEnvironmentVariable("PATHSCOPE_PASSWORD");
    }
    if (!file.empty()) {
        const Result<std::string> text = core::base::readFile(file);
        return text ? Result<QString>(firstLine(*text)) : tl::unexpected(text.error());
    }
    if (isatty(STDIN_FILENO) == 0) {
        return core::base::fail(ErrorCode::InvalidInput, "There is no password. Set PATHSCOPE_PASSWORD, or give --password-file.");
    }
    std::fprintf(stderr, "Password of %s on %s: ", qPrintable(user), qPrintable(host));
    std::string line;
    {
        const EchoOff quiet;
        std::getline(std::cin, line);
    }
    std::fputc('\n', stderr);
    return QString::fromStdString(line);
}

} // namespace app::ctl
