// Middle column of the Explain page: the packet's walk, stage by stage, of the packet that opens the connection or of one later on.
#pragma once

#include "ui/models/walk_model.h"
#include "ui/widgets/card.h"

class QLabel;
class QListView;
class QPushButton;

namespace ui {

class PathBadge;
class WalkDelegate;

class WalkPanel : public Card {
    Q_OBJECT
public:
    explicit WalkPanel(QWidget* parent = nullptr);

    // Without a walk: what there is to say instead.
    void show(std::shared_ptr<const core::workspace::FollowedPacket> followed, const QString& placeholder);
    using QWidget::show;
    // Stages these lines decide; the first of them comes into sight when asked for.
    void highlight(const std::vector<core::model::ConfigRef>& lines, bool scroll = false);
    void clearChoice();
    [[nodiscard]] const core::model::WalkStep* currentStep() const;

Q_SIGNALS:
    void stepChosen();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showAgent();

    std::shared_ptr<const core::workspace::FollowedPacket> followed_;
    std::shared_ptr<const core::workspace::FollowedPacket> drawn_; // by the last refresh()
    WalkModel* model_;
    WalkDelegate* delegate_;
    QLabel* heading_;
    PathBadge* badge_;
    QLabel* agent_;
    QPushButton* first_;
    QPushButton* later_;
    QListView* list_;
    QLabel* hint_;
};

} // namespace ui
