#include "core/change/change_run.h"

#include "core/change/find_items.h"
#include "core/planner/steps.h"

#include <set>

namespace core::change {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Session;
using core::model::ChangeOutcome;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Request;

namespace {

constexpr int kTickMs = 1000;
constexpr qint64 kNeedsMs = 3000; // a step that cannot be answered before the deadline is not begun

std::string sentences(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) {
        out += (out.empty() ? "" : " ") + text;
    }
    return out;
}

std::string place(std::size_t step, const Plan& plan) {
    return "step " + std::to_string(step + 1) + " of " + std::to_string(plan.steps.size()) + ", " + plan.steps[step].commandLine;
}

// The id of a new item, an export, rows, or only that it was done.
std::string saidBy(const core::link::Answer& answer) {
    std::string out = answer.ret();
    for (const core::model::Row& row : out.empty() ? answer.rows : std::vector<core::model::Row>()) {
        for (const core::model::Attribute& attribute : row.attributes()) {
            out += attribute.name + "=" + attribute.value + " ";
        }
        out += "\n";
    }
    return out.empty() ? "done" : out;
}

} // namespace

std::shared_ptr<ChangeRun> ChangeRun::create(Plan plan, RunTerms terms, RunServices services) {
    return std::shared_ptr<ChangeRun>(new ChangeRun(std::move(plan), std::move(terms), std::move(services)));
}

std::shared_ptr<ChangeRun> ChangeRun::adopt(std::int64_t number, SentChange sent, RunTerms terms, RunServices services) {
    auto run = create(sent.plan, std::move(terms), std::move(services));
    run->number_ = number;
    run->sent_ = std::move(sent);
    run->sent_.safeMode = false; // it went with the connection that held it
    run->armed_ = true;
    return run;
}

ChangeRun::ChangeRun(Plan plan, RunTerms terms, RunServices services)
    : terms_(std::move(terms))
    , services_(std::move(services)) {
    sent_.plan = std::move(plan);
    QObject::connect(&ticker_, &QTimer::timeout, &context_, [this] { tick(); });
}

ChangeRun::~ChangeRun() = default;

int ChangeRun::secondsLeft() const {
    return armed_ ? static_cast<int>((std::max<qint64>(0, deadline_.remainingTime()) + 999) / 1000) : static_cast<int>(terms_.confirmSeconds);
}

void ChangeRun::enter(Phase phase) {
    phase_ = phase;
    if (onChange) {
        onChange();
    }
}

QCoro::Task<Result<void>> ChangeRun::start() {
    const auto self = shared_from_this();
    const Result<void> ready = co_await open();
    if (!ready) {
        detail_ = ready.error().describe();
        session_.reset();
        enter(Phase::Over);
        co_return ready;
    }
    Result<void> done = co_await backUp();
    if (done) {
        enter(Phase::Arming);
        done = co_await arm();
    }
    for (std::size_t i = 0; done && i < sent_.plan.steps.size(); ++i) {
        enter(Phase::Applying);
        done = co_await send(i);
    }
    if (done) {
        enter(Phase::Verifying);
        co_await readBack();
        done = co_await verify();
    }
    if (!done) {
        const Error error = done.error();
        const Result<void> given = co_await giveUp(error);
        co_return given;
    }
    QObject::connect(session_.get(), &Session::closed, &context_, [this] { lost(); });
    ticker_.start(kTickMs);
    enter(Phase::Waiting);
    co_return Result<void>{};
}

// Everything that only reads, then the journal.
QCoro::Task<Result<void>> ChangeRun::open() {
    if (sent_.plan.steps.empty()) {
        co_return fail(ErrorCode::InvalidInput, sent_.plan.obstacle.empty() ? "The plan has no steps." : sent_.plan.obstacle);
    }
    auto session = co_await services_.connect();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    session_ = std::move(*session);
    PreflightQuestion question{terms_.user, terms_.confirmSeconds};
    Plan plan = sent_.plan;
    Result<Preflight> look = co_await preflight(*session_, std::move(plan), std::move(question));
    if (!look) {
        co_return tl::unexpected(look.error());
    }
    look_ = std::move(*look);
    if (!look_.mayGo()) {
        co_return fail(ErrorCode::Refused, "Nothing was changed. " + sentences(look_.blockers));
    }
    ChangeLog::Opening opening{terms_.router, terms_.user, sent_.plan.id, sent_.plan.title, writeSent(sent_)};
    const Result<std::int64_t> begun = co_await services_.log->begin(std::move(opening));
    if (!begun) {
        co_return fail(begun.error().code, "Nothing was changed, because the journal cannot be kept.", begun.error().describe());
    }
    number_ = *begun;
    co_return Result<void>{};
}

