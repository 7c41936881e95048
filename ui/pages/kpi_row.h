// The five figures at the top of the Paths page.
#pragma once

#include "core/workspace/router_state.h"

#include <QWidget>
#include <deque>

namespace ui {

class CoreBars;
class KpiCard;
class ShareRing;
class Sparkline;

// Share of bytes that avoided the slow path; absent when nothing moved or nothing is known.
[[nodiscard]] std::optional<double> fastShare(const core::workspace::RouterState& state);

class KpiRow : public QWidget {
    Q_OBJECT
public:
    explicit KpiRow(QWidget* parent = nullptr);

    void show(const core::workspace::RouterState& state, const std::deque<core::model::RateSample>& history);
    using QWidget::show;
    [[nodiscard]] std::vector<KpiCard*> cards() const;

private:
    void showForwarded(const core::workspace::RouterState& state, const std::deque<core::model::RateSample>& history);
    void showFastShare(const core::workspace::RouterState& state);
    void showCores(const core::workspace::RouterState& state);
    void showConnections(const core::workspace::RouterState& state);
    void showPing(const core::workspace::RouterState& state);

    KpiCard* forwarded_;
    KpiCard* fast_;
    KpiCard* core_;
    KpiCard* connections_;
    KpiCard* ping_;
    Sparkline* sparkline_;
    ShareRing* ring_;
    CoreBars* bars_;
};

} // namespace ui
