// Looks at every queue of a configuration again and again: what went through and was lost since watching began, and how much waits.
//
//   QueueWatch watch(engine.config());
//   watch.begin(engine);                 // counts from here on
//   watch.sample(engine);                // as often as backlog is to be known
//   std::uint64_t most = watch.takeMost(); // octets that waited in all queues together, since that was last asked
//   std::vector<QueueResult> all = watch.results(engine);
//
// Queue trees by name, simple queues by name with /upload and /download. One thread.
#pragma once

#include "agent/dataplane/pipeline/engine.h"
#include "agent/runtime/rehearsal_result.h"

#include <string>
#include <vector>

namespace agent::runtime {

class QueueWatch {
public:
    explicit QueueWatch(const dataplane::EngineConfig& config);

    void begin(const dataplane::Engine& engine);
    void sample(const dataplane::Engine& engine);
    [[nodiscard]] std::uint64_t takeMost();
    [[nodiscard]] std::vector<QueueResult> results(const dataplane::Engine& engine) const;

private:
    enum class Part : std::uint8_t { Tree, Upload, Download };
    struct Watched {
        std::string name;
        std::uint32_t uid = 0;
        Part part = Part::Tree;
        bool root = true; // has no parent, whose backlog would hold its own
        dataplane::QueueStats then;
        std::vector<std::uint32_t> backlog; // octets, a sample each
    };
    static dataplane::QueueStats statsOf(const Watched& queue, const dataplane::Engine& engine);

    std::vector<Watched> queues_;
    std::uint64_t most_ = 0;
};

} // namespace agent::runtime
