#include "agent/dataplane/classifier/regular_expression.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace agent::dataplane {

struct RegularExpression::Code {
    explicit Code(pcre2_code* compiled)
        : code(compiled), data(pcre2_match_data_create(1, nullptr)), context(pcre2_match_context_create(nullptr)) {
        constexpr std::uint32_t kMostSteps = 100'000;
        pcre2_set_match_limit(context, kMostSteps);
    }
    ~Code() {
        pcre2_match_context_free(context);
        pcre2_match_data_free(data);
        pcre2_code_free(code);
    }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;

    pcre2_code* code;
    pcre2_match_data* data;
    pcre2_match_context* context;
};

std::optional<RegularExpression> RegularExpression::compile(std::string_view pattern) {
    int error = 0;
    PCRE2_SIZE at = 0;
    pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), PCRE2_CASELESS | PCRE2_DOTALL, &error,
                                     &at, nullptr);
    if (code == nullptr) {
        return std::nullopt;
    }
    return RegularExpression(std::make_shared<const Code>(code));
}

bool RegularExpression::isIn(std::span<const std::uint8_t> octets) const {
    return pcre2_match(code_->code, octets.data(), octets.size(), 0, 0, code_->data, code_->context) >= 0;
}

} // namespace agent::dataplane
