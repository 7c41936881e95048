#include "ui/widgets/command_block.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrap_commands.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>
#include <QPushButton>
#include <QStringList>
#include <QTextBlock>
#include <QTextEdit>
#include <QTimer>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kPaddingX = 12;
constexpr int kPaddingY = 8;
constexpr int kHang = 14;     // of a wrapped line, under the sign
constexpr int kCopyRoom = 52; // kept free at the right for "Copy"
constexpr int kLineHeight = 17;

// A word that is wider than the block goes on below, after a comma where it has one. Only for the eye: copies are whole.
QStringList breakLongWords(const QStringList& pieces, int columns) {
    QStringList out;
    for (QString piece : pieces) {
        while (piece.size() > columns) {
            const qsizetype comma = piece.lastIndexOf(u',', columns - 1);
            const qsizetype at = comma > columns / 3 ? comma + 1 : columns;
            out << piece.left(at);
            piece.remove(0, at);
        }
        out << piece;
    }
    return out;
}

} // namespace

CommandBlock::CommandBlock(QWidget* parent)
    : QFrame(parent)
    , text_(new QTextEdit(this))
    , copy_(new QPushButton(tr("Copy"), this)) {
    text_->setReadOnly(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setTabChangesFocus(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text_->setLineWrapMode(QTextEdit::NoWrap);
    text_->document()->setDocumentMargin(0);
    text_->viewport()->setAutoFillBackground(false);
    text_->setStyleSheet(QStringLiteral("QTextEdit { background: transparent; }"));
    copy_->setProperty("kind", QStringLiteral("link"));
    copy_->setFont(textFont(TextRole::Small));
    copy_->setToolTip(tr("Copy the commands"));
    connect(copy_, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(commands());
        copy_->setText(tr("Copied"));
        QTimer::singleShot(1500, copy_, [this] { copy_->setText(tr("Copy")); });
    });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CommandBlock::setLines(const std::vector<CommandLine>& lines) {
    lines_ = lines;
    render();
}

void CommandBlock::setMaximumTextHeight(int pixels) {
    maximumTextHeight_ = pixels;
    fitHeight();
}

QString CommandBlock::commands() const {
    QStringList out;
    for (const CommandLine& line : lines_) {
        if (line.kind != CommandLine::Kind::Note) {
            out << line.text;
        }
    }
    return out.join(u'\n');
}

void CommandBlock::render() {
    const Palette& p = colors();
    const double character = QFontMetricsF(textFont(TextRole::Mono)).horizontalAdvance(u'x');
    const int room = width() - 2 * kPaddingX - kCopyRoom;
    const int columns = std::max(24, static_cast<int>((room - kHang) / character));
    wrappedFor_ = width();
    text_->clear();
    QTextCursor cursor(text_->document());
    bool first = true;
    const auto put = [&](const QString& line, const QTextCharFormat& ink, int indent, int above) {
        QTextBlockFormat block;
        block.setLeftMargin(indent);
        block.setTopMargin(first ? 0 : above);
        block.setLineHeight(kLineHeight, QTextBlockFormat::FixedHeight);
        if (first) {
            cursor.setBlockFormat(block);
        } else {
            cursor.insertBlock(block, ink);
        }
        cursor.insertText(line, ink);
        first = false;
    };
    for (const CommandLine& line : lines_) {
        const bool note = line.kind == CommandLine::Kind::Note;
        QTextCharFormat ink;
        ink.setFont(textFont(note ? TextRole::Small : TextRole::Mono));
        const bool quote = line.kind == CommandLine::Kind::Quote;
        ink.setForeground(note ? p.dim : quote ? p.text : line.kind == CommandLine::Kind::Send ? p.ok : p.bad);
        const QString sign = note || quote ? QString() : line.kind == CommandLine::Kind::Send ? QStringLiteral("+ ") : QStringLiteral("− ");
        // Only the first line has "Copy" beside it.
        const int fit = first ? columns : columns + static_cast<int>((kCopyRoom - 18) / character);
        const QStringList pieces = breakLongWords(wrapAtSpaces(line.text, fit), fit);
        for (qsizetype i = 0; i < pieces.size(); ++i) {
            put(i == 0 ? sign + pieces[i] : pieces[i], ink, i == 0 || note ? 0 : kHang, note && i == 0 ? 6 : 0);
        }
    }
    text_->moveCursor(QTextCursor::Start);
    fitHeight();
}

void CommandBlock::fitHeight() {
    const int wanted = static_cast<int>(std::ceil(text_->document()->size().height()));
    const int height = std::min(wanted, maximumTextHeight_);
    text_->setVerticalScrollBarPolicy(wanted > height ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    text_->setGeometry(kPaddingX, kPaddingY, width() - kPaddingX - 3, height);
    const QSize button = copy_->sizeHint();
    copy_->setGeometry(width() - button.width() - (wanted > height ? 16 : 6), 4, button.width(), button.height());
    copy_->raise();
    if (const int whole = std::max(height + 2 * kPaddingY, 34); minimumHeight() != whole) {
        setFixedHeight(whole);
    }
}

void CommandBlock::resizeEvent(QResizeEvent*) {
    if (wrappedFor_ != width()) {
        render();
    } else {
        fitHeight();
    }
}

void CommandBlock::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        render();
    }
}

void CommandBlock::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors().dark ? QPen(Qt::NoPen) : QPen(colors().line));
    painter.setBrush(colors().inset);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace ui
