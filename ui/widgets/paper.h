// A sheet of paper to read on the screen: as wide as there is room, as long as what is drawn on it, scrolled. Light in both themes, as on a desk.
//
//   paper->setContent([document](QPainter& painter, double width) { return drawSheet(*document, painter, width); });
#pragma once

#include <QPixmap>
#include <QScrollArea>
#include <functional>

namespace ui {

class Paper : public QScrollArea {
    Q_OBJECT
public:
    // Draws from the painter's origin on, this wide; answers how long it became.
    using Content = std::function<double(QPainter& painter, double width)>;

    explicit Paper(QWidget* parent = nullptr);

    // Scrolls to its top. Null: an empty sheet.
    void setContent(Content content);
    [[nodiscard]] QSize sheetSize() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Sheet;
    void lay();

    Sheet* sheet_;
    Content content_;
};

} // namespace ui
