#include "ui/shell/workspace_explain_source.h"

#include "core/workspace/doctor.h"
#include "core/workspace/sarif.h"

namespace ui {

WorkspaceExplainSource::WorkspaceExplainSource(core::workspace::Explanation* explanation, QString name, std::function<bool()> canRead, QObject* parent)
    : ExplainSource(parent)
    , explanation_(explanation)
    , name_(std::move(name))
    , canRead_(std::move(canRead))
    , twin_(new WorkspaceTwinSource(*explanation, canRead_, this)) {
    connect(explanation, &core::workspace::Explanation::changed, this, &ExplainSource::changed);
    connect(explanation, &core::workspace::Explanation::walkChanged, this, &ExplainSource::walkChanged);
}

QStringList WorkspaceExplainSource::boards() const {
    QStringList out;
    for (const std::string& model : core::workspace::boardModels()) {
        out << QString::fromStdString(model);
    }
    return out;
}

QByteArray WorkspaceExplainSource::report() const {
    return state().explained ? QByteArray::fromStdString(core::workspace::diagnosisSarif(state().explained->diagnosis)) : QByteArray();
}

QString WorkspaceExplainSource::documentation(const std::string& id) const {
    const auto page = core::workspace::explainDiagnostic(id);
    return page ? QString::fromStdString(*page) : QString();
}

} // namespace ui
