// A load made by our own sender and `pathscopectl sink`. See load.h.
#pragma once

#include "core/base/completion.h"
#include "core/load/load.h"

#include <QThread>

namespace core::load {

class Sender;

class SinkLoad final : public QObject, public Load {
    Q_OBJECT
public:
    explicit SinkLoad(LoadRequest request);
    ~SinkLoad() override;

    QCoro::Task<core::base::Result<void>> start(double seconds) override;
    [[nodiscard]] std::optional<core::base::Error> problem() const override { return problem_; }
    QCoro::Task<core::base::Result<LoadEnd>> stop() override;

private:
    void settle(core::base::Result<LoadEnd> outcome);

    LoadRequest request_;
    QThread thread_;
    Sender* sender_ = nullptr; // lives in thread_, and goes when that ends
    std::optional<core::base::Error> problem_;
    std::optional<core::base::Completion<core::base::Result<LoadEnd>>> waiting_; // of start() or stop()
};

} // namespace core::load
