// Where the bundled agent is, and what it says when it is ready. Pure apart from looking at the file system.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <optional>

namespace core::twin {

// $PATHSCOPE_BIN/pathscope-agent, else beside this program, else on the PATH. NotFound names the places.
core::base::Result<QString> findAgentProgram();

// {"ready":true,"api_port":40123} → 40123. Absent: not such a line.
std::optional<quint16> readyPort(const QByteArray& line);

} // namespace core::twin
