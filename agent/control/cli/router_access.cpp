#include "agent/control/cli/router_access.h"

#include "agent/control/cli/names.h"
#include "agent/control/cli/print_format.h"
#include "agent/control/cli/trace_lines.h"
#include "agent/control/cli/value_text.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Error;
using core::base::ErrorCode;
using core::base::Nanos;
using core::base::Result;
using core::model::Attribute;
using core::model::Request;
using core::model::Row;
using core::routeros::script::CommandAnswer;

namespace {

constexpr Nanos kGlance = 250 * core::base::kMillisecond; // how often a stream without a due time is looked at

tl::unexpected<Error> ending() { return tl::unexpected(Error{ErrorCode::Cancelled, "the router is shutting down", {}}); }

bool isNumber(std::string_view text) {
    return !text.empty() && text.size() < 9 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The rows' positions in the whole menu; 0, 1, 2 … when they are the whole menu.
std::vector<std::size_t> numbersOf(const std::vector<Row>& rows, const std::vector<std::string>& all) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].get(".id")) {
            return {};
        }
        const auto found = std::find(all.begin(), all.end(), rows[i].value(".id"));
        out.push_back(found == all.end() ? i : static_cast<std::size_t>(found - all.begin()));
    }
    return out;
}

bool isRestricted(const Request& request) {
    return !request.queries.empty() || std::any_of(request.arguments.begin(), request.arguments.end(), [](const Attribute& a) {
        return a.name == "numbers" || a.name == ".id" || a.name == "from" || a.name == "static" || a.name == "dynamic" || a.name == "active";
    });
}

} // namespace

RouterAccess::AnswerOr RouterAccess::ask(const Request& request) {
    std::optional<Outcome<Answer>> answer;
    if (!gate_.call([&](Context& context) { answer = agent::control::run(context, caller_, request); })) {
        return ending();
    }
    if (!*answer) {
        return tl::unexpected(Error{ErrorCode::Refused, answer->error().message, {}});
    }
    return std::move(**answer);
}

Result<std::vector<Row>> RouterAccess::items(std::string_view menu) {
    return ask({std::string(menu), "print", {}, {}, {}}).map([](Answer answer) { return std::move(answer.rows); });
}

Result<CommandAnswer> RouterAccess::run(const Request& request) { return request.verb == "print" ? print(request) : other(request); }

void RouterAccess::remember(const Request& request, const std::vector<Row>& rows) {
    std::vector<std::string>& ids = numbered_[request.menu];
    ids.clear();
    if (!isRestricted(request)) {
        for (const Row& row : rows) {
            ids.emplace_back(row.value(".id"));
        }
        return;
    }
    if (const auto all = ask({request.menu, "print", {{".proplist", ".id"}}, {}, {}})) {
        for (const Row& row : all->rows) {
            ids.emplace_back(row.value(".id"));
        }
    }
}

std::vector<std::string> RouterAccess::picture(const PrintChoice& choice, const std::vector<Row>& rows) {
    const bool numbered = choice.request.menu != "/log" && choice.request.menu != "/system/history";
    if (numbered && !choice.follows) {
        remember(choice.request, rows);
    }
    const int columns = choice.style == PrintChoice::Style::Terse || !choice.file.empty() ? 0 : terminal_.size().columns;
    const PrintFormat format{choice.request.menu, choice.style, choice.properties, choice.showIds, columns};
    return formatPrint(format, rows, numbered ? numbersOf(rows, numbered_[choice.request.menu]) : std::vector<std::size_t>());
}

Result<void> RouterAccess::save(const PrintChoice& choice, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\r\n";
    }
    const std::string name = choice.file.ends_with(".txt") ? choice.file : choice.file + ".txt";
    Result<void> done;
    const bool called = gate_.call([&](Context& context) {
        if (!caller_.user.may(Policy::Ftp) && !caller_.user.may(Policy::Write)) {
            done = tl::unexpected(Error{ErrorCode::Refused, "not enough permissions (9)", {}});
            return;
        }
        if (choice.append) {
            text.insert(0, context.files.read(name).value_or(std::string()));
        }
        done = context.files.write(name, text, context.wallClock.seconds());
    });
    return called ? done : ending();
}

Result<CommandAnswer> RouterAccess::print(const Request& request) {
    const PrintChoice choice = printChoice(request);
    AnswerOr answer = choice.none ? AnswerOr(Answer{}) : ask(choice.request);
    if (!answer) {
        return tl::unexpected(answer.error());
    }
    if (const auto count = answer->done.get("ret")) {
        output_.line(*count);
        return CommandAnswer{};
    }
    if (!choice.repeats) {
        const std::vector<std::string> lines = picture(choice, answer->rows);
        if (!choice.file.empty()) {
            return save(choice, lines).map([] { return CommandAnswer{}; });
        }
        output_.lines(lines, choice.paging && !choice.follows);
    }
    if (answer->stream) {
        follow(std::move(answer->stream), [&](const std::vector<Row>& rows) {
            if (choice.follows && !rows.empty()) {
                output_.lines(picture(choice, rows), false);
            } else if (!choice.follows) {
                output_.picture(picture(choice, rows));
            }
        });
    }
    return CommandAnswer{};
}

