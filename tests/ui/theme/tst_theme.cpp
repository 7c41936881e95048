#include "ui/theme/path_style.h"
#include "ui/theme/stylesheet.h"
#include "ui/theme/theme.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

namespace {

// WCAG 2.1, relative luminance and contrast ratio.
double luminance(const QColor& color) {
    const auto channel = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class tst_Theme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test-theme"));
        QSettings().clear();
    }
    void cleanupTestCase() { QSettings().clear(); }

    void textReadsOnEverySurfaceOfBothThemes() {
        for (const ui::Palette& p : {ui::darkPalette(), ui::lightPalette()}) {
            for (const QColor& surface : {p.window, p.panel, p.raised, p.inset, p.menu}) {
                QVERIFY(contrast(p.text, surface) >= 7);
                QVERIFY2(contrast(p.dim, surface) >= 4.5, qPrintable(surface.name()));
            }
            for (const QColor& ink : {p.ok, p.warn, p.bad, p.accent}) {
                QVERIFY2(contrast(ink, p.panel) >= 4.5,
                         qPrintable(ink.name() + (p.dark ? QStringLiteral(" dark") : QStringLiteral(" light"))));
            }
            QVERIFY(contrast(p.onAccent, p.accent) >= 4.5);
            for (const core::model::PathKind kind : core::model::kAllPaths) {
                QVERIFY2(contrast(ui::pathColor(p, kind), p.panel) >= 1.8, qPrintable(ui::pathName(kind)));
                QVERIFY2(contrast(ui::pathInk(p, kind), ui::pathColor(p, kind)) >= 3, qPrintable(ui::pathName(kind)));
            }
        }
    }
    void everyPathHasItsOwnNameAndColour() {
        QStringList names;
        QList<QRgb> colours;
        for (const core::model::PathKind kind : core::model::kAllPaths) {
            QVERIFY(!ui::pathMeaning(kind).isEmpty());
            names << ui::pathName(kind) << ui::pathShortName(kind);
            colours << ui::pathColor(ui::darkPalette(), kind).rgb();
        }
        QCOMPARE(QSet<QRgb>(colours.begin(), colours.end()).size(), 5);
        names.removeDuplicates();
        QVERIFY(names.size() >= 9); // "FastTrack" is its own short name
    }
    void noColourOfTheStylesheetStaysUnnamed() {
        QVERIFY(!ui::stylesheet(ui::darkPalette()).contains(u'$'));
        QVERIFY(!ui::stylesheet(ui::lightPalette()).contains(u'$'));
    }
    void aChoiceTakesEffectAtOnceAndIsRemembered() {
        ui::Theme& theme = ui::Theme::instance();
        theme.install();
        QSignalSpy changed(&theme, &ui::Theme::changed);
        theme.setChoice(ui::ThemeChoice::Light);
        QCOMPARE(changed.size(), 1);
        QVERIFY(!ui::colors().dark);
        theme.install(); // as the next start does
        QCOMPARE(theme.choice(), ui::ThemeChoice::Light);
        theme.setChoiceForThisRun(ui::ThemeChoice::Dark);
        QVERIFY(ui::colors().dark);
        theme.install();
        QCOMPARE(theme.choice(), ui::ThemeChoice::Light);
    }
};

QTEST_MAIN(tst_Theme)
#include "tst_theme.moc"
