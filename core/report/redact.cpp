#include "core/report/redact.h"

#include <array>
#include <map>
#include <regex>
#include <vector>

namespace core::report {

using core::model::Experiment;

namespace {

// A value as the console writes it: bare, or in quotes with \" inside.
constexpr const char* kValue = R"(("(?:[^"\\]|\\.)*"|[^\s"]+))";

class Redactor {
public:
    explicit Redactor(const Redaction& what)
        : what_(what) {}

    void nameIs(const std::string& name) {
        if (what_.names && !name.empty()) {
            static_cast<void>(standIn(name, "name"));
        }
    }
    [[nodiscard]] std::string nameOf(const std::string& name) { return what_.names && !name.empty() ? standIn(name, "name") : name; }

    void in(std::string& text) {
        static const std::regex secrets(std::string(R"(\b((?:[a-z0-9-]*(?:password|secret|passphrase|private-key|preshared-key|pre-shared-key))|key|wpa2?-psk|token)=)") + kValue);
        text = std::regex_replace(text, secrets, "$1=***");
        if (what_.names) {
            static const std::regex values(std::string(R"(\b(name|comment|user|identity|ssid|host|host-name)=)") + kValue);
            replaceMatches(text, values, 2, "name");
            for (const auto& [name, stand] : names_) {
                replaceWord(text, name, stand);
            }
        }
        if (what_.addresses) {
            static const std::regex mac(R"(\b([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})\b)");
            static const std::regex six(R"((?:^|[^0-9A-Za-z:.])((?:[0-9A-Fa-f]{1,4}:){2,7}(?::?[0-9A-Fa-f]{1,4})|(?:[0-9A-Fa-f]{0,4}:){1,7}:[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{1,4})*))");
            static const std::regex four(R"(\b((?:[0-9]{1,3}\.){3}[0-9]{1,3})\b)");
            replaceMatches(text, mac, 1, "mac");
            replaceMatches(text, six, 1, "ip");
            replaceMatches(text, four, 1, "ip");
        }
    }

private:
    std::string standIn(const std::string& word, const std::string& kind) {
        auto& known = kind == "name" ? names_ : others_;
        const auto at = known.find(word);
        if (at != known.end()) {
            return at->second;
        }
        return known[word] = kind + "-" + std::to_string(++counts_[kind]);
    }

    void replaceMatches(std::string& text, const std::regex& what, std::size_t group, const std::string& kind) {
        std::string out;
        auto from = text.cbegin();
        for (std::sregex_iterator it(text.cbegin(), text.cend(), what), end; it != end; ++it) {
            out.append(from, (*it)[group].first);
            std::string word = (*it)[group].str();
            if (word.size() >= 2 && word.front() == '"') {
                word = word.substr(1, word.size() - 2);
            }
            out += word.empty() ? word : standIn(word, kind);
            from = (*it)[group].second;
        }
        out.append(from, text.cend());
        text = std::move(out);
    }

    // Only where it is no part of a longer word.
    static void replaceWord(std::string& text, const std::string& word, const std::string& stand) {
        const auto partOfWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; };
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
            const bool begins = at == 0 || !partOfWord(text[at - 1]);
            const bool ends = at + word.size() == text.size() || !partOfWord(text[at + word.size()]);
            if (begins && ends) {
                text.replace(at, word.size(), stand);
                at += stand.size();
            } else {
                at += word.size();
            }
        }
    }

    Redaction what_;
    std::map<std::string, std::string> names_, others_;
    std::map<std::string, int> counts_;
};

} // namespace

Experiment redacted(Experiment experiment, const Redaction& what) {
    Redactor redactor(what);
    redactor.nameIs(experiment.router);
    for (auto* lines : {&experiment.change, &experiment.inverse}) {
        for (std::string& line : *lines) {
            redactor.in(line);
        }
    }
    for (std::string* text : {&experiment.title, &experiment.question, &experiment.method, &experiment.note}) {
        redactor.in(*text);
    }
    experiment.router = redactor.nameOf(experiment.router);
    return experiment;
}

std::string redactionText(const Redaction& what) {
    if (!what.any()) {
        return {};
    }
    return what.addresses && what.names ? "addresses and names replaced" : what.addresses ? "addresses replaced" : "names replaced";
}

} // namespace core::report
