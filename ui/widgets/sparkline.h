// A line of recent values without axes. A gap (no value) breaks the line.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace ui {

class Sparkline : public QWidget {
    Q_OBJECT
public:
    explicit Sparkline(QWidget* parent = nullptr);
    // Oldest first. The scale runs from 0 to the largest value.
    void setValues(std::vector<std::optional<double>> values);
    [[nodiscard]] QSize sizeHint() const override { return {92, 36}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::optional<double>> values_;
};

} // namespace ui
