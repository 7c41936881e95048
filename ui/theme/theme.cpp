#include "ui/theme/theme.h"

#include "ui/theme/fonts.h"
#include "ui/theme/stylesheet.h"

#include <QApplication>
#include <QSettings>
#include <QStyleFactory>
#include <QWidget>

namespace ui {
namespace {

constexpr QLatin1String kKey("v1/theme");

QString toText(ThemeChoice choice) {
    switch (choice) {
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice fromText(const QString& text) {
    return text == QLatin1String("dark") ? ThemeChoice::Dark : text == QLatin1String("light") ? ThemeChoice::Light : ThemeChoice::System;
}

} // namespace

Theme& Theme::instance() {
    static Theme theme;
    return theme;
}

void Theme::install() {
    systemIsDark_ = QApplication::palette().color(QPalette::Window).lightness() < 128; // before our own palette hides it
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(textFont(TextRole::Body));
    setChoiceForThisRun(fromText(QSettings().value(kKey).toString()));
}

void Theme::setChoice(ThemeChoice choice) {
    QSettings().setValue(kKey, toText(choice));
    setChoiceForThisRun(choice);
}

void Theme::setChoiceForThisRun(ThemeChoice choice) {
    choice_ = choice;
    applyPalette();
}

void Theme::applyPalette() {
    const bool dark = choice_ == ThemeChoice::Dark || (choice_ == ThemeChoice::System && systemIsDark_);
    palette_ = dark ? darkPalette() : lightPalette();
    QApplication::setPalette(toQPalette(palette_));
    qApp->setStyleSheet(stylesheet(palette_));
    Q_EMIT changed();
}

} // namespace ui
