// An ExplainSource whose every answer the test sets by hand.
#pragma once

#include "ui/pages/explain_source.h"

namespace testing {

class FakeExplain : public ui::ExplainSource {
    Q_OBJECT
public:
    QString title = QStringLiteral("office.rsc");
    core::workspace::ExplainState current;
    bool readable = true;
    int reads = 0;
    QStringList boardsChosen;
    std::vector<core::model::PathQuestion> followed;

    [[nodiscard]] QString name() const override { return title; }
    [[nodiscard]] const core::workspace::ExplainState& state() const override { return current; }
    [[nodiscard]] bool canRead() const override { return readable; }
    void read() override { ++reads; }
    void chooseBoard(const QString& model) override { boardsChosen << model; }
    void follow(const core::model::PathQuestion& question) override { followed.push_back(question); }
    [[nodiscard]] QStringList boards() const override { return {QStringLiteral("RB5009UG+S+IN"), QStringLiteral("RB750Gr3")}; }
    void planFix(const std::string& finding, const core::workspace::FixFill& fill, std::function<void(const core::base::Result<core::workspace::PlannedFix>&)> done) override {
        fixesAsked.emplace_back(finding, fill);
        done(fixAnswer);
    }
    std::vector<std::pair<std::string, core::workspace::FixFill>> fixesAsked;
    core::base::Result<core::workspace::PlannedFix> fixAnswer;
    [[nodiscard]] QByteArray report() const override { return "{}"; }
    ui::TwinSource* itsTwin = nullptr;
    [[nodiscard]] ui::TwinSource* twin() override { return itsTwin; }
    [[nodiscard]] QString documentation(const std::string& id) const override;
};

// A small office whose FastTrack rule is shadowed, with praise, blind spots and a line that was not understood.
std::shared_ptr<core::workspace::Explained> explainedOffice();
std::shared_ptr<core::workspace::FollowedPacket> followedOffice();
// The same, and a packet on the agent that was dropped by a rule nobody foresaw.
std::shared_ptr<core::workspace::FollowedPacket> followedOnAgent();
// The same with names nobody should have: markup, control characters, and of enormous length.
std::shared_ptr<core::workspace::Explained> explainedHostile();

} // namespace testing
