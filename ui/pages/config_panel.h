// Everything about an opened export: its header, and the Explain and Twin pages. Shows one at a time; setSource() turns to another.
#pragma once

#include "ui/pages/explain_source.h"

#include <QPointer>
#include <QWidget>

class QStackedWidget;

namespace ui {

class ConfigHeader;
class ExplainPage;
class TabStrip;
class TwinPage;

class ConfigPanel : public QWidget {
    Q_OBJECT
public:
    explicit ConfigPanel(QWidget* parent = nullptr);

    void setSource(ExplainSource* source);
    [[nodiscard]] ExplainSource* source() const { return source_; }
    enum Page { ExplainPageAt, TwinPageAt };
    void showPage(Page page);
    // What the chosen finding asks for; without one, the configuration as it is.
    void tryOnTwin();
    // The fix of the chosen finding, to be looked at; nothing without one.
    void fixChosen();

Q_SIGNALS:
    void openRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeader();
    void showPlan(const core::model::Plan& plan);

    QPointer<ExplainSource> source_;
    ConfigHeader* header_;
    TabStrip* tabs_;
    QStackedWidget* pages_;
    ExplainPage* page_;
    TwinPage* twin_;
};

} // namespace ui
