// Asks work that is under way to end. Shared by who may ask and the work itself, so that either may go first. GUI thread.
//
//   auto stop = std::make_shared<Cancellation>();
//   co_await predict(request, board, {.cancel = stop});       // elsewhere: stop->request()
#pragma once

#include <QObject>

namespace core::twin {

class Cancellation : public QObject {
    Q_OBJECT
public:
    void request() {
        if (!requested_) {
            requested_ = true;
            Q_EMIT requested();
        }
    }
    [[nodiscard]] bool isRequested() const { return requested_; }

Q_SIGNALS:
    void requested();

private:
    bool requested_ = false;
};

} // namespace core::twin
