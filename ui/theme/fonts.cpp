#include "ui/theme/fonts.h"

#include <QStringList>

namespace ui {
namespace {

QFont sans(int pixels, QFont::Weight weight) {
    QFont f(QStringList{QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")});
    f.setPixelSize(pixels);
    f.setWeight(weight);
    f.setHintingPreference(QFont::PreferNoHinting); // keeps letter spacing true at 1x and exact at 2x
    return f;
}

} // namespace

QFont textFont(TextRole role) {
    switch (role) {
    case TextRole::Body:
        return sans(13, QFont::Normal);
    case TextRole::Strong:
        return sans(13, QFont::DemiBold);
    case TextRole::Small:
        return sans(11, QFont::Normal);
    case TextRole::Section: {
        QFont f = sans(11, QFont::DemiBold);
        f.setLetterSpacing(QFont::PercentageSpacing, 106);
        return f;
    }
    case TextRole::Note:
        return sans(12, QFont::Normal);
    case TextRole::Figure:
        return sans(21, QFont::DemiBold);
    case TextRole::Title:
        return sans(19, QFont::Bold);
    case TextRole::Mono: {
        QFont f(QStringList{QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace")});
        f.setPixelSize(11);
        f.setStyleHint(QFont::Monospace);
        return f;
    }
    }
    return sans(13, QFont::Normal);
}

} // namespace ui