// The configuration as it is; where the router does not export over this connection, the menus the plan touches.
QCoro::Task<Result<void>> ChangeRun::backUp() {
    Request everything{"", "export", {}, {}, {}};
    const Result<Answer> whole = co_await write(std::move(everything), std::string());
    if (whole || whole.error().code != ErrorCode::Refused) {
        co_return whole ? Result<void>() : tl::unexpected(whole.error());
    }
    std::set<std::string> menus;
    for (const PlanStep& step : sent_.plan.steps) {
        menus.insert(step.command.menu);
    }
    for (const std::string& menu : menus) {
        Request print{menu, "print", {}, {}, {}};
        const Result<Answer> rows = co_await write(std::move(print), std::string());
        if (!rows) {
            co_return tl::unexpected(rows.error());
        }
    }
    co_return Result<void>{};
}

QCoro::Task<Result<InFlight>> ChangeRun::inFlight(std::size_t step) {
    InFlight out{sent_.plan.steps[step], {}};
    const std::vector<core::model::Attribute> marks = out.step.command.verb == "add" ? marksOf(out.step.command) : std::vector<core::model::Attribute>();
    if (!marks.empty()) {
        Request print{out.step.command.menu, "print", {{".proplist", ".id"}}, {}, {}};
        for (const core::model::Attribute& mark : marks) {
            print.queries.push_back(mark.name + "=" + mark.value);
        }
        const Result<Answer> rows = co_await session_->request(std::move(print));
        if (!rows) {
            co_return tl::unexpected(rows.error());
        }
        for (const core::model::Row& row : rows->rows) {
            out.present.emplace_back(row.value(".id"));
        }
    }
    co_return out;
}

QCoro::Task<Result<void>> ChangeRun::arm() {
    const Result<InFlight> first = co_await inFlight(0);
    if (!first) {
        co_return tl::unexpected(first.error());
    }
    sent_.present = first->present;
    armed_ = true; // from here on the router may hold something of ours
    deadline_ = QDeadlineTimer(std::chrono::seconds(terms_.confirmSeconds));
    if (look_.safeMode && terms_.useSafeMode) {
        Request take{"/safe-mode", "take", {}, {}, {}};
        const Result<Answer> taken = co_await write(std::move(take), std::string("/safe-mode unroll"));
        if (!taken) {
            co_return tl::unexpected(taken.error());
        }
        // Over SSH every command is a session of its own, and safe mode went with it.
        Request ask{"/safe-mode", "get", {{"value-name", "current"}}, {}, {}};
        const Result<Answer> held = co_await session_->request(std::move(ask));
        sent_.safeMode = held && (held->ret() == "true" || held->ret() == "yes");
    }
    if (!look_.scheduler && !sent_.safeMode) {
        co_return fail(ErrorCode::Unsupported, "The router cannot be made to come back by itself: safe mode does not hold over this connection, and its device-mode does not allow the scheduler.");
    }
    const Result<void> noted = co_await keepBody();
    if (!noted || !look_.scheduler) {
        co_return noted;
    }
    Request entry{"/system/scheduler", "add", {}, {}, {}};
    entry.arguments = {{"name", std::string(kEntryName)},
                       {"interval", std::to_string(terms_.confirmSeconds) + "s"},
                       {"policy", "read,write"},
                       {"comment", "pathscope: change " + std::to_string(number_) + " by " + terms_.user + ", " + sent_.plan.title},
                       {"on-event", rollbackScript(number_, {}, &*first)}};
    std::string removal = "/system scheduler remove " + std::string(kEntryName);
    const Result<Answer> added = co_await write(std::move(entry), std::move(removal));
    if (!added) {
        co_return tl::unexpected(added.error());
    }
    entry_ = added->ret();
    co_return Result<void>{};
}

