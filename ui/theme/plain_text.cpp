#include "ui/theme/plain_text.h"

#include <algorithm>

namespace ui {
namespace {

constexpr char16_t kPictures = 0x2400; // of the 32 control characters, in their order
constexpr char16_t kDelete = 0x2421;

bool turnsDirection(char16_t c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

} // namespace

QString plainText(QString text) {
    for (QChar& c : text) {
        const char16_t code = c.unicode();
        if (code < 0x20) {
            c = QChar(static_cast<char16_t>(kPictures + code));
        } else if (code == 0x7F) {
            c = QChar(kDelete);
        } else if ((code >= 0x80 && code < 0xA0) || code == 0x2028 || code == 0x2029 || turnsDirection(code)) {
            c = QChar(QChar::ReplacementCharacter);
        }
    }
    return text;
}

QString plainText(std::string_view utf8) {
    return plainText(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

QString asSentence(QString text) {
    const qsizetype end = text.indexOf(u' ');
    QString word = text.left(end);
    word.remove(u',');
    const bool plain = end > 0 && std::all_of(word.begin(), word.end(), [](QChar c) { return c.isLower(); });
    if (plain) {
        text[0] = text[0].toUpper();
    }
    return text;
}

QString breakable(const QString& text) {
    constexpr int kLongest = 14; // of the widest letters fits the narrowest column
    QString out;
    int run = 0;
    for (const QChar c : text) {
        run = c.isSpace() ? 0 : run + 1;
        if (run > kLongest && !c.isLowSurrogate()) {
            out += QChar(0x200B); // takes no room
            run = 1;
        }
        out += c;
    }
    return out;
}

QString plainToolTip(const QString& text) {
    return text.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped());
}

} // namespace ui
