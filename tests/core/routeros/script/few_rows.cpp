#include "few_rows.h"

using core::base::ErrorCode;
using core::model::Row;

FewRows::FewRows() {
    menus["/interface"] = {{{".id", "*1"}, {"name", "ether1"}, {"mtu", "1500"}, {"disabled", "false"}, {"comment", "uplink"}},
                           {{".id", "*2"}, {"name", "ether2"}, {"mtu", "9000"}, {"disabled", "true"}},
                           {{".id", "*3"}, {"name", "bridge1"}, {"mtu", "1500"}, {"disabled", "false"}, {"uptime", "1d2h"}}};
    menus["/ip/address"] = {{{".id", "*A"}, {"address", "10.0.0.1/24"}, {"interface", "bridge1"}, {"dynamic", "false"}},
                            {{".id", "*B"}, {"address", "172.16.0.7/32"}, {"interface", "loopback"}, {"dynamic", "true"}}};
    menus["/system/identity"] = {{{"name", "edge"}}};
    menus["/queue/tree"] = {};
}

core::base::Result<std::vector<Row>> FewRows::items(std::string_view menu) {
    const auto found = menus.find(menu);
    return found == menus.end() ? core::base::fail(ErrorCode::Refused, "no such command or directory") : core::base::Result<std::vector<Row>>(found->second);
}

core::base::Result<core::routeros::script::CommandAnswer> FewRows::run(const core::model::Request& request) {
    requests.push_back(request);
    core::routeros::script::CommandAnswer answer;
    const auto menu = menus.find(request.menu);
    if (request.verb == "ping") {
        answer.rows = {{{"sent", "1"}, {"received", "1"}}};
        return answer;
    }
    if (menu == menus.end()) {
        return core::base::fail(ErrorCode::Refused, "no such command or directory");
    }
    if (request.verb == "add") {
        answer.ret = "*" + std::to_string(menu->second.size() + 10);
        Row row{{".id", answer.ret}};
        for (const auto& argument : request.arguments) {
            row.set(argument.name, argument.value);
        }
        menu->second.push_back(std::move(row));
    } else if (request.verb == "remove") {
        std::erase_if(menu->second, [&](const Row& row) { return ("," + std::string(request.argument("numbers").value_or("")) + ",").find("," + std::string(row.value(".id")) + ",") != std::string::npos; });
    }
    return answer;
}
