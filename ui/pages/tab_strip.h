// The pages of a router as tabs, and at the right the span of time the page shows.
#pragma once

#include "core/base/units.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace ui {

class TabStrip : public QWidget {
    Q_OBJECT
public:
    explicit TabStrip(const QStringList& pages, QWidget* parent = nullptr);
    [[nodiscard]] core::base::Nanos span() const;

Q_SIGNALS:
    void pageChosen(int index);
    void spanChosen(core::base::Nanos span);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* pages_;
    QButtonGroup* spans_;
};

} // namespace ui
