// Quantities as the console shows them. The words come from core/base/format.h; here they become QString and get an
// "absent" form: what a router does not tell is an en dash, never a zero.
#pragma once

#include "core/base/units.h"

#include <QString>
#include <optional>

namespace ui {

// A number and its unit apart, because they are set in different sizes.
struct Figure {
    QString number;
    QString unit;
    [[nodiscard]] QString text() const { return unit.isEmpty() ? number : number + u' ' + unit; }
};

[[nodiscard]] QString absentText(); // "–"

[[nodiscard]] Figure rateFigure(core::base::BitRate rate);                      // {"3.42", "Gb/s"}
[[nodiscard]] QString rateText(core::base::BitRate rate);                       // "3.42 Gb/s"; exactly nothing is "0"
[[nodiscard]] QString rateText(const std::optional<core::base::BitRate>& rate); // absent: "–"
[[nodiscard]] QString packetRateText(core::base::PacketRate rate);
[[nodiscard]] QString countText(std::uint64_t n);

// "27 %". Something is never shown as nothing, nor nearly all as all: "<1 %", ">99 %".
[[nodiscard]] QString shareText(double share);
// The number alone: "27", "<1", ">99".
[[nodiscard]] QString shareNumber(double share);

// "38 ms", "0.8 ms", "1.2 s".
[[nodiscard]] QString durationText(core::base::Nanos span);

// "0.42 ms", "13.1 ms", "148 ms": finer than durationText, for round trips that are compared.
[[nodiscard]] QString millisecondsText(double ms);

// "+64 %", "−77 %"; empty when there was nothing before.
[[nodiscard]] QString changeText(core::base::BitRate before, core::base::BitRate after);

} // namespace ui
