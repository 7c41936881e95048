// Everything about an opened export: its header and the Explain page. Shows one at a time; setSource() turns to another.
#pragma once

#include "ui/pages/explain_source.h"

#include <QPointer>
#include <QWidget>

namespace ui {

class ConfigHeader;
class ExplainPage;

class ConfigPanel : public QWidget {
    Q_OBJECT
public:
    explicit ConfigPanel(QWidget* parent = nullptr);

    void setSource(ExplainSource* source);
    [[nodiscard]] ExplainSource* source() const { return source_; }

Q_SIGNALS:
    void openRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeader();

    QPointer<ExplainSource> source_;
    ConfigHeader* header_;
    ExplainPage* page_;
};

} // namespace ui
