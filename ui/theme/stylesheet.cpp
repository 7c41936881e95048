#include "ui/theme/stylesheet.h"

#include "ui/theme/palette.h"

namespace ui {
namespace {

// $name is replaced by the palette's colour of that name.
constexpr char16_t kSheet[] = uR"(
QMainWindow, QDialog { background: $window; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 5px 8px; font-size: 12px; }

QMenuBar { background: $menu; color: $dim; border-bottom: 1px solid $line; padding: 0 6px; spacing: 2px; }
QMenuBar::item { padding: 9px 9px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { color: $text; background: $raised; }
QMenu { background: $panel; color: $text; border: 1px solid $border; padding: 5px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 5px; }
QMenu::item:selected { background: $raised; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 7px; }

QLabel { background: transparent; }
QLabel[role="title"] { font-size: 19px; font-weight: 700; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="dim"] { color: $dim; }
QLabel[role="small"] { color: $dim; font-size: 11px; }
QLabel[role="ok"] { color: $ok; }
QLabel[role="warn"] { color: $warn; }
QLabel[role="bad"] { color: $bad; }

QPushButton { background: $raised; color: $text; border: 1px solid $border; border-radius: 7px; padding: 5px 12px; min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $inset; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $faint; border-color: $line; background: $panel; }
QPushButton[kind="primary"] { background: $accent; color: $onAccent; border-color: $accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accentHover; border-color: $accentHover; }
QPushButton[kind="primary"]:focus { border-color: $text; }
QPushButton[kind="primary"]:disabled { background: $raised; color: $faint; border-color: $line; }
QPushButton[kind="link"] { background: transparent; border: 1px solid transparent; color: $accent; padding: 2px 4px; min-height: 16px; border-radius: 5px; }
QPushButton[kind="link"]:hover { color: $accentHover; background: $raised; }
QPushButton[kind="link"]:focus { border-color: $border; }
QPushButton[kind="chip"] { background: transparent; border: 1px solid transparent; color: $dim; padding: 3px 8px; min-height: 16px; border-radius: 6px; }
QPushButton[kind="chip"]:hover { color: $text; }
QPushButton[kind="chip"]:checked { color: $text; background: $raised; border-color: $border; }
QPushButton[kind="chip"]:focus { border-color: $accent; }
QPushButton[kind="entry"] { background: transparent; border: 1px solid transparent; border-radius: 8px; padding: 7px 10px; text-align: left; }
QPushButton[kind="entry"]:hover { background: $lineSoft; }
QPushButton[kind="entry"]:checked { background: $raised; border-color: $border; font-weight: 600; }
QPushButton[kind="entry"]:focus { border-color: $accent; }

QLineEdit, QAbstractSpinBox, QComboBox { background: $inset; color: $text; border: 1px solid $border; border-radius: 6px; padding: 5px 8px; min-height: 18px;
    selection-background-color: $accent; selection-color: $onAccent; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border-color: $accent; }
QLineEdit[invalid="true"] { border-color: $bad; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QComboBox::drop-down { border: none; width: 26px; }
QComboBox::down-arrow { width: 12px; height: 12px; image: url(:/ui/chevron.png); }
QComboBox QAbstractItemView { background: $panel; color: $text; border: 1px solid $border; selection-background-color: $raised;
    selection-color: $text; outline: 0; padding: 4px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $faint; border-radius: 4px; background: $inset; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url(:/ui/check-$mark.png); }
QCheckBox::indicator:disabled { border-color: $line; background: $panel; }

QProgressBar { background: $track; border: none; border-radius: 3px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QListView, QTableView, QTreeView { background: transparent; border: none; outline: 0; gridline-color: transparent;
    selection-background-color: transparent; selection-color: $text; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: transparent; color: $dim; border: none; border-bottom: 1px solid $line; padding: 0 6px; font-size: 11px; }
QTableCornerButton::section { background: transparent; border: none; }

QScrollArea, QScrollArea > QWidget > QWidget#scrollBody { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: $border; border-radius: 3px; min-height: 28px; margin: 2px 2px 2px 2px; }
QScrollBar::handle:vertical:hover { background: $faint; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: $border; border-radius: 3px; min-width: 28px; margin: 2px; }
QScrollBar::handle:horizontal:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: transparent; }
QPlainTextEdit { background: $inset; color: $text; border: none; border-radius: 8px; selection-background-color: $accent; selection-color: $onAccent; }
)";

} // namespace

QString stylesheet(const Palette& p) {
    // Longest names first: "$accentHover" must not be taken for "$accent".
    const std::initializer_list<std::pair<const char16_t*, QColor>> names{
        {u"$accentHover", p.accentHover},
        {u"$onAccent", p.onAccent},
        {u"$accent", p.accent},
        {u"$lineSoft", p.lineSoft},
        {u"$line", p.line},
        {u"$window", p.window},
        {u"$border", p.border},
        {u"$raised", p.raised},
        {u"$hover", p.hover},
        {u"$inset", p.inset},
        {u"$panel", p.panel},
        {u"$faint", p.faint},
        {u"$track", p.track},
        {u"$menu", p.menu},
        {u"$text", p.text},
        {u"$warn", p.warn},
        {u"$dim", p.dim},
        {u"$bad", p.bad},
        {u"$ok", p.ok},
    };
    QString sheet = QString::fromUtf16(kSheet);
    for (const auto& [name, color] : names) {
        sheet.replace(QString::fromUtf16(name), color.name());
    }
    sheet.replace(QStringLiteral("$mark"), p.onAccent.lightness() < 128 ? QStringLiteral("dark") : QStringLiteral("light"));
    return sheet;
}

} // namespace ui
