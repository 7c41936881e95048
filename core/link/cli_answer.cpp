// The reading half of cli_command.h.
#include "core/link/as_value.h"
#include "core/link/cli_block.h"
#include "core/link/cli_command.h"
#include "core/link/cli_detail.h"
#include "core/link/cli_text.h"
#include "core/link/cli_values.h"
#include "core/routeros/api/query.h"

#include <algorithm>
#include <map>
#include <set>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Attribute;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::string_view kStatsMark = "--- stats ---";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \r\n");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin, text.find_last_not_of(" \r\n") - begin + 1);
}

tl::unexpected<Error> refused(const Request& request, const std::string& peer, std::string_view complaint) {
    return fail(ErrorCode::Refused, peer + " refused " + request.path() + ".", std::string(complaint));
}

// Counters of the second print to the rows of the first: by .id, by name where there are no ids.
void join(std::vector<Row>& rows, const std::vector<Row>& more) {
    const std::string_view key = !rows.empty() && rows.front().get(".id") ? ".id" : "name";
    std::map<std::string, std::size_t, std::less<>> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto value = rows[i].get(key)) {
            places.emplace(*value, i);
        }
    }
    for (const Row& row : more) {
        const auto value = row.get(key);
        const auto it = value ? places.find(*value) : places.end();
        if (it == places.end()) {
            continue; // came or went between the two prints
        }
        for (const Attribute& attribute : row.attributes()) {
            rows[it->second].set(attribute.name, attribute.value);
        }
    }
}

Result<std::vector<Row>> readRows(const Request& request, CliCommand::Reads reads, std::string_view output, const std::string& peer) {
    if (reads == CliCommand::Reads::Text) {
        std::vector<Row> rows;
        for (CliItem& item : parseCliDetail(output)) {
            rows.push_back(std::move(item.row));
        }
        return rows.empty() ? parseCliBlock(output) : rows;
    }
    const std::string_view text = trimmed(output);
    Result<std::vector<Row>> rows = reads == CliCommand::Reads::Json ? parseJsonRows(text) : parseAsValue(text);
    if (!rows) {
        return fail(ErrorCode::Protocol, peer + " answered " + request.path() + " with something that cannot be read.", rows.error().text);
    }
    return rows;
}

Result<std::vector<Row>> readPrint(const Request& request, CliCommand::Reads reads, std::string_view output, const std::string& peer) {
    const std::size_t mark = output.find(kStatsMark);
    Result<std::vector<Row>> rows = readRows(request, reads, output.substr(0, mark), peer);
    if (!rows || mark == std::string_view::npos) {
        return rows;
    }
    const Result<std::vector<Row>> stats = readRows(request, reads, output.substr(mark + kStatsMark.size()), peer);
    if (!stats) {
        return stats;
    }
    join(*rows, *stats);
    return rows;
}

// What the API does before it sends: query words, then .proplist.
Result<Answer> chosen(const Request& request, std::vector<Row> rows) {
    const Result<core::routeros::api::Query> query = core::routeros::api::Query::parse(request.queries);
    if (!query) {
        return tl::unexpected(query.error());
    }
    std::set<std::string, std::less<>> wanted;
    std::string_view list = request.argument(".proplist").value_or("");
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        wanted.emplace(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    Answer answer;
    for (Row& row : rows) {
        toApiSpelling(request.menu, row);
        if (!query->matches(row)) {
            continue;
        }
        if (wanted.empty()) {
            answer.rows.push_back(std::move(row));
            continue;
        }
        Row picked;
        for (const Attribute& attribute : row.attributes()) {
            if (wanted.count(attribute.name) > 0) {
                picked.set(attribute.name, attribute.value);
            }
        }
        answer.rows.push_back(std::move(picked));
    }
    if (request.argument("count-only")) {
        answer.done.set("ret", std::to_string(answer.rows.size()));
        answer.rows.clear();
    }
    return answer;
}

} // namespace

Result<Answer> cliAnswer(const Request& request, const CliCommand& command, std::string_view output, const std::string& peer) {
    if (const std::optional<std::string> complaint = cliComplaint(output)) {
        return refused(request, peer, *complaint);
    }
    switch (command.reads) {
    case CliCommand::Reads::Values:
    case CliCommand::Reads::Json:
    case CliCommand::Reads::Text: {
        Result<std::vector<Row>> rows = readPrint(request, command.reads, output, peer);
        return rows ? chosen(request, std::move(*rows)) : tl::unexpected(rows.error());
    }
    case CliCommand::Reads::NewId: {
        const std::string_view id = trimmed(output);
        if (id.empty() || id.front() != '*') {
            return refused(request, peer, id);
        }
        return Answer{{}, {{"ret", std::string(id)}}};
    }
    case CliCommand::Reads::Number: {
        std::string digits(trimmed(output));
        std::erase(digits, ' ');
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
            return refused(request, peer, trimmed(output));
        }
        return Answer{{}, {{"ret", digits}}};
    }
    case CliCommand::Reads::Words:
        break;
    }
    const std::string_view words = trimmed(output);
    return words.empty() ? Answer{} : Answer{{}, {{"ret", std::string(words)}}};
}

} // namespace core::link
