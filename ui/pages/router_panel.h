// Everything about one router: header, tabs, and the pages below them. Shows one router at a time; setSource() turns to another.
#pragma once

#include <QPointer>
#include <QWidget>

namespace ui {

class PathsPage;
class RouterHeader;
class RouterSource;
class TabStrip;
class TuningController;

class RouterPanel : public QWidget {
    Q_OBJECT
public:
    explicit RouterPanel(QWidget* parent = nullptr);

    void setSource(RouterSource* source);
    [[nodiscard]] RouterSource* source() const;
    [[nodiscard]] TuningController* tuning() const { return tuning_; }

Q_SIGNALS:
    void connectionEditRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeader();

    QPointer<RouterSource> source_;
    RouterHeader* header_;
    TabStrip* tabs_;
    PathsPage* paths_;
    TuningController* tuning_;
};

} // namespace ui
