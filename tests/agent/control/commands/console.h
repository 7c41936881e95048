// A router on the bench: configuration on a small board, a fake engine, a virtual clock, and one conversation whose
// replies are kept as the sentences a client would see.
#pragma once

#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/conversation.h"
#include "agent/control/tree/load.h"
#include "core/routeros/api/reply_codec.h"
#include "tests/agent/control/commands/fake_engine.h"
#include "tests/agent/control/tree/board.h"

namespace tests {

class FixedWallClock final : public agent::control::WallClock {
public:
    std::time_t now = 1'796'002'400; // 2026-11-30 01:33:20 UTC
    [[nodiscard]] std::time_t seconds() const override { return now; }
};

// A caller of one of RouterOS's own groups, in a session of its own.
inline agent::control::Caller callerOf(agent::control::Context& context, std::string_view group) {
    const auto session = context.sessions.open({"admin", "127.0.0.1", "api", std::string(group), "2026-11-30 14:05:09"});
    return {{"admin", std::string(group), agent::control::defaultGroupPolicies(group).value_or(agent::control::Policies())},
            session.value_or(0)};
}

class Console final : private agent::control::ReplySink {
public:
    using Sentences = std::vector<core::routeros::api::Sentence>;

    explicit Console(std::string_view group = "full", agent::control::ConversationOptions options = {})
        : live(smallBoard(), false, [](auto) {}), plane(live, engine, clock, wallClock, false),
          conversation(plane.context(), callerOf(plane.context(), group), *this, options) {
        engine.stats.resize(live.compiled().config->interfaces.size());
    }

    void load(std::string_view script) {
        const auto done = agent::control::loadScript(live, script, "test.rsc");
        if (!done) {
            qFatal("%s", done.error().text.c_str());
        }
        engine.stats.resize(live.compiled().config->interfaces.size());
    }

    // Sends one request, gives back what was answered at once.
    Sentences ask(std::string menu, std::string verb, std::vector<core::model::Attribute> arguments = {},
                  std::vector<std::string> queries = {}, std::string tag = {}) {
        sentences.clear();
        conversation.submit({std::move(menu), std::move(verb), std::move(arguments), std::move(queries), std::move(tag)});
        return sentences;
    }

    // Rows of a print, without the reply words.
    std::vector<core::model::Row> rows(std::string menu, std::vector<core::model::Attribute> arguments = {},
                                       std::vector<std::string> queries = {}) {
        std::vector<core::model::Row> out;
        for (const auto& sentence : ask(std::move(menu), "print", std::move(arguments), std::move(queries))) {
            const auto reply = core::routeros::api::decodeReply(sentence);
            if (reply->kind == core::model::ReplyKind::Row) {
                out.push_back(reply->row);
            }
        }
        return out;
    }

    // Moves time and gives streams their turn.
    Sentences after(core::base::Nanos span) {
        sentences.clear();
        clock.advance(span);
        conversation.poll(clock.now());
        return sentences;
    }

    agent::dataplane::InterfaceStats& stats(std::string_view interface) {
        return engine.stats[live.compiled().interfaceOf(live.tree().findInterface(interface)->id)];
    }

    bool slow = false; // the reader is
    Sentences sentences;
    core::base::VirtualClock clock;
    FixedWallClock wallClock;
    FakeEngine engine;
    agent::control::LiveConfig live;
    agent::control::ControlPlane plane;
    agent::control::Conversation conversation;

private:
    void send(const core::model::Reply& reply) override { sentences.push_back(core::routeros::api::encode(reply)); }
    [[nodiscard]] bool congested() const override { return slow; }
};

} // namespace tests
