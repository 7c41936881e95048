// What the last change did to the throughput: before → after, as two numbers. Hidden until there was a change.
#pragma once

#include "core/workspace/router_state.h"

#include <QWidget>

namespace ui {

class EffectStrip : public QWidget {
    Q_OBJECT
public:
    explicit EffectStrip(QWidget* parent = nullptr);
    void show(const std::optional<core::workspace::ChangeEffect>& effect);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override { return {400, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<core::workspace::ChangeEffect> effect_;
};

} // namespace ui
