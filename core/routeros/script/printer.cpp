#include "core/routeros/script/printer.h"

#include "core/routeros/script/quoting.h"

namespace core::routeros::script {

using core::model::Attribute;
using core::model::Request;

namespace {

bool isItem(const Attribute& argument) { return argument.name == ".id" || argument.name == "numbers"; }

// Verbs whose arguments describe an item: there an empty value is a value, elsewhere it is a bare flag.
bool writesProperties(std::string_view verb) {
    return verb == "add" || verb == "set" || verb == "comment" || verb == "edit";
}

std::string printArgument(const Attribute& argument, std::string_view verb) {
    if (argument.name.starts_with('!')) {
        return argument.name;
    }
    const std::string_view name = argument.name == ".proplist" ? std::string_view("proplist") : std::string_view(argument.name);
    if (argument.value.empty() && !writesProperties(verb)) {
        return std::string(name);
    }
    return std::string(name) + "=" + quote(argument.value);
}

} // namespace

std::string printMenu(std::string_view menu) {
    std::string out(menu);
    for (std::size_t i = 1; i < out.size(); ++i) {
        if (out[i] == '/') {
            out[i] = ' ';
        }
    }
    return out;
}

std::string printCommand(const Request& request) {
    std::string line = request.menu.empty() ? "/" + request.verb : printMenu(request.menu) + " " + request.verb;
    for (const Attribute& argument : request.arguments) {
        if (isItem(argument)) {
            line += " " + quote(argument.value);
        }
    }
    for (const Attribute& argument : request.arguments) {
        if (!isItem(argument)) {
            line += " " + printArgument(argument, request.verb);
        }
    }
    return line;
}

} // namespace core::routeros::script
