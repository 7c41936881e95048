// Everything about one router: header, tabs, and the pages below them. Shows one router at a time; setSource() turns to another.
#pragma once

#include <QPointer>
#include <QWidget>

class QStackedWidget;

namespace ui {

class ExplainPage;
class ExplainSource;
class ChangeBar;
class PathsPage;
class RouterHeader;
class RouterSource;
class TabStrip;
class TwinPage;
class TuningController;

class RouterPanel : public QWidget {
    Q_OBJECT
public:
    explicit RouterPanel(QWidget* parent = nullptr);

    void setSource(RouterSource* source);
    [[nodiscard]] RouterSource* source() const;
    [[nodiscard]] TuningController* tuning() const { return tuning_; }
    enum Page { PathsPageAt, ExplainPageAt, TwinPageAt };
    void showPage(Page page);
    // Connections that are FastTracked now.
    void showOldConnections();
    // What the chosen finding asks for; without one, the configuration as it is.
    void tryOnTwin();
    // The fix of the chosen finding, to be looked at; nothing without one.
    void fixChosen();

Q_SIGNALS:
    void connectionEditRequested();
    void measureRequested(const QString& title, qint64 number); // of a change that is kept

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeader();
    void showChange();
    void countOldConnections();
    void turnTo(int page);
    void readOnDemand();
    [[nodiscard]] ExplainSource* explainSource() const;

    QPointer<RouterSource> source_;
    QString counted_; // the change whose old connections were counted
    RouterHeader* header_;
    ChangeBar* change_;
    TabStrip* tabs_;
    QStackedWidget* pages_;
    PathsPage* paths_;
    ExplainPage* explain_;
    TwinPage* twin_;
    TuningController* tuning_;
};

} // namespace ui
