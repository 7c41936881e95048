// How the twin's answer comes about: how far to trust it and why, where packets went, what each core had to do, what was lost and why, and the
// commands of the change. One column that scrolls.
//
//   view->show(source->state());
//
// GUI thread.
#pragma once

#include "core/workspace/twin_state.h"
#include "ui/widgets/card.h"

class QGridLayout;
class QScrollArea;
class QVBoxLayout;

namespace ui {

class TwinSideView : public Card {
    Q_OBJECT
public:
    explicit TwinSideView(QWidget* parent = nullptr);

    void show(const core::workspace::TwinState& state);
    using QWidget::show;

private:
    void heading(const QString& text);
    void paragraph(const QString& text, const char* role);
    void trust(const core::model::Fidelity& fidelity);
    void paths(const core::model::Prediction& prediction);
    void cores(const core::model::Prediction& prediction);
    void losses(const core::model::Prediction& prediction);
    void change(const std::string& commands);

    QScrollArea* scroll_;
    QWidget* page_ = nullptr; // what the scroll area shows
    QVBoxLayout* column_ = nullptr;
    std::shared_ptr<const core::model::Prediction> shown_;
};

} // namespace ui
