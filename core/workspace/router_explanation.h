// A router's own configuration explained: read over its session when it is asked for, never by itself. GUI thread.
#pragma once

#include "core/workspace/explanation.h"

namespace core::workspace {

class Router;

class RouterExplanation final : public Explanation {
    Q_OBJECT
public:
    // The router outlives it.
    explicit RouterExplanation(Router& router, QObject* parent = nullptr);

    // A reading that is on its way is not started twice: it takes the router a hundred answers.
    void read() override;

private:
    Router& router_;
    bool asked_ = false;
};

} // namespace core::workspace
