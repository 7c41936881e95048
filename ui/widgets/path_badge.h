// A square in the colour of a path and its name.
#pragma once

#include "core/model/verdict.h"

#include <QWidget>

namespace ui {

class PathBadge : public QWidget {
    Q_OBJECT
public:
    explicit PathBadge(QWidget* parent = nullptr);

    // `note` stands behind the name in dim ink: "certain". Hides itself without a path.
    void set(const std::optional<core::model::VerdictPath>& path, const QString& note = {});
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<core::model::VerdictPath> path_;
    QString note_;
};

} // namespace ui
