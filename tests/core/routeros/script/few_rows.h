// A router of a few rows for scripts under test: add, set and remove change the rows, everything asked of it is written down.
#pragma once

#include "core/routeros/script/router.h"

#include <map>
#include <string>
#include <vector>

class FewRows : public core::routeros::script::Router {
public:
    FewRows();

    core::base::Result<std::vector<core::model::Row>> items(std::string_view menu) override;
    core::base::Result<core::routeros::script::CommandAnswer> run(const core::model::Request& request) override;
    void put(std::string_view line) override { lines.emplace_back(line); }
    void log(std::string_view topic, std::string_view message) override { lines.push_back("log " + std::string(topic) + " " + std::string(message)); }
    void delay(core::base::Nanos span) override { waited += span; }
    bool stopped() override { return stop; }

    std::map<std::string, std::vector<core::model::Row>, std::less<>> menus;
    std::vector<core::model::Request> requests;
    std::vector<std::string> lines;
    core::base::Nanos waited = 0;
    bool stop = false;
};
