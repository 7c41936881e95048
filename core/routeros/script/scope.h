// Variables of a running script: each block has its own, functions see none of their callers'. Internal to the room.
#pragma once

#include "core/routeros/script/value.h"

#include <map>
#include <set>
#include <string>

namespace core::routeros::script {

class Scope {
public:
    // A function's outermost scope has no outer one.
    Scope(Scope* outer, bool function) : outer_(outer), function_(function) {}

    void declareLocal(const std::string& name, Value value) { locals_.insert_or_assign(name, std::move(value)); }
    void declareGlobal(const std::string& name) {
        locals_.erase(name);
        globals_.insert(name);
    }
    // The variable of that name seen from here, or null.
    [[nodiscard]] Value* local(const std::string& name) {
        for (Scope* scope = this; scope; scope = scope->outer_) {
            if (const auto found = scope->locals_.find(name); found != scope->locals_.end()) {
                return &found->second;
            }
            if (scope->globals_.contains(name)) {
                return nullptr;
            }
        }
        return nullptr;
    }
    // Whether the name means a global one here: declared so, or used outside of any function.
    [[nodiscard]] bool seesGlobal(const std::string& name) const {
        const Scope* scope = this;
        while (!scope->globals_.contains(name) && scope->outer_) {
            scope = scope->outer_;
        }
        return scope->globals_.contains(name) || !scope->function_;
    }

private:
    std::map<std::string, Value> locals_;
    std::set<std::string> globals_;
    Scope* outer_;
    bool function_;
};

} // namespace core::routeros::script
