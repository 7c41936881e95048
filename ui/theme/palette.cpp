#include "ui/theme/palette.h"

namespace ui {
namespace {

QColor rgb(QRgb value) {
    return QColor::fromRgb(value);
}

} // namespace

Palette darkPalette() {
    Palette p;
    p.dark = true;
    p.window = rgb(0x14171c);
    p.menu = rgb(0x111419);
    p.panel = rgb(0x1b1f26);
    p.raised = rgb(0x222731);
    p.hover = rgb(0x2a303c);
    p.inset = rgb(0x12151a);
    p.track = rgb(0x2d333f);
    p.line = rgb(0x2d333f);
    p.lineSoft = rgb(0x262c36);
    p.border = rgb(0x3a4250);
    p.text = rgb(0xe6e9ef);
    p.dim = rgb(0x98a1b2);
    p.faint = rgb(0x6b7486);
    p.onAccent = rgb(0x0b1220);
    p.onLane = rgb(0x14171c);
    p.accent = rgb(0x6ea8fe);
    p.accentHover = rgb(0x8bbaff);
    p.ok = rgb(0x2fb58f);
    p.warn = rgb(0xf0b429);
    p.bad = rgb(0xe8603c);
    p.okFill = p.ok;
    p.warnFill = p.warn;
    p.badFill = p.bad;
    p.path = {rgb(0x2fb58f), rgb(0x3d8bfd), rgb(0x6cc4f5), rgb(0xf0b429), rgb(0xe8603c)};
    p.unattributed = rgb(0x7d8696);
    return p;
}

Palette lightPalette() {
    Palette p;
    p.dark = false;
    p.window = rgb(0xf3f5f8);
    p.menu = rgb(0xfafbfc);
    p.panel = rgb(0xffffff);
    p.raised = rgb(0xf1f4f8);
    p.hover = rgb(0xe6ebf2);
    p.inset = rgb(0xf6f8fa);
    p.track = rgb(0xe2e7ee);
    p.line = rgb(0xdde3eb);
    p.lineSoft = rgb(0xebeff4);
    p.border = rgb(0xcbd3df);
    p.text = rgb(0x19202c);
    p.dim = rgb(0x586376);
    p.faint = rgb(0x8791a2);
    p.onAccent = rgb(0xffffff);
    p.onLane = rgb(0xffffff);
    p.accent = rgb(0x2463d6);
    p.accentHover = rgb(0x1d53b8);
    p.ok = rgb(0x11795c);
    p.warn = rgb(0x946200);
    p.bad = rgb(0xc3401c);
    p.okFill = rgb(0x23a07c);
    p.warnFill = rgb(0xe5a50a);
    p.badFill = rgb(0xd9532d);
    p.path = {rgb(0x23a07c), rgb(0x2f74e6), rgb(0x58b4ec), rgb(0xe5a50a), rgb(0xd9532d)};
    p.unattributed = rgb(0x9aa3b2);
    return p;
}

QPalette toQPalette(const Palette& p) {
    QPalette q;
    q.setColor(QPalette::Window, p.window);
    q.setColor(QPalette::WindowText, p.text);
    q.setColor(QPalette::Base, p.inset);
    q.setColor(QPalette::AlternateBase, p.panel);
    q.setColor(QPalette::Text, p.text);
    q.setColor(QPalette::PlaceholderText, p.faint);
    q.setColor(QPalette::Button, p.raised);
    q.setColor(QPalette::ButtonText, p.text);
    q.setColor(QPalette::BrightText, p.bad);
    q.setColor(QPalette::ToolTipBase, p.raised);
    q.setColor(QPalette::ToolTipText, p.text);
    q.setColor(QPalette::Highlight, p.accent);
    q.setColor(QPalette::HighlightedText, p.onAccent);
    q.setColor(QPalette::Link, p.accent);
    q.setColor(QPalette::LinkVisited, p.accent);
    q.setColor(QPalette::Light, p.hover);
    q.setColor(QPalette::Midlight, p.raised);
    q.setColor(QPalette::Mid, p.line);
    q.setColor(QPalette::Dark, p.line);
    q.setColor(QPalette::Shadow, p.inset);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        q.setColor(QPalette::Disabled, role, p.faint);
    }
    return q;
}

} // namespace ui
