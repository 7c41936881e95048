// Right column of the Explain page: one thing in full. A finding with its evidence, the change that mends it, what that costs and how to
// take it back; a verdict with its reasons and what would lift it; a stage with the line that decided.
#pragma once

#include "core/workspace/explain_state.h"
#include "ui/pages/twin_source.h"
#include "ui/widgets/card.h"

#include <functional>
#include <optional>

class QScrollArea;
class QVBoxLayout;

namespace ui {

class ExplainDetails : public Card {
    Q_OBJECT
public:
    // Gives the page docs/diagnostics has on an id; empty: none.
    using Documentation = std::function<QString(const std::string& id)>;

    explicit ExplainDetails(QWidget* parent = nullptr);
    void setDocumentation(Documentation documentation) { documentation_ = std::move(documentation); }
    // Whether there is a router to send a fix to; else it is planned to be looked at, tried and kept.
    void setCanApply(bool can) { canApply_ = can; }
    // Whether there is a twin to try a change on.
    void setCanTry(bool can) { canTry_ = can; }

    void showFinding(const core::model::Finding& finding, const core::model::Diagnosis& diagnosis);
    void showVerdict(const core::model::Verdict& verdict);
    void showStep(const core::model::WalkStep& step, const core::model::Verdict& verdict);
    // A sentence that needs no more room than it has in the list.
    void showText(const QString& title, const QString& text);
    void clear(const QString& placeholder);

Q_SIGNALS:
    void fixRequested(const QString& finding); // id
    void tryRequested(const ui::TwinChange& change);

private:
    void begin(const QString& title);
    void end();
    void paragraph(const QString& text, const char* role = "");
    void heading(const QString& text);
    void quote(const std::vector<core::model::ConfigRef>& lines);
    void commands(const QString& title, const std::vector<std::string>& lines, bool back);
    void box(int tone, const QString& title, const QString& text);
    void reason(const core::model::Reason& reason);
    void flip(const core::model::Flip& flip);
    void about(const std::string& id);

    Documentation documentation_;
    bool canApply_ = false, canTry_ = false;
    QScrollArea* scroll_;
    QWidget* page_ = nullptr; // what the scroll area shows
    QVBoxLayout* column_ = nullptr;
    QString shown_; // title of what is shown: scrolling starts over when it is another
    int scrolledTo_ = 0;
};

// What a finding asks for, as a change to try; absent: nothing that could be run as it stands.
[[nodiscard]] std::optional<TwinChange> changeOf(const core::model::Finding& finding);

} // namespace ui
