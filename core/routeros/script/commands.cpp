#include "core/routeros/script/commands.h"

#include <algorithm>
#include <array>
#include <utility>

namespace core::routeros::script {

namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 17> kItemCommands{"add",  "comment", "disable", "edit", "enable", "export", "find",  "get",  "getall",
                                                         "listen", "monitor", "move",    "print", "remove", "reset",  "set", "unset"};

constexpr std::array<std::string_view, 109> kCommands{
    "add-scep", "apply-changes", "authorize", "bandwidth-test", "blink", "cable-test", "cancel", "card-reinsert", "card-verify", "check",
    "check-disk", "check-for-updates", "check-installation", "check-status", "clear-cache", "create-certificate-request", "dns-update", "downgrade", "download", "download-all",
    "download-file", "eject-drive", "expire-password", "export-certificate", "export-host-key", "export-pub-key", "fetch", "flood-ping", "flush", "force-check",
    "force-update", "format-drive", "frequency-monitor", "frequency-scan", "generate", "generate-key", "generate-new-id", "get-key", "get-key-cached", "get-key-with-ids",
    "get-status", "import", "import-host-key", "info-from-key", "inject", "inject-pcap", "install", "ip-scan", "issued-revoke", "kill-connections",
    "load", "login", "mac-scan", "mac-telnet", "make-binding", "make-static", "monitor-slaves", "monitor-traffic", "pause", "ping",
    "ping-speed", "quit", "reboot", "recursive-print", "redo", "refresh", "regenerate-host-key", "release", "reload", "remove-file",
    "renew", "reset-alert", "reset-configuration", "reset-counters", "reset-counters-all", "reset-html", "reset-mac-address", "resend", "run", "save",
    "scan", "send", "send-reconfigure", "serial-terminal", "setup", "show-client-config", "shutdown", "sign", "snmp-get", "snmp-walk",
    "spectral-scan", "start", "stop", "sup-output", "torch", "traceroute", "undo",
    "provision", "speed-test", "ssh-exec", "take", "toggle", "uninstall", "unroll", "unschedule", "upload-file", "usb-power-reset",
    "wg-export", "wg-import"};

// Words that are a command in one menu and a menu in another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kOnlyIn{{{"/log", "debug"},
                                                                              {"/log", "error"},
                                                                              {"/log", "info"},
                                                                              {"/log", "warning"},
                                                                              {"/system", "ssh"},
                                                                              {"/system", "telnet"},
                                                                              {"/system/device-mode", "update"},
                                                                              {"/tool", "profile"},
                                                                              {"/tool", "wol"},
                                                                              {"/tool/sniffer", "quick"},
                                                                              {"/tool/traffic-generator", "quick"}}};

// Those that may stand without their colon. :set, :find, :log, :environment and :terminal are left out: without the colon
// they are item commands or menus.
constexpr std::array<std::string_view, 45> kLanguage{
    "beep",   "break",  "continue", "convert", "delay",   "deserialize", "do",     "error",   "execute", "exit",   "for",  "foreach",
    "global", "grep",   "if",       "jobname", "len",     "local",       "nothing", "onerror", "parse",   "pick",   "put",  "range",
    "resolve", "retry", "return",   "rndnum",  "rndstr",  "serialize",   "time",   "timestamp", "toarray", "tobool", "tocrlf", "toid",
    "toip",   "toip6",  "tolf",     "tonsec",  "tonum",   "tostr",       "totime", "typeof",  "while"};

template <std::size_t N> bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

bool isItemCommand(std::string_view word) { return std::binary_search(kItemCommands.begin(), kItemCommands.end(), word); }

bool isCommand(std::string_view menu, std::string_view word) {
    if (isItemCommand(word) || contains(kCommands, word)) {
        return true;
    }
    if (menu == "/terminal") {
        return true;
    }
    return std::find(kOnlyIn.begin(), kOnlyIn.end(), std::pair(menu, word)) != kOnlyIn.end();
}

bool isLanguageCommand(std::string_view word) { return contains(kLanguage, word); }

bool takesBlock(std::string_view verb, std::string_view argument) {
    if (argument.empty()) {
        return verb == ":do" || verb == ":execute" || verb == ":parse" || verb == ":onerror" || verb == ":retry";
    }
    return argument == "do" || argument == "else" || argument == "command" || argument == "source" || argument == "script" ||
           argument.starts_with("on-") || argument.ends_with("-script") || (argument == "in" && verb == ":onerror");
}

} // namespace core::routeros::script
