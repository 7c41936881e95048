// A rounded panel with a title row; what it holds goes into body().
//
//   auto* card = new ui::Card(tr("Throughput by path"), this);
//   card->body()->addWidget(chart);
//   card->titleRow()->addWidget(legend);   // right end of the title row
#pragma once

#include <QFrame>

class QBoxLayout;
class QLabel;

namespace ui {

class Card : public QFrame {
    Q_OBJECT
public:
    // An empty title leaves the title row out.
    explicit Card(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QBoxLayout* body() const { return body_; }
    [[nodiscard]] QBoxLayout* titleRow() const { return titleRow_; }
    // Of a card that has a title row.
    void setTitle(const QString& text);
    // Dim text behind the title; hidden while the row is too narrow for it.
    void setSubtitle(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeSubtitle();

    QBoxLayout* body_ = nullptr;
    QBoxLayout* titleRow_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* subtitle_ = nullptr;
};

} // namespace ui
