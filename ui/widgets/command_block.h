// RouterOS commands as they will be sent, set in monospace on a well, long lines wrapped with a hanging indent. "Copy" puts the bare
// commands on the clipboard.
#pragma once

#include <QFrame>
#include <vector>

class QPushButton;
class QTextEdit;

namespace ui {

struct CommandLine {
    enum class Kind {
        Send,     // a command that adds or changes: "+"
        TakeBack, // a command that undoes: "−"
        Note,     // why, for people; not copied
        Quote,    // a line of the configuration as it stands
    };
    QString text;
    Kind kind = Kind::Send;
};

class CommandBlock : public QFrame {
    Q_OBJECT
public:
    explicit CommandBlock(QWidget* parent = nullptr);

    void setLines(const std::vector<CommandLine>& lines);
    // Grows with its text up to this height, then scrolls.
    void setMaximumTextHeight(int pixels);
    // What "Copy" copies: one command a line, unwrapped.
    [[nodiscard]] QString commands() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void render();
    void fitHeight();

    std::vector<CommandLine> lines_;
    QTextEdit* text_ = nullptr;
    QPushButton* copy_ = nullptr;
    int maximumTextHeight_ = 220;
    int wrappedFor_ = -1; // width the text was last wrapped for
};

} // namespace ui
