// co_await pauseFor(500ms): the event loop goes round meanwhile.
#pragma once

#include "core/base/completion.h"

#include <QTimer>
#include <chrono>

namespace core::change {

inline core::base::Completion<bool> pauseFor(std::chrono::milliseconds span) {
    core::base::Completion<bool> over;
    QTimer::singleShot(span, [over]() mutable { over.resolve(true); });
    return over;
}

} // namespace core::change
