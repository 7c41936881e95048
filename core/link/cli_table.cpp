#include "core/link/cli_table.h"

#include "core/link/cli_text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace core::link {
namespace {

constexpr std::string_view kComment = ";;;";

struct Word {
    std::size_t begin = 0, end = 0;
    std::string text;
};

struct Column {
    std::size_t begin = 0, end = 0;
    std::string name;
};

struct Header {
    bool numbered = false; // there is a '#' in front
    std::vector<Column> columns;
};

std::vector<Word> wordsOf(std::string_view line, std::size_t at) {
    std::vector<Word> words;
    while (at < line.size()) {
        if (line[at] == ' ' || line[at] == '\t') {
            ++at;
            continue;
        }
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({at, end, std::string(line.substr(at, end - at))});
        at = end;
    }
    return words;
}

bool isTitle(std::string_view word) {
    return !word.empty() && std::isupper(static_cast<unsigned char>(word[0])) && std::all_of(word.begin(), word.end(), [](char c) {
        return std::isupper(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) || c == '-' || c == '.';
    });
}

std::optional<Header> readHeader(std::string_view line) {
    Header header;
    for (Word& word : wordsOf(line, 0)) {
        if (word.text == "#" && header.columns.empty()) {
            header.numbered = true;
            continue;
        }
        if (!isTitle(word.text)) {
            return std::nullopt;
        }
        std::string name = word.text;
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        header.columns.push_back({word.begin, word.end, std::move(name)});
    }
    if (header.columns.empty() || (!header.numbered && header.columns.size() < 2)) {
        return std::nullopt;
    }
    return header;
}

bool isDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Cells separated by two blanks or more; as many as columns: no cell is empty, and offsets need not be trusted.
std::vector<std::string> runsOf(const std::vector<Word>& words) {
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && words[i].begin - words[i - 1].end == 1) {
            (runs.back() += ' ') += words[i].text;
        } else {
            runs.push_back(words[i].text);
        }
    }
    return runs;
}

// The column under whose title the word stands; the first of several.
std::optional<std::size_t> under(const Header& header, const Word& word) {
    for (std::size_t i = 0; i < header.columns.size(); ++i) {
        if (word.begin < header.columns[i].end && word.end > header.columns[i].begin) {
            return i;
        }
    }
    return std::nullopt;
}

std::size_t nearest(const Header& header, const Word& word) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < header.columns.size(); ++i) {
        best = header.columns[i].begin <= word.begin ? i : best;
    }
    return best;
}

// A word under no title goes with its neighbour one blank away: groups of digits to the right, where the number ends; others to the left.
std::vector<std::size_t> columnsOf(const Header& header, const std::vector<Word>& words) {
    std::vector<std::optional<std::size_t>> columns(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        columns[i] = under(header, words[i]);
    }
    const auto touches = [&words](std::size_t left) { return words[left + 1].begin - words[left].end == 1; };
    for (std::size_t i = words.size(); i-- > 1;) {
        if (!columns[i - 1] && columns[i] && touches(i - 1) && isDigits(words[i - 1].text) && isDigits(words[i].text)) {
            columns[i - 1] = columns[i];
        }
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!columns[i] && columns[i - 1] && touches(i - 1)) {
            columns[i] = columns[i - 1];
        }
    }
    for (std::size_t i = words.size(); i-- > 1;) {
        if (!columns[i - 1] && columns[i] && touches(i - 1)) {
            columns[i - 1] = columns[i];
        }
    }
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        out.push_back(columns[i] ? *columns[i] : nearest(header, words[i]));
    }
    return out;
}

void readCells(const Header& header, const std::vector<Word>& words, core::model::Row& row) {
    const std::vector<std::string> runs = runsOf(words);
    if (runs.size() == header.columns.size()) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            row.set(header.columns[i].name, runs[i]);
        }
        return;
    }
    const std::vector<std::size_t> columns = columnsOf(header, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& name = header.columns[columns[i]].name;
        const auto before = row.get(name);
        row.set(name, before ? std::string(*before) + ' ' + words[i].text : words[i].text);
    }
}

struct Line {
    std::optional<int> number;
    std::string flags;
    std::size_t rest = 0;
};

// Number and flags stand in front of the first column. Without '#' there may still be flags.
Line readLine(const Header& header, const std::string& line) {
    Line out;
    const std::size_t first = header.columns.front().begin;
    for (const Word& word : wordsOf(line, 0)) {
        const bool inFront = word.begin < first && word.end <= first + 1;
        if (!inFront || word.text.starts_with(kComment)) {
            break;
        }
        if (header.numbered && !out.number && out.flags.empty() && isDigits(word.text) && word.text.size() < 8) {
            out.number = std::stoi(word.text);
        } else if (word.text.size() <= 5 && word.end <= first) {
            out.flags += word.text;
        } else {
            break;
        }
        out.rest = word.end;
    }
    return out;
}

std::string commentIn(std::string_view text) {
    text.remove_prefix(std::min(text.size(), text.find(kComment) + kComment.size()));
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return std::string(text);
}

} // namespace

std::vector<CliItem> parseCliTable(std::string_view output) {
    std::vector<CliFlag> flags;
    std::optional<Header> header;
    std::vector<CliItem> items;
    std::string comment;               // of the next row
    std::optional<CliItem> unfinished; // number and comment are there, the cells come on the next line
    for (const std::string& line : cliLines(output)) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line.starts_with("Columns:")) {
            continue;
        }
        if (!header) {
            if (!readFlags(line, flags)) {
                header = readHeader(line);
            }
            continue;
        }
        if (readHeader(line)) {
            header = readHeader(line); // the titles are repeated page by page
            continue;
        }
        if (std::string_view(line).substr(begin).starts_with(kComment)) {
            comment = commentIn(line);
            continue;
        }
        const Line head = readLine(*header, line);
        const std::size_t rest = line.find_first_not_of(' ', head.rest);
        if (header->numbered && !head.number && !unfinished) {
            continue; // belongs to nothing
        }
        CliItem item = unfinished ? std::move(*unfinished) : CliItem{head.number, head.flags, {}};
        unfinished.reset();
        if (rest != std::string::npos && std::string_view(line).substr(rest).starts_with(kComment)) {
            item.row.set("comment", commentIn(line));
            unfinished = std::move(item);
            continue;
        }
        if (!comment.empty()) {
            item.row.set("comment", std::exchange(comment, {}));
        }
        readCells(*header, wordsOf(line, head.rest), item.row);
        items.push_back(std::move(item));
    }
    for (CliItem& item : items) {
        flagsToProperties(item, flags);
    }
    return items;
}

} // namespace core::link
