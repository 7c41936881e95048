// Which palette is in force. One per process; install() before the first window.
//
//   ui::Theme::instance().install();                      // style, fonts, the remembered choice
//   ui::Theme::instance().setChoice(ui::ThemeChoice::Light); // repaints everything at once, remembered
//
// GUI thread only. Widgets that paint read palette() in paintEvent and need nothing else: a change repaints them.
#pragma once

#include "ui/theme/palette.h"

#include <QObject>

namespace ui {

enum class ThemeChoice { System, Dark, Light };

class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& instance();

    void install();

    [[nodiscard]] const Palette& palette() const { return palette_; }
    [[nodiscard]] ThemeChoice choice() const { return choice_; }
    // System follows the desktop's palette.
    void setChoice(ThemeChoice choice);
    // As setChoice, for this run only.
    void setChoiceForThisRun(ThemeChoice choice);

Q_SIGNALS:
    void changed();

private:
    Theme() = default;
    void applyPalette();

    ThemeChoice choice_ = ThemeChoice::System;
    Palette palette_ = darkPalette();
    bool systemIsDark_ = true;
};

// Shorthand for paint code.
[[nodiscard]] inline const Palette& colors() {
    return Theme::instance().palette();
}

} // namespace ui
