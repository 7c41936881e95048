#include "core/twin/agent_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

namespace core::twin {

core::base::Result<QString> findAgentProgram() {
    const QString program = QStringLiteral("pathscope-agent");
    QStringList folders;
    if (const QString set = qEnvironmentVariable("PATHSCOPE_BIN"); !set.isEmpty()) {
        folders << set;
    }
    folders << QCoreApplication::applicationDirPath();
    for (const QString& folder : std::as_const(folders)) {
        const QFileInfo file(QDir(folder), program);
        if (file.isExecutable() && file.isFile()) {
            return file.absoluteFilePath();
        }
    }
    if (const QString found = QStandardPaths::findExecutable(program); !found.isEmpty()) {
        return found;
    }
    return core::base::fail(core::base::ErrorCode::NotFound,
                            "The program pathscope-agent was not found in " + folders.join(QStringLiteral(", ")).toStdString() +
                                " or on the PATH. Install it beside this program, or set PATHSCOPE_BIN to its folder.");
}

std::optional<quint16> readyPort(const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const int port = object.value(QLatin1String("api_port")).toInt();
    if (!object.value(QLatin1String("ready")).toBool() || port <= 0 || port > 65535) {
        return std::nullopt;
    }
    return static_cast<quint16>(port);
}

} // namespace core::twin
