// A report on paper: A4, drawn with vectors from the same document as the HTML page.
//
//   QByteArray bytes = toPdf(describe(evidence));
//
// Needs a QGuiApplication, for its fonts (the platform "offscreen" will do). The thread of that application.
#pragma once

#include "core/report/document.h"

#include <QByteArray>

class QPainter;

namespace core::report {

[[nodiscard]] QByteArray toPdf(const Document& document);

// The same on one sheet without end, for a screen: this wide, from the painter's origin on. Answers how long it is.
double drawSheet(const Document& document, QPainter& painter, double width);

} // namespace core::report
