// The query words of print: a small stack machine that says which rows to send.
//
//   auto query = Query::parse({"type=ether", "type=vlan", "#|"});   // ether or vlan
//   if (query && query->matches(row)) …
//
// Words come without their leading '?'. The stack begins with endlessly many `true`; a row is taken when no `false` is
// left on it. Booleans compare alike in both spellings (yes = true, no = false); < and > compare numbers and IPv4
// addresses by value, everything else by octets. Immutable after parse; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/request.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::api {

class Query {
public:
    // An empty list takes every row. InvalidInput names the word that cannot be understood.
    [[nodiscard]] static core::base::Result<Query> parse(const std::vector<std::string>& words);

    [[nodiscard]] bool matches(const core::model::Row& row) const;

    // Names of the properties the query looks at.
    [[nodiscard]] std::vector<std::string> properties() const;

private:
    enum class Op { Has, Lacks, Equal, Less, Greater, Not, And, Or, Duplicate, Copy, Replace };
    struct Step {
        Op op;
        std::string name, value;
        std::size_t index = 0; // Copy, Replace: 0 is the top
    };

    static bool compare(const Step& step, const core::model::Row& row);
    bool parseTest(std::string_view word);
    bool parseOperations(std::string_view operations);

    std::vector<Step> steps_;
};

} // namespace core::routeros::api
