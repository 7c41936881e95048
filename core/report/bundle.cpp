#include "core/report/bundle.h"

namespace core::report {

using core::base::Result;
using core::store::ExperimentLog;
using core::store::Store;

Result<void> writeBundle(const std::filesystem::path& file, const Bundle& bundle) {
    const auto store = Store::create(file);
    if (!store) {
        return tl::unexpected(store.error());
    }
    ExperimentLog log(*store);
    Result<void> done = log.begin(bundle.experiment);
    for (const core::store::Note& note : bundle.notes) {
        done = done ? log.addNote(bundle.experiment.id, note) : done;
    }
    return done;
}

Result<Bundle> readBundle(const std::filesystem::path& file) {
    const auto store = Store::openCopy(file);
    if (!store) {
        return tl::unexpected(store.error());
    }
    ExperimentLog log(*store);
    const auto entries = log.list();
    if (!entries) {
        return tl::unexpected(entries.error());
    }
    if (entries->size() != 1) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, file.string() + " holds " + std::to_string(entries->size()) + " experiments; a bundle holds one.");
    }
    Bundle bundle;
    auto experiment = log.find(entries->front().id);
    auto notes = log.notes(entries->front().id);
    if (!experiment || !notes) {
        return tl::unexpected(experiment ? notes.error() : experiment.error());
    }
    bundle.experiment = std::move(*experiment);
    bundle.notes = std::move(*notes);
    return bundle;
}

} // namespace core::report
