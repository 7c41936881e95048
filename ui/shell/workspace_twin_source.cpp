#include "ui/shell/workspace_twin_source.h"

namespace ui {

WorkspaceTwinSource::WorkspaceTwinSource(core::workspace::Explanation& explanation, std::function<bool()> canRead, QObject* parent)
    : TwinSource(parent)
    , explanation_(explanation)
    , canRead_(std::move(canRead))
    , twin_(explanation) {
    connect(&twin_, &core::workspace::Twin::changed, this, &TwinSource::changed);
    connect(&explanation, &core::workspace::Explanation::changed, this, &TwinSource::configChanged);
}

QStringList WorkspaceTwinSource::boards() const {
    QStringList out;
    for (const std::string& model : core::workspace::twinBoards()) {
        out << QString::fromStdString(model);
    }
    return out;
}

QString WorkspaceTwinSource::board() const {
    const auto& explained = explanation_.state().explained;
    return explained ? QString::fromStdString(explained->diagnosis.board) : QString();
}

std::vector<std::string> WorkspaceTwinSource::places() const {
    std::vector<std::string> out{"LAN", "WAN"};
    if (const auto& explained = explanation_.state().explained) {
        out.insert(out.end(), explained->interfaces.begin(), explained->interfaces.end());
    }
    return out;
}

} // namespace ui
