// One figure with its caption, and a small picture beside it.
//
//   auto* card = new ui::KpiCard(tr("On a fast path"), this);
//   card->setAccessory(ring);                 // owned by the card from now on
//   card->setFigure({u"27"_s, u"% of bytes"_s}, ui::Tone::Bad);
#pragma once

#include "ui/theme/figures.h"
#include "ui/widgets/tone.h"

#include <QWidget>

namespace ui {

class KpiCard : public QWidget {
    Q_OBJECT
public:
    explicit KpiCard(const QString& caption, QWidget* parent = nullptr);

    void setCaption(const QString& caption);
    // Neutral paints the number in the text colour.
    void setFigure(const Figure& figure, Tone tone = Tone::Neutral);
    // Nothing known: an en dash and why, in the unit's place.
    void setAbsent(const QString& why);
    void setAccessory(QWidget* widget);

    [[nodiscard]] QSize sizeHint() const override { return {200, 74}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {150, 66}; }
    // Whether caption and figure have the room they need beside the picture.
    [[nodiscard]] bool textFits() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void placeAccessory();
    [[nodiscard]] double figureWidth() const;

    QString caption_;
    Figure figure_;
    Tone tone_ = Tone::Neutral;
    QWidget* accessory_ = nullptr;
};

} // namespace ui
