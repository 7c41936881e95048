// Reading, writing and comparing a configuration of 2.8 MB and 23 000 commands, the size of the largest public files. Prints figures,
// asserts only that the work was done: time depends on the machine.
#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"
#include "core/routeros/config/load.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

namespace config = core::routeros::config;

namespace {

std::string addressList(std::size_t octets, unsigned skip) {
    std::mt19937 random(1);
    std::string out = "/ip firewall address-list\nremove [ find list=blocked-level2 ]\n";
    for (unsigned n = 0; out.size() < octets; ++n) {
        const std::string address = std::to_string(1 + random() % 223) + "." + std::to_string(random() % 256) + "." + std::to_string(random() % 256) + "." + std::to_string(random() % 256);
        if (skip == 0 || n % skip != 0) {
            out += "add address=" + address + "  list=blocked-level2  comment=\"seen on " + std::to_string(n % 9) + " lists, kept for a whole day\" timeout=1d\n";
        }
    }
    return out;
}

// 5000 rules, each of them found again by its comment and set.
std::string manySets() {
    std::string out = "/queue simple\n";
    for (int i = 0; i < 5000; ++i) {
        out += "add name=customer" + std::to_string(i) + " target=10." + std::to_string(i / 250) + "." + std::to_string(i % 250) + ".0/24 max-limit=10M/50M\n";
    }
    for (int i = 0; i < 5000; ++i) {
        out += "set [ find name=customer" + std::to_string(i) + " ] max-limit=20M/100M\n";
    }
    return out;
}

// The shortest of several runs, in milliseconds.
template <class Work> double millisecondsOf(Work work) {
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

} // namespace

int main() {
    const std::string text = addressList(2'812'080, 0);
    const config::ConfigTree before = config::loadConfig(text).tree;
    const config::ConfigTree after = config::loadConfig(addressList(2'812'080, 20)).tree;
    const config::ConfigDiff changes = config::diff(before, after);
    if (before.items("/ip/firewall/address-list").size() < 20'000 || changes.entries.size() < 1'000) {
        std::puts("bench_config: the generated list was not read");
        return 1;
    }
    const double load = millisecondsOf([&] { (void)config::loadConfig(text); });
    const double write = millisecondsOf([&] { (void)config::exportConfig(before, {}); });
    const double compare = millisecondsOf([&] { (void)config::diff(before, after); });
    const double apply = millisecondsOf([&] {
        config::ConfigTree tree = before;
        (void)config::applyDiff(tree, changes);
    });
    const std::string sets = manySets();
    const double found = millisecondsOf([&] { (void)config::loadConfig(sets); });
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("bench_config: %zu items, %.2f MB: load %.0f ms, export %.0f ms, diff with %zu changes %.0f ms, apply %.0f ms; 5000 adds and 5000 finds %.0f ms; peak memory %.0f MB\n",
                before.items("/ip/firewall/address-list").size(), static_cast<double>(text.size()) / 1e6, load, write, changes.entries.size(), compare, apply, found,
                static_cast<double>(used.ru_maxrss) / 1e3);
    return 0;
}
