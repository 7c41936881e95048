// How a list looks that fills a card, and the hint that stands in its place while there is nothing to list.
#pragma once

#include <QLabel>
#include <QListView>

namespace ui {

inline void makeCardList(QListView& list, QLabel& hint) {
    list.setMouseTracking(true);
    list.setFrameShape(QFrame::NoFrame);
    list.setVerticalScrollMode(QListView::ScrollPerPixel);
    list.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list.setResizeMode(QListView::Adjust);
    list.setEditTriggers(QListView::NoEditTriggers);
    list.viewport()->setAutoFillBackground(false);
    hint.setProperty("role", QStringLiteral("dim"));
    hint.setTextFormat(Qt::PlainText);
    hint.setWordWrap(true);
    hint.setAlignment(Qt::AlignTop | Qt::AlignLeft);
}

} // namespace ui
