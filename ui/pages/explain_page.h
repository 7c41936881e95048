// The Explain page: why traffic is on the path it is on. Findings and "who goes where" at the left, the packet's walk in the middle, the
// chosen thing in full at the right.
//
//   page->setSource(source);         // draws at once, then follows the source's signals
//
// GUI thread. Widths of the columns are remembered between runs.
#pragma once

#include "core/model/path_kind.h"
#include "ui/pages/explain_source.h"
#include "ui/pages/twin_source.h"

#include <QPointer>
#include <QWidget>
#include <optional>

class QLabel;
class QPushButton;
class QSplitter;

namespace ui {

class Card;
class ExplainDetails;
class FindingsPanel;
class FollowBar;
class NoticeBar;
class VerdictMatrix;
class VerdictMatrixModel;
class WalkPanel;

class ExplainPage : public QWidget {
    Q_OBJECT
public:
    explicit ExplainPage(QWidget* parent = nullptr);
    ~ExplainPage() override;

    void setSource(ExplainSource* source);
    // Turns to the traffic that takes this path: the first pair of interfaces on it, and its walk; as soon as the configuration is there.
    void showPath(core::model::PathKind kind);
    // Puts the keyboard where a packet is chosen.
    void focusFollow();
    // What the chosen finding asks for, tried on the twin; false: it asks for nothing that could be.
    bool tryChosen();
    // Plans the fix of the chosen finding, and offers it by planned(); false: it has none.
    bool fixChosen();
    [[nodiscard]] int findingCount() const; // worth a badge

Q_SIGNALS:
    void planned(const core::model::Plan& plan); // a fix, to be shown
    void tryRequested(const ui::TwinChange& change);
    void findingCountChanged();

private:
    void showState();
    void showNotice();
    void save();
    void showReading();
    void planFix(const QString& finding, const core::workspace::FixFill& fill);
    void takeFix(const QString& finding, const core::base::Result<core::workspace::PlannedFix>& fix);
    void showWalk();
    void showChoice();
    void followDefault();
    void chooseVerdict(const QModelIndex& index);
    void restoreSplitters();
    [[nodiscard]] QString emptyText() const;

    QPointer<ExplainSource> source_;
    NoticeBar* notice_;
    FollowBar* follow_;
    QLabel* age_;
    QPushButton* read_;
    QPushButton* save_;
    QSplitter* columns_;
    QSplitter* left_;
    FindingsPanel* findings_;
    Card* matrixCard_;
    VerdictMatrix* matrix_;
    VerdictMatrixModel* verdicts_;
    WalkPanel* walk_;
    ExplainDetails* details_;
    enum class Choice { Finding, Verdict, Step, Path };
    Choice choice_ = Choice::Finding; // what the right column shows
    std::optional<core::model::PathKind> wanted_; // showPath() that waits
    core::model::PathKind missing_ = core::model::PathKind::Slow; // a path nothing is expected on
    std::shared_ptr<const core::workspace::Explained> shown_;
    std::shared_ptr<const core::workspace::FollowedPacket> shownWalk_;
};

} // namespace ui
