// Where the password of a router comes from: environment, file or terminal, never the command line.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <string>

namespace app::ctl {

// $PATHSCOPE_PASSWORD when it is set (an empty one is a password too), else the first line of `file` when that is not empty, else asked for
// on the terminal without echo. InvalidInput when there is no terminal to ask on; the file's errors name the file.
core::base::Result<QString> readPassword(const std::string& file, const QString& user, const QString& host);

} // namespace app::ctl
