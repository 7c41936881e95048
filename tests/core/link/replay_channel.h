// A channel that plays a recorded session: who said what, octet by octet. For tests.
//
//   auto* channel = new ReplayChannel({{ReplayChannel::Say::Router, "…"}, {ReplayChannel::Say::Console, "/login"}, …});
//
// A router's line is delivered once everything the console had said before it in the recording was sent; a console's line is a text that
// has to occur in what is sent. Delivery is cut into pieces of `piece` octets.
#pragma once

#include "core/link/channel.h"

#include <QTimer>
#include <string>
#include <vector>

namespace tests {

class ReplayChannel final : public core::link::Channel {
    Q_OBJECT
public:
    enum class Say { Router, Console, HangUp };
    struct Line {
        Say who;
        std::string bytes;
    };
    explicit ReplayChannel(std::vector<Line> lines, std::size_t piece = 1u << 20)
        : lines_(std::move(lines))
        , piece_(piece) {
        timer_.setInterval(0);
        connect(&timer_, &QTimer::timeout, this, &ReplayChannel::play);
    }

    void open() override {
        open_ = true;
        QTimer::singleShot(0, this, [this] {
            Q_EMIT opened();
            timer_.start();
        });
    }
    void send(std::string_view bytes) override { sent_ += bytes; }
    void close() override {
        open_ = false;
        timer_.stop();
    }
    [[nodiscard]] core::link::Security security() const override { return core::link::Security::Plain; }
    [[nodiscard]] std::string peer() const override { return "recording"; }
    [[nodiscard]] const std::string& sent() const { return sent_; }
    [[nodiscard]] bool played() const { return next_ == lines_.size(); }

private:
    void play() {
        if (!open_ || played()) {
            return;
        }
        const Line& line = lines_[next_];
        if (line.who == Say::Console) {
            const std::size_t at = sent_.find(line.bytes, heard_);
            if (at != std::string::npos) {
                heard_ = at + line.bytes.size();
                ++next_;
            }
            return;
        }
        if (line.who == Say::HangUp) {
            ++next_;
            open_ = false;
            Q_EMIT closed({core::base::ErrorCode::ConnectionLost, "recording closed the connection.", {}});
            return;
        }
        const std::string part = line.bytes.substr(at_, piece_);
        at_ += part.size();
        if (at_ >= line.bytes.size()) {
            at_ = 0;
            ++next_;
        }
        Q_EMIT received(QByteArray::fromStdString(part));
    }

    std::vector<Line> lines_;
    std::size_t piece_;
    std::size_t next_ = 0, at_ = 0, heard_ = 0;
    bool open_ = false;
    std::string sent_;
    QTimer timer_;
};

} // namespace tests
