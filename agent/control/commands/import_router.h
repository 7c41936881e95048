// What a script that is imported sees: the tree it changes, and of everything else what may be read. Writes of the script go to
// that tree alone, so that an import is all or nothing.
#pragma once

#include "agent/control/commands/context.h"
#include "core/routeros/script/router.h"

namespace agent::control {

class ImportRouter final : public core::routeros::script::Router {
public:
    // Lines the script puts are appended to `output`, as rows with "line". Everything must outlive this.
    ImportRouter(Context& context, const Caller& caller, Tree& tree, std::vector<core::model::Row>& output)
        : context_(context), caller_(caller), tree_(tree), output_(output) {}

    core::base::Result<std::vector<core::model::Row>> items(std::string_view menu) override;
    core::base::Result<core::routeros::script::CommandAnswer> run(const core::model::Request& request) override;
    void put(std::string_view line) override { output_.push_back({{"line", std::string(line)}}); }
    void log(std::string_view topic, std::string_view message) override {
        context_.note("script," + std::string(topic), std::string(message));
    }
    void delay(core::base::Nanos) override {} // nothing else happens meanwhile that would be worth waiting for

private:
    Context& context_;
    const Caller& caller_;
    Tree& tree_;
    std::vector<core::model::Row>& output_;
};

} // namespace agent::control
