// Parser throughput on an address list of 2.8 MB and 23 000 commands, the size of the largest public files. Prints figures,
// asserts only that everything was read: time depends on the machine.
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

namespace script = core::routeros::script;

namespace {

std::string addressList(std::size_t octets) {
    std::mt19937 random(1);
    std::string out = "/ip firewall address-list\n";
    while (out.size() < octets) {
        out += "add address=" + std::to_string(1 + random() % 223) + "." + std::to_string(random() % 256) + "." + std::to_string(random() % 256) + "." +
               std::to_string(random() % 256) + "  list=blocked-level2  comment=\"seen on " + std::to_string(random() % 9) + " lists, kept a day\" timeout=1d dynamic=yes\n";
    }
    return out;
}

// The shortest of several runs, in seconds.
template <class Work> double secondsOf(Work work) {
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

} // namespace

int main() {
    const std::string text = addressList(2'812'080);
    const script::Program program = script::parseProgram(text);
    if (program.firstError() || program.statements.size() < 20'000) {
        std::puts("bench_script: the generated list was not read");
        return 1;
    }
    const double megabytes = static_cast<double>(text.size()) / 1e6;
    const double parse = secondsOf([&] { (void)script::parseProgram(text); });
    const double plain = secondsOf([&] { (void)script::plainCommands(program, "list.rsc"); });
    const double print = secondsOf([&] { (void)script::printProgram(program); });
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("bench_script: %zu commands, %.2f MB: parse %.1f ms (%.1f MB/s), plain commands %.1f ms, print %.1f ms (%.1f MB/s), peak memory %.0f MB\n", program.statements.size(), megabytes,
                parse * 1e3, megabytes / parse, plain * 1e3, print * 1e3, megabytes / print,
                static_cast<double>(used.ru_maxrss) / 1e3);
    return 0;
}
