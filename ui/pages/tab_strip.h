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
    [[nodiscard]] int page() const;
    // Turns to a page as a click does.
    void choose(int page);
    // A number behind the page's name; 0: none.
    void setBadge(int page, int number);
    // Spans of time mean nothing on some pages.
    void setSpansVisible(bool visible);

Q_SIGNALS:
    void pageChosen(int index);
    void spanChosen(core::base::Nanos span);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* pages_;
    QButtonGroup* spans_;
    QWidget* spanRow_;
};

} // namespace ui
