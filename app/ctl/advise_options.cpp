#include "app/ctl/advise_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <map>

namespace app::ctl {
namespace {

using core::base::BitRate;
using core::model::SizingNeed;

constexpr const char* kFooter = R"(
Says which boards carry the line, by which path, with what headroom, and the configuration that takes that path. Only measured figures
count, and each is shown with its source; where a board was never measured that is said, not estimated.

RATE is megabits per second, or a number with M or G.

Examples:
  pathscopectl advise --wan 1000/500 --users 50 --vpn wireguard --qos yes
  pathscopectl advise --wan 2.5G/1G --inter-vlan 5G --all
  pathscopectl advise --wan 300 --json

Exit codes: 0 at least one board carries it, 1 none is known to, 2 wrong command line or an incomplete installation.)";

std::string badRate(const std::string& text) {
    return "'" + text + "' is no rate; give megabits per second, such as 1000, or 2.5G";
}

} // namespace

std::optional<BitRate> parseLineRate(const std::string& text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    const std::string unit(at, end);
    if (error != std::errc() || number <= 0 || (!unit.empty() && unit != "M" && unit != "G")) {
        return std::nullopt;
    }
    return BitRate{number * (unit == "G" ? 1e9 : 1e6)};
}

CLI::App* addAdviseCommand(CLI::App& app, AdviseOptions& options) {
    CLI::App* advise = app.add_subcommand("advise", "Which boards carry a line, and on which path");
    advise->footer(kFooter);
    const auto rate = [](BitRate& into) {
        return [&into](const std::string& text) {
            const auto read = parseLineRate(text);
            into = read.value_or(into);
            if (!read) {
                throw CLI::ValidationError(badRate(text));
            }
        };
    };
    advise
        ->add_option_function<std::string>(
            "--wan",
            [&need = options.need](const std::string& text) {
                const std::size_t slash = text.find('/');
                const auto down = parseLineRate(text.substr(0, slash));
                const auto up = slash == std::string::npos ? down : parseLineRate(text.substr(slash + 1));
                if (!down || !up) {
                    throw CLI::ValidationError(badRate(text));
                }
                need.down = *down;
                need.up = *up;
            },
            "The provider's line, download/upload; one number means both")
        ->type_name("RATE[/RATE]")
        ->required();
    advise->add_option("--users", options.need.users, "How many people use it")->type_name("N")->check(CLI::Range(0, 1'000'000));
    const std::map<std::string, SizingNeed::Vpn> vpns{
        {"none", SizingNeed::Vpn::None}, {"wireguard", SizingNeed::Vpn::WireGuard}, {"ipsec", SizingNeed::Vpn::IPsec}};
    advise->add_option("--vpn", options.need.vpn, "A tunnel through the line")
        ->transform(CLI::CheckedTransformer(vpns))
        ->type_name("none|wireguard|ipsec");
    advise->add_option_function<std::string>("--vpn-rate", rate(options.need.vpnRate), "Through the tunnel; by default what the line sends")
        ->type_name("RATE");
    const std::map<std::string, bool> answers{{"yes", true}, {"no", false}};
    advise->add_option("--qos", options.need.qos, "Queues that keep delays short")
        ->transform(CLI::CheckedTransformer(answers))
        ->type_name("yes|no");
    advise
        ->add_option_function<std::string>("--inter-vlan", rate(options.need.interVlan),
                                           "Routed between local networks, without a firewall between them")
        ->type_name("RATE");
    advise->add_flag("--all", options.all, "Boards that are too small as well, with the reason");
    advise->add_flag("--json", options.json, "JSON instead of text; all boards");
    return advise;
}

} // namespace app::ctl
