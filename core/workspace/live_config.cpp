#include "core/workspace/live_config.h"

#include "core/base/clock.h"
#include "core/base/completion.h"
#include "core/link/ssh_session.h"
#include "core/poller/identity.h"
#include "core/poller/questions.h"
#include "core/workspace/live_counters.h"

#include <QPointer>
#include <QTimer>
#include <array>
#include <charconv>
#include <utility>

namespace core::workspace {

namespace config = core::routeros::config;

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::array<const char*, 2> kQueues{"/queue/tree", "/queue/simple"};

int majorOf(std::string_view version) {
    int major = 7;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

bool isYes(std::string_view value) {
    return value == "true" || value == "yes";
}

// A router without these shown is not understood at all.
bool isEssential(std::string_view path) {
    return path == "/ip/firewall/filter" || path == "/interface";
}

Error notShown(const std::string& path, const Error& error) {
    return {ErrorCode::Refused,
            "The router does not show " + path +
                " to this user, and without it nothing can be said about paths. Give the user's group the policies api (or ssh) and read.",
            error.describe()};
}

// One reading: keeps the session in view, because it may end at any await.
class Reading {
public:
    Reading(Session& session, ReadingHooks hooks)
        : session_(&session)
        , hooks_(std::move(hooks))
        , ssh_(qobject_cast<core::link::SshSession*>(&session) != nullptr) {}

    QCoro::Task<Result<LiveConfig>> run() {
        const Result<core::poller::Identity> identity = co_await core::poller::readIdentity(*session_);
        if (!identity) {
            co_return tl::unexpected(identity.error());
        }
        live_.name = identity->name;
        live_.board = identity->model.empty() ? identity->board : identity->model;
        const std::string version = identity->version.substr(0, identity->version.find(' '));
        live_.config.header.version = version;
        live_.config.header.model = live_.board;

        const std::vector<config::PrintedMenu> menus = config::printedMenus(majorOf(version));
        const bool watched = hooks_.watch.count() > 0;
        total_ = menus.size() + 1 + (watched ? 2 : 1) * (questions_.size() + kQueues.size());
        for (const config::PrintedMenu& menu : menus) {
            const Result<void> read = co_await readMenu(menu, majorOf(version));
            if (!read) {
                co_return tl::unexpected(read.error());
            }
        }
        const Result<Answer> interfaces = co_await ask(config::interfacesRequest());
        if (!interfaces) {
            co_return tl::unexpected(interfaces.error().code == ErrorCode::Refused ? notShown("/interface", interfaces.error())
                                                                                   : interfaces.error());
        }
        config::takeInterfaces(live_, interfaces->rows);
        Result<void> read = co_await readCounters();
        if (read && watched) {
            const core::model::CounterSample before = std::exchange(live_.counters, {});
            const auto queuesBefore = std::exchange(queues_, {});
            core::base::Completion<bool> passed;
            QTimer::singleShot(hooks_.watch, [passed]() mutable { passed.resolve(true); });
            co_await passed;
            read = co_await readCounters();
            live_.counted = countedBetween(before, live_.counters);
            for (const auto& [item, octets] : queues_) {
                const auto then = queuesBefore.find(item);
                if (then != queuesBefore.end() && octets >= then->second) {
                    live_.counted.counted[item] = static_cast<double>(octets - then->second);
                }
            }
        }
        if (!read) {
            co_return tl::unexpected(read.error());
        }
        co_return std::move(live_);
    }

private:
    QCoro::Task<Result<void>> readMenu(const config::PrintedMenu& menu, int major) {
        const bool byExport = ssh_ && menu.secrets;
        Request request = menu.request;
        if (byExport) {
            request.verb = "export";
            request.queries.clear();
            request.arguments.clear();
            if (major == 6) {
                request.arguments.push_back({"hide-sensitive", ""}); // later versions hide unless told otherwise
            }
        }
        const Result<Answer> answer = co_await ask(std::move(request));
        if (answer) {
            if (byExport) {
                config::takeExport(live_, menu, answer->ret());
            } else {
                config::take(live_, menu, answer->rows);
                noteRunning(menu.path, answer->rows);
            }
            co_return Result<void>{};
        }
        const Error& error = answer.error();
        if (error.code != ErrorCode::Refused) {
            co_return tl::unexpected(error);
        }
        if (isEssential(menu.path)) {
            co_return tl::unexpected(notShown(menu.path, error));
        }
        (core::link::isNoSuchCommand(error) ? live_.missing : live_.refused).push_back(menu.path);
        co_return Result<void>{};
    }

    // Into live_.counters and queues_.
    QCoro::Task<Result<void>> readCounters() {
        for (const core::poller::Question& question : questions_) {
            const Result<Answer> answer = co_await ask(question.request);
            if (answer) {
                live_.counters.at = question.essential ? clock_.now() : live_.counters.at;
                question.apply(*answer, live_.counters);
            } else if (answer.error().code != ErrorCode::Refused) {
                co_return tl::unexpected(answer.error());
            }
        }
        for (const char* menu : kQueues) {
            Request counts{menu, "print", {{".proplist", ".id,bytes"}}, {}, {}};
            const Result<Answer> answer = co_await ask(std::move(counts));
            if (answer) {
                queues_.merge(config::countedBy(live_, menu, answer->rows));
            } else if (answer.error().code != ErrorCode::Refused) {
                co_return tl::unexpected(answer.error());
            }
        }
        co_return Result<void>{};
    }

    QCoro::Task<Result<Answer>> ask(Request request) {
        if (hooks_.cancelled && hooks_.cancelled()) {
            co_return fail(ErrorCode::Cancelled, "Reading the configuration was cancelled.");
        }
        if (!session_) {
            co_return fail(ErrorCode::ConnectionLost, "The connection ended while the configuration was being read.");
        }
        Result<Answer> answer = co_await session_->request(std::move(request));
        ++done_;
        if (hooks_.progress) {
            hooks_.progress(done_, total_);
        }
        co_return answer;
    }

    void noteRunning(std::string_view path, const std::vector<Row>& rows) {
        if (rows.empty()) {
            return;
        }
        if (path == "/tool/sniffer") {
            live_.running.sniffer = isYes(rows.front().value("running"));
        } else if (path == "/tool/traffic-generator") {
            live_.running.trafficGenerator = isYes(rows.front().value("running"));
        }
    }

    QPointer<Session> session_;
    ReadingHooks hooks_;
    bool ssh_ = false;
    std::size_t done_ = 0, total_ = 0;
    LiveConfig live_;
    core::base::SteadyClock clock_;
    const std::vector<core::poller::Question> questions_ = core::poller::questions();
    std::unordered_map<config::ItemId, std::uint64_t> queues_;
};

} // namespace

QCoro::Task<Result<LiveConfig>> readConfig(Session& session, ReadingHooks hooks) {
    Reading reading(session, std::move(hooks)); // lives in this frame as long as it runs
    Result<LiveConfig> live = co_await reading.run();
    co_return live;
}

} // namespace core::workspace
