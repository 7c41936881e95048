// A result that arrives later, for one coroutine to wait for.
//
//   Completion<Result<int>> answer;
//   table.emplace(tag, answer);          // copies share the same result
//   Result<int> value = co_await answer; // resumed by table[tag].resolve(…)
//
// resolve() resumes the waiting coroutine before it returns, so whatever the caller owns may be gone afterwards: touch nothing of
// it behind resolve() without checking. Whoever keeps a Completion must resolve it in the end, or the coroutine is never freed.
// One thread.
#pragma once

#include <utility> // before <coroutine>, which brings <compare>: Qt 6.4's moc trips over that as the first header

#include <coroutine>
#include <memory>
#include <optional>

namespace core::base {

template <class T> class Completion {
public:
    // The first value counts; later ones are ignored.
    void resolve(T value) {
        const std::shared_ptr<State> state = state_;
        if (state->value) {
            return;
        }
        state->value.emplace(std::move(value));
        if (const auto waiter = std::exchange(state->waiter, nullptr)) {
            waiter.resume();
        }
    }

    [[nodiscard]] bool await_ready() const noexcept { return state_->value.has_value(); }
    void await_suspend(std::coroutine_handle<> waiter) noexcept { state_->waiter = waiter; }
    T await_resume() { return std::move(*state_->value); }

private:
    struct State {
        std::optional<T> value;
        std::coroutine_handle<> waiter;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

} // namespace core::base
