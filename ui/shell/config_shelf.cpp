#include "ui/shell/config_shelf.h"

#include "core/workspace/config_document.h"
#include "ui/models/router_list_model.h"
#include "ui/shell/workspace_explain_source.h"
#include "ui/theme/plain_text.h"

namespace ui {

using core::workspace::ConfigDocument;
using core::workspace::ExplainState;

namespace {

// What the sidebar says of an export.
ExportEntry entryOf(const ConfigDocument& document) {
    const ExplainState& state = document.state();
    ExportEntry out;
    out.message = document.path();
    if (!state.explained) {
        const bool failed = state.phase == ExplainState::Phase::Failed;
        out.detail = failed ? ConfigShelf::tr("could not be read") : ConfigShelf::tr("reading…");
        out.tone = failed ? ExportEntry::Tone::Bad : ExportEntry::Tone::Dim;
        return out;
    }
    const core::model::Diagnosis& diagnosis = state.explained->diagnosis;
    const QString board = plainText(diagnosis.board);
    const QString version = plainText(diagnosis.version);
    out.detail = (board.isEmpty() ? ConfigShelf::tr("board not known") : board) + (version.isEmpty() ? QString() : QStringLiteral(" · ") + version);
    int count = 0;
    for (const core::model::Finding& finding : diagnosis.findings) {
        if (finding.severity == core::model::Severity::Healthy) {
            continue;
        }
        ++count;
        const auto tone = finding.severity == core::model::Severity::Critical  ? ExportEntry::Tone::Bad
                          : finding.severity == core::model::Severity::Warning ? ExportEntry::Tone::Warning
                                                                               : ExportEntry::Tone::Dim;
        out.tone = std::max(out.tone, tone);
    }
    if (count == 0) {
        out.tone = ExportEntry::Tone::Good;
    }
    out.figure = count == 0 ? ConfigShelf::tr("healthy") : count == 1 ? ConfigShelf::tr("1 finding") : ConfigShelf::tr("%1 findings").arg(count);
    return out;
}

} // namespace

ConfigShelf::ConfigShelf(core::workspace::Workspace& workspace, RouterListModel* model, QObject* parent)
    : QObject(parent)
    , workspace_(workspace)
    , model_(model) {
    connect(&workspace, &core::workspace::Workspace::configOpened, this, &ConfigShelf::add);
    connect(&workspace, &core::workspace::Workspace::configClosed, this, &ConfigShelf::remove);
    for (ConfigDocument* document : workspace.configs()) {
        add(document);
    }
}

ConfigShelf::~ConfigShelf() = default;

ExplainSource* ConfigShelf::find(const QString& id) const {
    const auto it = sources_.find(id);
    return it == sources_.end() ? nullptr : it->second;
}

ConfigDocument* ConfigShelf::documentOf(const QString& id) const {
    for (ConfigDocument* document : workspace_.configs()) {
        if (document->id() == id) {
            return document;
        }
    }
    return nullptr;
}

void ConfigShelf::close(const QString& id) {
    if (ConfigDocument* document = documentOf(id)) {
        workspace_.closeConfig(document);
    }
}

void ConfigShelf::readAgain(const QString& id) {
    if (ConfigDocument* document = documentOf(id)) {
        document->read();
    }
}

void ConfigShelf::add(ConfigDocument* document) {
    sources_[document->id()] = new WorkspaceExplainSource(document, document->name(), {}, this);
    connect(document, &ConfigDocument::changed, this, [this, document] { refresh(document); });
    refresh(document);
    Q_EMIT added(document->id());
}

void ConfigShelf::remove(ConfigDocument* document) {
    const QString id = document->id();
    document->disconnect(this);
    Q_EMIT removed(id);
    delete sources_[id];
    sources_.erase(id);
    model_->remove(id);
}

void ConfigShelf::refresh(ConfigDocument* document) {
    RouterEntry entry;
    entry.id = document->id();
    entry.name = plainText(document->name());
    entry.file = entryOf(*document);
    model_->upsert(entry);
    Q_EMIT changed(entry.id);
}

} // namespace ui
