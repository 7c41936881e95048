#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

Property typed(std::string_view name, ValueType type, std::optional<std::string_view> fallback) {
    Property property;
    property.name = name;
    property.type = type;
    property.fallback = fallback;
    return property;
}

Property text(std::string_view name, std::optional<std::string_view> fallback) { return typed(name, ValueType::Text, fallback); }
Property boolean(std::string_view name, std::optional<std::string_view> fallback) { return typed(name, ValueType::Boolean, fallback); }

Property number(std::string_view name, std::optional<std::string_view> fallback, std::uint64_t min, std::uint64_t max) {
    Property property = typed(name, ValueType::Number, fallback);
    property.min = min;
    property.max = max;
    return property;
}

Property word(std::string_view name, std::optional<std::string_view> fallback, std::vector<std::string_view> words) {
    return orWord(typed(name, ValueType::Word, fallback), std::move(words));
}

Property reference(std::string_view name, Target target, std::optional<std::string_view> fallback) {
    Property property = typed(name, ValueType::Reference, fallback);
    property.target = target;
    return property;
}

Property required(Property property) {
    property.required = true;
    return property;
}

Property readOnly(Property property) {
    property.readOnly = true;
    return property;
}

Property negatable(Property property) {
    property.negatable = true;
    return property;
}

Property list(Property property) {
    property.list = true;
    return property;
}

Property pair(Property property) {
    property.pair = true;
    return property;
}

Property orWord(Property property, std::vector<std::string_view> words) {
    property.words = std::move(words);
    return property;
}

void addItemProperties(std::vector<Property>& properties) {
    properties.push_back(text("comment"));
    properties.push_back(boolean("disabled", "false"));
}

} // namespace core::routeros::config
