// Words that come from a configuration, a file name or a router, made safe to show: they are never markup, never break the line they stand
// in, and what cannot be seen is made visible.
//
//   label->setTextFormat(Qt::PlainText);  label->setText(plainText(verdict.from));
//   item->setToolTip(plainToolTip(plainText(line)));     // a tool tip guesses by itself whether its text is markup
#pragma once

#include <QString>
#include <string_view>

namespace ui {

// UTF-8; control characters as their pictures (␀ … ␡), characters that turn the direction of writing as U+FFFD.
[[nodiscard]] QString plainText(std::string_view utf8);
[[nodiscard]] QString plainText(QString text);

// What is said as a clause begins as a sentence: "the rule above …" becomes "The rule above …". A name or a path at its beginning stays.
[[nodiscard]] QString asSentence(QString text);

// The text with places inside its long words where a label may wrap it: a name of 300 characters must not make a page as wide.
[[nodiscard]] QString breakable(const QString& text);

// The text as a tool tip that shows it literally, wrapped.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace ui
