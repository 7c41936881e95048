// One bar per CPU core, 0…100 %.
#pragma once

#include "ui/widgets/tone.h"

#include <QWidget>
#include <vector>

namespace ui {

// Up to 60 % there is room, from 85 % on the core is the limit.
[[nodiscard]] Tone loadTone(double percent);

class CoreBars : public QWidget {
    Q_OBJECT
public:
    explicit CoreBars(QWidget* parent = nullptr);
    void setPercent(std::vector<double> percent);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<double> percent_;
};

} // namespace ui
