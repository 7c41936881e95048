#include "core/routeros/api/words.h"

namespace core::routeros::api {

std::string tagWord(std::string_view tag) { return std::string(kTagPrefix).append(tag); }

std::string attributeWord(const core::model::Attribute& attribute) {
    std::string word;
    word.reserve(attribute.name.size() + attribute.value.size() + 2);
    return word.append("=").append(attribute.name).append("=").append(attribute.value);
}

core::model::Attribute parseAttribute(std::string_view word) {
    word.remove_prefix(1);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
        return {std::string(word), {}};
    }
    return {std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))};
}

} // namespace core::routeros::api
