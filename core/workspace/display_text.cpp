#include "core/workspace/display_text.h"

#include <QStringDecoder>

namespace core::workspace {

QString displayText(std::string_view octets) {
    octets = octets.substr(0, octets.find('\0'));
    QStringDecoder utf8(QStringDecoder::Utf8, QStringConverter::Flag::Stateless);
    const QByteArrayView view(octets.data(), static_cast<qsizetype>(octets.size()));
    QString text = utf8(view);
    return utf8.hasError() ? QString::fromLatin1(view) : text;
}

} // namespace core::workspace
