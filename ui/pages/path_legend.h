// Colour keys of the five paths, in a row.
#pragma once

#include <QWidget>

namespace ui {

class PathLegend : public QWidget {
    Q_OBJECT
public:
    explicit PathLegend(QWidget* parent = nullptr);
    // The sixth key appears only when there is something to explain.
    void setShowsUnattributed(bool on);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList names() const;
    bool unattributed_ = false;
};

} // namespace ui
