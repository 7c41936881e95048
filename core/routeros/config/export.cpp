#include "core/routeros/config/export.h"

#include "core/routeros/config/defaults.h"
#include "core/routeros/config/export_line.h"
#include "core/routeros/config/schema.h"
#include "core/routeros/config/significant.h"
#include "core/routeros/config/written.h"
#include "core/routeros/script/printer.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

using Words = std::vector<std::string>;

std::string headerText(const script::ExportHeader& header) {
    std::string out;
    if (header.version) {
        out += "# " + (header.exportedAt.value_or("").empty() ? "" : *header.exportedAt + " ") + "by RouterOS " + *header.version + "\n";
    }
    if (header.softwareId) {
        out += "# software id = " + *header.softwareId + "\n";
    }
    if (header.model || header.serialNumber) {
        out += "#\n";
    }
    if (header.model) {
        out += "# model = " + *header.model + "\n";
    }
    if (header.serialNumber) {
        out += "# serial number = " + *header.serialNumber + "\n";
    }
    return out;
}

class Exporter {
public:
    Exporter(const ConfigTree& tree, const ExportOptions& options) : tree_(tree), options_(options) {}

    std::string run() {
        out_ = headerText(options_.header);
        for (const Menu& menu : menus()) {
            writeMenu(menu.path, &menu);
        }
        for (const auto& [path, table] : tree_.tables()) {
            if (!path.empty() && !findMenu(path)) {
                writeMenu(path, nullptr);
            }
        }
        if (options_.menu.empty()) {
            writeStatements();
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] bool wanted(std::string_view path) const {
        const std::string_view asked = options_.menu;
        return asked.empty() || (path.starts_with(asked) && (path.size() == asked.size() || path[asked.size()] == '/'));
    }

    void writeMenu(std::string_view path, const Menu* menu) {
        const auto table = tree_.tables().find(path);
        if (table == tree_.tables().end() || !wanted(path)) {
            return;
        }
        const std::string written = script::printMenu(options_.major == 6 ? menuIn6(path) : path);
        bool begun = options_.form == ExportForm::Terse;
        for (const Item& item : table->second) {
            Words words = line(path, menu, item);
            if (words.empty()) {
                continue;
            }
            if (!begun) {
                out_ += written + "\n";
                begun = true;
            }
            if (options_.form == ExportForm::Terse) {
                words.insert(words.begin(), written);
            }
            out_ += exportLine(words, options_.form != ExportForm::Terse) + "\n";
        }
    }

    // Empty when there is nothing to say about the item.
    Words line(std::string_view path, const Menu* menu, const Item& item) {
        const bool settings = item.id == 0;
        const bool given = !settings && isGiven(menu, item);
        Words words{settings || given ? "set" : "add"};
        if (given) {
            words.push_back(selectorOf(menu, item));
        }
        const std::size_t head = words.size();
        for (const auto& [name, value] : valuesOf(path, menu, item)) {
            const Property* property = menu ? menu->find(name) : nullptr;
            if ((given && namesItem(menu, item, name)) || name == kSelector || (isSensitive(property, name) && !options_.showSensitive)) {
                continue;
            }
            if (options_.major == 6) {
                const auto old = attributeIn6(path, name, value);
                words.push_back(writtenArgument(words.front(), old.name == name ? property : nullptr, old.name, old.value));
            } else {
                words.push_back(writtenArgument(words.front(), property, name, value));
            }
        }
        std::sort(words.begin() + static_cast<std::ptrdiff_t>(head), words.end(), [](const std::string& a, const std::string& b) {
            return std::string_view(a).substr(0, a.find('=')) < std::string_view(b).substr(0, b.find('='));
        });
        const bool silent = words.size() == head && (settings || given);
        return silent ? Words() : words;
    }

    SignificantValues valuesOf(std::string_view path, const Menu* menu, const Item& item) const {
        static const Item nothing;
        if (options_.form == ExportForm::Verbose) {
            return significantValues(menu, item, nothing);
        }
        const Item* base = item.builtin || item.id == 0 ? factoryItem(path, menu, item) : nullptr;
        return significantValues(menu, item, base ? *base : defaultsOf(path));
    }

    const Item* factoryItem(std::string_view path, const Menu* menu, const Item& item) const {
        if (!options_.factory) {
            return nullptr;
        }
        const auto table = options_.factory->tables().find(path);
        if (table == options_.factory->tables().end()) {
            return nullptr;
        }
        for (const Item& each : table->second) {
            if ((item.id == 0 && each.id == 0) || (each.builtin && !identityOf(menu, item).empty() && identityOf(menu, each) == identityOf(menu, item))) {
                return &each;
            }
        }
        return nullptr;
    }

    void writeStatements() {
        const auto kept = tree_.tables().find(std::string_view());
        if (kept == tree_.tables().end() || kept->second.empty()) {
            return;
        }
        out_ += "/\n"; // what is not understood must not be taken for a command of the last menu
        for (const Item& item : kept->second) {
            const std::string_view text = item.value(kScript);
            out_.append(text).append(text.ends_with('\\') ? "\n\n" : "\n"); // a backslash takes the end of its line with it
        }
    }

    const ConfigTree& tree_;
    const ExportOptions& options_;
    std::string out_;
};

} // namespace

std::string exportConfig(const ConfigTree& tree, const ExportOptions& options) { return Exporter(tree, options).run(); }

} // namespace core::routeros::config
