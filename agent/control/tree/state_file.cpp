#include "agent/control/tree/state_file.h"

#include "core/base/atomic_file.h"
#include "core/base/resources.h"
#include "core/routeros/config/values.h"

#include <charconv>

namespace agent::control {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::string_view kHead = "pathscope-state 1";
constexpr char kHex[] = "0123456789ABCDEF";

// Blanks, equal signs, percent signs and whatever is no printable ASCII as %XX.
std::string escaped(std::string_view value) {
    std::string out;
    for (const char c : value) {
        const auto octet = static_cast<unsigned char>(c);
        if (octet <= ' ' || octet > '~' || c == '%' || c == '=') {
            out += {'%', kHex[octet >> 4], kHex[octet & 15]};
        } else {
            out += c;
        }
    }
    return out;
}

std::optional<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned octet = 0;
        const char* first = text.data() + i + 1;
        const char* last = text.data() + std::min(text.size(), i + 3);
        if (const auto [end, error] = std::from_chars(first, last, octet, 16); error != std::errc() || end != first + 2) {
            return std::nullopt;
        }
        out += static_cast<char>(octet);
        i += 2;
    }
    return out;
}

// FNV-1a, 64 bits: enough to tell that a file was cut or bent.
std::string sumOf(std::string_view text) {
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : text) {
        sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    std::string out;
    for (int shift = 60; shift >= 0; shift -= 4) {
        out += kHex[sum >> shift & 15];
    }
    return out;
}

std::optional<Item> parseItem(std::string_view line) {
    Item item;
    bool first = true;
    for (const std::string_view word : core::routeros::config::splitList(line, ' ')) {
        const std::size_t equals = word.find('=');
        if (first) {
            const auto id = core::routeros::config::parseNumber(word);
            if (!id || *id > 0xffffffffu) {
                return std::nullopt;
            }
            item.id = static_cast<ItemId>(*id);
            first = false;
        } else if (equals == std::string_view::npos) {
            item.builtin = item.builtin || word == "builtin";
            item.absent = item.absent || word == "absent";
            if (word != "builtin" && word != "absent") {
                return std::nullopt;
            }
        } else {
            auto name = unescaped(word.substr(0, equals));
            auto value = unescaped(word.substr(equals + 1));
            if (!name || !value) {
                return std::nullopt;
            }
            item.values.insert_or_assign(std::move(*name), std::move(*value));
        }
    }
    return first ? std::nullopt : std::optional(std::move(item));
}

} // namespace

std::string formatState(const State& state) {
    std::string out = std::string(kHead) + "\nboard " + escaped(state.board) + "\nlast-id " + std::to_string(state.tree.lastId()) + "\n";
    for (const auto& [menu, table] : state.tree.tables()) {
        out += "menu " + escaped(menu) + "\n";
        for (const Item& item : table) {
            out += "item " + std::to_string(item.id) + (item.builtin ? " builtin" : "") + (item.absent ? " absent" : "");
            for (const auto& [name, value] : item.values) {
                out += " " + escaped(name) + "=" + escaped(value);
            }
            out += "\n";
        }
    }
    return out + "end " + sumOf(out) + "\n";
}

Result<State> parseState(std::string_view text, std::string_view fileName) {
    const auto wrong = [&](std::size_t line, std::string_view what) {
        return fail(ErrorCode::InvalidInput, std::string(fileName) + ":" + std::to_string(line) + ": " + std::string(what) + ".");
    };
    const std::size_t end = text.rfind("end ");
    if (end == std::string_view::npos || end == 0 || text[end - 1] != '\n' ||
        text.substr(end) != "end " + sumOf(text.substr(0, end)) + "\n") {
        return wrong(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1,
                     "the file is not whole: its sum at the end is wrong or missing");
    }
    State state;
    std::vector<Item>* table = nullptr;
    std::size_t number = 0;
    for (const std::string_view line : core::routeros::config::splitList(text.substr(0, end - 1), '\n')) {
        ++number;
        const std::size_t blank = line.find(' ');
        const std::string_view kind = line.substr(0, blank);
        const std::string_view rest = blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
        const auto name = kind == "board" || kind == "menu" ? unescaped(rest) : std::string();
        if (number == 1) {
            if (line != kHead) {
                return wrong(number, "this is not a state file of this version");
            }
        } else if (kind == "board" && name) {
            state.board = *name;
        } else if (kind == "last-id" && core::routeros::config::parseNumber(rest)) {
            state.tree.useUpTo(static_cast<ItemId>(*core::routeros::config::parseNumber(rest)));
        } else if (kind == "menu" && name) {
            table = &state.tree.table(*name);
        } else if (auto item = kind == "item" && table ? parseItem(rest) : std::nullopt) {
            state.tree.useUpTo(item->id);
            table->push_back(std::move(*item));
        } else {
            return wrong(number, "'" + std::string(line.substr(0, 40)) + "' is not understood");
        }
    }
    return state;
}

Result<void> writeState(const std::filesystem::path& file, const State& state) {
    return core::base::writeFileAtomically(file, formatState(state));
}

Result<State> readState(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) {
        return fail(ErrorCode::NotFound, "There is no " + file.string() + ".");
    }
    const auto text = core::base::readFile(file.string());
    return text ? parseState(*text, file.string()) : tl::unexpected(text.error());
}

Result<std::filesystem::path> moveAside(const std::filesystem::path& file) {
    std::filesystem::path aside = file.string() + ".broken";
    for (int i = 2; std::filesystem::exists(aside); ++i) {
        aside = file.string() + ".broken-" + std::to_string(i);
    }
    std::error_code error;
    std::filesystem::rename(file, aside, error);
    return error ? fail(ErrorCode::Io, "Cannot move " + file.string() + " aside.", error.message()) : Result<std::filesystem::path>(aside);
}

} // namespace agent::control