QCoro::Task<Result<void>> ChangeRun::send(std::size_t step) {
    if (deadline_.remainingTime() < kNeedsMs) {
        co_return fail(ErrorCode::Timeout, "The time to confirm was over before " + place(step, sent_.plan) + ".");
    }
    if (step > 0) {
        const Result<InFlight> next = co_await inFlight(step);
        if (!next) {
            co_return tl::unexpected(next.error());
        }
        sent_.present = next->present;
        const Result<void> noted = co_await keepBody();
        if (!noted) {
            co_return noted;
        }
        if (!entry_.empty()) {
            std::string script = rollbackScript(number_, appliedOf(sent_), &*next);
            Request set{"/system/scheduler", "set", {{".id", entry_}, {"on-event", std::move(script)}}, {}, {}};
            const Result<Answer> done = co_await write(std::move(set), std::string());
            if (!done) {
                co_return tl::unexpected(done.error());
            }
        }
    }
    const PlanStep& planned = sent_.plan.steps[step];
    Request command = planned.command;
    std::string inverse = planned.inverseLine;
    const Result<Answer> answer = co_await write(std::move(command), std::move(inverse));
    if (!answer) {
        const bool refused = answer.error().code == ErrorCode::Refused;
        co_return fail(answer.error().code, refused ? "The router refused " + place(step, sent_.plan) + "." : "It broke off at " + place(step, sent_.plan) + ".",
                       answer.error().cause.empty() ? answer.error().text : answer.error().cause);
    }
    const std::string named(planned.command.argument(".id").value_or(planned.command.argument("numbers").value_or("")));
    sent_.steps.push_back({planned.command.verb == "add" ? answer->ret() : named, {}});
    sent_.present.reset();
    const Result<void> kept = co_await keepBody();
    co_return kept;
}

// The values as the router spells them, so that an undo weeks later knows what others changed since. What cannot be read is left out.
QCoro::Task<void> ChangeRun::readBack() {
    for (std::size_t i = 0; i < sent_.steps.size(); ++i) {
        const Request& command = sent_.plan.steps[i].command;
        if ((command.verb != "add" && command.verb != "set") || sent_.steps[i].id.starts_with('[')) {
            continue;
        }
        std::string list = ".id";
        for (const core::model::Attribute& argument : command.arguments) {
            list += saysWhere(argument.name) ? std::string() : "," + argument.name;
        }
        Request print{command.menu, "print", {{".proplist", list}}, {}, {}};
        if (!sent_.steps[i].id.empty()) {
            print.queries = {".id=" + sent_.steps[i].id};
        }
        const Result<Answer> rows = co_await session_->request(std::move(print));
        if (!rows) {
            co_return; // the new connection will tell
        }
        for (const core::model::Row& row : rows->rows) {
            sent_.steps[i].after = row;
        }
    }
    co_await keepBody();
}

QCoro::Task<Result<void>> ChangeRun::verify() {
    auto fresh = co_await services_.connect();
    if (!fresh) {
        co_return fail(ErrorCode::Unreachable, "With the change the router does not let a new connection in.", fresh.error().describe());
    }
    Request ask{"/system/identity", "print", {{".proplist", "name"}}, {}, {}};
    const Result<Answer> name = co_await (*fresh)->request(std::move(ask));
    if (!name) {
        co_return fail(ErrorCode::Unreachable, "With the change the router does not answer on a new connection.", name.error().describe());
    }
    co_return Result<void>{};
}

QCoro::Task<Result<void>> ChangeRun::keepBody() {
    std::string body = writeSent(sent_);
    Result<void> kept = co_await services_.log->keepBody(number_, std::move(body));
    co_return kept;
}

QCoro::Task<Result<ChangeRun::Answer>> ChangeRun::write(Request request, std::string inverse) {
    std::string line = core::planner::commandLine(request);
    std::string known = inverse;
    Result<int> noted = co_await services_.log->sending(number_, std::move(line), std::move(known));
    // The way back is taken even if nobody can write it down.
    const bool back = phase_ == Phase::RollingBack;
    if (!noted && !back) {
        co_return fail(ErrorCode::Io, "The journal cannot be kept, so nothing more is sent.", noted.error().describe());
    }
    Result<Answer> answer = co_await sendWrite(*session_, std::move(request));
    if (!noted) {
        co_return answer;
    }
    std::string said = answer ? saidBy(*answer) : answer.error().describe();
    const Result<void> heard = co_await services_.log->answered(number_, *noted, std::move(inverse), std::move(said));
    if (answer && !heard && !back) {
        co_return fail(ErrorCode::Io, "The journal cannot be kept, so nothing more is sent.", heard.error().describe());
    }
    co_return answer;
}

QCoro::Task<Result<void>> ChangeRun::giveUp(Error error) {
    phase_ = Phase::RollingBack;
    std::string why = error.describe();
    const ChangeOutcome outcome = co_await settle(Wish::TakeBack, std::move(why));
    const char* became = outcome == ChangeOutcome::RolledBack ? " The router is as it was before." : " ";
    co_return fail(error.code, error.text + became + (outcome == ChangeOutcome::RolledBack ? "" : detail_), error.cause);
}

} // namespace core::change