// add, set, monitor, ping, export … whose rows, if any, are shown unless a script wants them as values.
Result<CommandAnswer> RouterAccess::other(const Request& request) {
    Request asked = withIds(request);
    bool asValue = false;
    std::erase_if(asked.arguments, [&](const Attribute& argument) {
        asValue = asValue || argument.name == "as-value";
        return argument.name == "as-value" || argument.name == "without-paging";
    });
    AnswerOr answer = ask(asked);
    if (!answer) {
        return tl::unexpected(answer.error());
    }
    CommandAnswer out;
    out.ret = answer->done.value("ret");
    if (asValue) {
        out.rows = std::move(answer->rows);
        if (answer->stream) {
            follow(std::move(answer->stream), [&out](const std::vector<Row>& rows) { out.rows.insert(out.rows.end(), rows.begin(), rows.end()); });
        }
        return out;
    }
    const bool text = !answer->rows.empty() && answer->rows.front().get("line");
    if (text) { // export: the rows are its lines
        std::vector<std::string> lines;
        for (const Row& row : answer->rows) {
            lines.emplace_back(printable(row.value("line")));
        }
        output_.lines(lines, false);
        out.ret.clear();
        return out;
    }
    const auto block = [&](const std::vector<Row>& rows) { return rows.size() == 1 ? formatRecord(request.menu, rows.front()) : formatMatrix(request.menu, rows, terminal_.size().columns); };
    if (!answer->rows.empty()) {
        output_.lines(block(answer->rows), true);
    }
    if (answer->stream) {
        follow(std::move(answer->stream), [&](const std::vector<Row>& rows) {
            if (request.verb == "trace") {
                output_.lines(traceLines(rows), false); // a story, not a state: what was told stays
            } else if (!rows.empty()) {
                output_.picture(block(rows));
            }
        });
    }
    if (request.verb == "import" && !out.ret.empty()) {
        output_.line(printable(out.ret));
        out.ret.clear();
    }
    return out;
}

void RouterAccess::follow(std::unique_ptr<Stream> stream, const std::function<void(const std::vector<Row>&)>& show) {
    for (bool goesOn = true; goesOn;) {
        std::vector<Row> rows;
        Nanos patience = kGlance;
        bool polled = false;
        const bool called = gate_.call([&](Context& context) {
            const Nanos now = context.clock.now();
            const auto due = stream->due();
            polled = !due || *due <= now;
            if (polled) {
                goesOn = stream->poll(now, rows);
            }
            if (const auto next = stream->due()) {
                patience = std::max<Nanos>(0, *next - now);
            }
        });
        if (!called) {
            return;
        }
        if (polled) {
            show(rows);
        }
        if (goesOn && patience > 0) {
            keyboard_.wait(patience);
        }
        if (keyboard_.stopRequested(true)) {
            stopped_ = stopped_ || keyboard_.gone();
            break;
        }
    }
    gate_.call([&stream](Context&) { stream.reset(); }); // it holds state of the control thread
    output_.endPictures();
}

// Item numbers of the last print become ids. "monitor-traffic ether1 once": what is no argument of the command is its item.
Request RouterAccess::withIds(const Request& request) {
    Request out = request;
    const std::vector<std::string> known = terminalArguments(request.menu, request.verb);
    if (!out.arguments.empty() && request.verb.starts_with("monitor")) {
        Attribute& first = out.arguments.front();
        if (first.value.empty() && std::find(known.begin(), known.end(), first.name) == known.end()) {
            first = {"numbers", first.name};
        }
    }
    for (Attribute& argument : out.arguments) {
        const bool item = argument.name == "numbers" || argument.name == "place-before" || (argument.name == "destination" && request.verb == "move");
        if (item) {
            argument.value = idsOf(request.menu, argument.value);
        }
    }
    return out;
}

std::string RouterAccess::idsOf(std::string_view menu, std::string_view numbers) {
    std::string out;
    for (const std::string_view each : config::splitList(numbers)) {
        out += out.empty() ? "" : ",";
        if (!isNumber(each)) {
            out += each;
            continue;
        }
        if (!numbered_.contains(menu)) {
            remember({std::string(menu), "print", {}, {}, {}}, items(menu).value_or(std::vector<Row>()));
        }
        const std::vector<std::string>& ids = numbered_.find(menu)->second;
        const std::size_t number = std::stoul(std::string(each));
        out += number < ids.size() ? ids[number] : std::string(each);
    }
    return out;
}

void RouterAccess::put(std::string_view line) {
    while (true) {
        const std::size_t end = line.find('\n');
        output_.line(printable(line.substr(0, end)));
        if (end == std::string_view::npos) {
            return;
        }
        line.remove_prefix(end + 1);
    }
}

void RouterAccess::log(std::string_view topic, std::string_view message) {
    gate_.call([&](Context& context) { context.note("script," + std::string(topic), printable(message)); });
}

void RouterAccess::delay(Nanos span) {
    // In slices, so that Ctrl-C is heard; typed text ends a slice early, so time is the clock's.
    Nanos now = 0;
    const auto readClock = [&](Context& context) { now = context.clock.now(); };
    if (!gate_.call(readClock)) {
        return;
    }
    for (const Nanos end = now + span; now < end && !stopped();) {
        keyboard_.wait(std::min<Nanos>(end - now, core::base::kSecond));
        if (!gate_.call(readClock)) {
            return;
        }
    }
}

bool RouterAccess::stopped() {
    stopped_ = stopped_ || keyboard_.stopRequested(false);
    return stopped_;
}

} // namespace agent::control
