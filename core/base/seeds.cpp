#include "core/base/seeds.h"

#include <optional>
#include <random>

namespace core::base {
namespace {

thread_local std::optional<std::mt19937_64> reproducible;

} // namespace

std::uint64_t freshSeed() {
    if (reproducible) {
        return (*reproducible)();
    }
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
}

ReproducibleSeeds::ReproducibleSeeds(std::uint64_t seed) { reproducible.emplace(seed); }
ReproducibleSeeds::~ReproducibleSeeds() { reproducible.reset(); }

} // namespace core::base
