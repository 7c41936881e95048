#include "app/console/options.h"

#include <CLI/CLI.hpp>
#include <regex>
#include <string>
#include <vector>

namespace app::console {
namespace {

std::string checkSize(const std::string& text) {
    static const std::regex shape("[1-9][0-9]{2,4}x[1-9][0-9]{2,4}");
    return std::regex_match(text, shape) ? std::string() : "write it as WIDTHxHEIGHT, for example 1440x900";
}

} // namespace

ParseOutcome parseOptions(int argc, char** argv) {
    CLI::App cli{"Pathscope: which of the five RouterOS packet paths your traffic takes, live."};
    cli.footer(
        "Without options the console opens on the default lab. Exit codes: 0 fine, 1 the lab or the picture failed or there is no display, "
        "2 bad command line.\nIn a terminal: pathscopectl watch --lab NAME");
    std::string lab;
    std::string theme;
    std::string file;
    std::string page = "paths";
    std::string size = "1440x900";
    std::vector<std::string> exports;
    Options options;
    auto* labOption = cli.add_option("--lab", lab, "Open this lab (pathscopectl labs lists them)")->type_name("NAME");
    cli.add_flag("--empty", options.empty, "Open no lab")->excludes(labOption);
    cli.add_option("--open,FILE", exports, "Open these exports; no lab is started then unless --lab names one")->type_name("FILE");
    cli.add_option("--theme", theme, "dark, light or system; for this run only")
        ->check(CLI::IsMember({"dark", "light", "system"}))
        ->type_name("THEME");
    auto* shot = cli.add_option("--screenshot", file, "Write a picture of the window to this PNG file and leave; needs no display")
                     ->type_name("FILE");
    cli.add_option("--page", page, "Page in the picture; qos to qos5 are the steps of its wizard; fix (of the first finding that has one), fasttracked, connect and advisor are dialogs; twin tries the first finding that can be; experiments opens the newest")->check(CLI::IsMember({"paths", "explain", "twin", "experiments", "history", "qos", "qos2", "qos3", "qos4", "qos5", "fix", "fasttracked", "connect", "advisor"}))->needs(shot)->type_name("PAGE");
    cli.add_option("--size", size, "Size of the window in the picture, default 1440x900")->check(checkSize)->needs(shot)->type_name("WxH");
    cli.add_option("--wait", options.waitSeconds, "Seconds of samples before the picture is taken, default 6")
        ->check(CLI::Range(0.0, 3600.0))
        ->needs(shot)
        ->type_name("SECONDS");
    cli.set_version_flag("--version", std::string("pathscope ") + PATHSCOPE_VERSION);
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return {std::nullopt, cli.exit(error) == 0 ? 0 : 2};
    }
    options.lab = QString::fromStdString(lab);
    for (const std::string& path : exports) {
        options.open << QString::fromStdString(path);
    }
    options.theme = QString::fromStdString(theme);
    options.screenshot = QString::fromStdString(file);
    options.page = QString::fromStdString(page);
    const std::size_t x = size.find('x');
    options.size = QSize(std::stoi(size.substr(0, x)), std::stoi(size.substr(x + 1)));
    return {options, 0};
}

} // namespace app::console
