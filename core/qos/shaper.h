// The queue kinds: which one, and its settings for one direction. Private to this room's plans.
#pragma once

#include "core/doctor/version.h"
#include "core/model/request.h"
#include "core/qos/wishes.h"

#include <string>
#include <vector>

namespace core::qos {

struct ShaperChoice {
    Shaper shaper = Shaper::FqCodel; // never Auto
    std::string why;                 // one sentence
    std::string refused;             // why what was wished for cannot be had; empty: it can
};

// fq-codel and cake are there since 7.1 (vendor's Queues page). cake where the line's overhead is to be counted, which only it does.
[[nodiscard]] ShaperChoice chooseShaper(const Wishes& wishes, const core::doctor::Version& version);

enum class Way { Up, Down };

// Arguments of /queue/type add, without the name. `rate`: the limit above it.
[[nodiscard]] std::vector<core::model::Attribute> typeOf(const Wishes& wishes, Shaper shaper, Way way, core::base::BitRate rate);

} // namespace core::qos
