// Query words, one a line, against a row: parsed or refused, and always an answer.
#include "core/routeros/api/query.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::string> words(1);
    for (const char c : fuzz::text(data, size)) {
        if (c == '\n') {
            words.emplace_back();
        } else {
            words.back().push_back(c);
        }
    }
    static const core::model::Row row{{".id", "*1"},         {"name", "ether1"},          {"mtu", "1500"},
                                      {"disabled", "false"}, {"address", "192.0.2.1/24"}, {"comment", ""}};
    if (const auto query = core::routeros::api::Query::parse(words)) {
        (void)query->matches(row);
        (void)query->properties();
    }
    return 0;
}
