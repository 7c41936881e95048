#include "core/workspace/plan_file.h"

#include "core/base/atomic_file.h"
#include "core/planner/plan_json.h"

#include <QFile>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;

core::base::Result<core::model::Plan> readPlanFile(const QString& path) {
    QFile file(path);
    const bool stdIn = path == QStringLiteral("-");
    if (!(stdIn ? file.open(0, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly))) {
        return fail(file.exists() ? ErrorCode::Io : ErrorCode::NotFound, "Cannot read " + path.toStdString() + ".", file.errorString().toStdString());
    }
    // One octet more than a plan may have: the reader complains of it.
    const QByteArray text = file.read(static_cast<qint64>(core::planner::kMaximumPlanSize) + 1);
    return core::planner::readPlan({text.constData(), static_cast<std::size_t>(text.size())}, stdIn ? "standard input" : path.toStdString());
}

core::base::Result<void> writePlanFile(const QString& path, const core::model::Plan& plan) {
    return core::base::writeFileAtomically(path.toStdString(), core::planner::writePlan(plan));
}

std::string planJson(const core::model::Plan& plan) {
    return core::planner::writePlan(plan);
}

} // namespace core::workspace
