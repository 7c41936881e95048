// An export of any octets: loaded, exported, loaded again, compared, and the difference applied.
#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"
#include "core/routeros/config/load.h"
#include "tests/fuzz/fuzz_input.h"

namespace config = core::routeros::config;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const config::LoadedConfig loaded = config::loadConfig(fuzz::text(data, size));
    config::ExportOptions options;
    options.showSensitive = true;
    const config::LoadedConfig again = config::loadConfig(config::exportConfig(loaded.tree, options));
    const config::ConfigDiff difference = config::diff(loaded.tree, again.tree);
    (void)config::describe(difference);
    config::ConfigTree tree = loaded.tree;
    (void)config::applyDiff(tree, difference);
    (void)config::toRequests(config::inverse(difference));
    return 0;
}
