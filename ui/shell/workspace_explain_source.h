// A core::workspace::Explanation as the Explain page sees it. GUI thread.
#pragma once

#include "core/workspace/explanation.h"
#include "ui/pages/explain_source.h"
#include "ui/shell/workspace_twin_source.h"

#include <functional>

namespace ui {

class WorkspaceExplainSource final : public ExplainSource {
    Q_OBJECT
public:
    // The explanation outlives it. `canRead`: whether the configuration can be had right now; none: always.
    WorkspaceExplainSource(core::workspace::Explanation* explanation, QString name, std::function<bool()> canRead = {}, QObject* parent = nullptr);

    [[nodiscard]] QString name() const override { return name_; }
    [[nodiscard]] const core::workspace::ExplainState& state() const override { return explanation_->state(); }
    [[nodiscard]] bool canRead() const override { return !canRead_ || canRead_(); }
    void read() override { explanation_->read(); }
    void chooseBoard(const QString& model) override { explanation_->chooseBoard(model); }
    void follow(const core::model::PathQuestion& question) override { explanation_->follow(question); }
    void planFix(const std::string& finding, const core::workspace::FixFill& fill, std::function<void(const core::base::Result<core::workspace::PlannedFix>&)> done) override {
        explanation_->planFix(finding, fill, std::move(done));
    }
    [[nodiscard]] QStringList boards() const override;
    [[nodiscard]] QString documentation(const std::string& id) const override;
    [[nodiscard]] QByteArray report() const override;
    [[nodiscard]] TwinSource* twin() override { return twin_; }

private:
    core::workspace::Explanation* explanation_;
    QString name_;
    std::function<bool()> canRead_;
    WorkspaceTwinSource* twin_;
};

} // namespace ui
