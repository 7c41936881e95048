// Keeps a task's result where a test can wait for it.
#pragma once

#include "core/base/result.h"

#include <QCoroTask>
#include <memory>
#include <optional>

namespace tests {

template <class T>
QCoro::Task<void> keep(QCoro::Task<core::base::Result<T>> task, std::shared_ptr<std::optional<core::base::Result<T>>> into) {
    core::base::Result<T> result = co_await task;
    *into = std::move(result);
}

template <class T> struct Kept {
    explicit Kept(QCoro::Task<core::base::Result<T>> task) { keep(std::move(task), value); }
    std::shared_ptr<std::optional<core::base::Result<T>>> value = std::make_shared<std::optional<core::base::Result<T>>>();
    [[nodiscard]] bool ready() const { return value->has_value(); }
    const core::base::Result<T>& result() const { return **value; }
};

} // namespace tests
