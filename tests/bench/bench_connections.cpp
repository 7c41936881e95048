// Connections by the million on one core: how fast the engine opens them (masquerade, one rule, 64 octet UDP, each packet a new
// connection), what memory one takes, and how long the longest wait is while all of them time out at once.
//
//   taskset -c 1 bench_connections [ROUNDS] [CONNECTIONS]        // default 5 rounds of 1 000 000
//
// Memory is what the allocator handed out meanwhile, divided by the connections. Ends with failure when connections are missing, or when the
// table takes more than its limit; never because of a time.
#include "tests/bench/figures.h"
#include "tests/bench/path_rig.h"

#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <utility>

namespace {

double allocated() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

} // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const std::size_t wanted = argc > 2 ? static_cast<std::size_t>(std::max(64, std::atoi(argv[2]))) / 64 * 64 : 1'000'000;
    std::vector<double> first, again, stalls, expiring;
    double octets = 0;
    bool right = true;
    for (int round = 0; round < rounds; ++round) {
        bench::PathRig rig(bench::Setup::Masquerade, wanted, false);
        const double before = allocated();
        const auto open = [&](std::vector<double>& times) {
            const double began = bench::microseconds();
            for (std::size_t sent = 0; sent < wanted; sent += 64) {
                rig.runBatch();
            }
            times.push_back((bench::microseconds() - began) * 1000 / static_cast<double>(wanted));
            right = right && rig.connections() == wanted;
        };
        open(first); // the tables grow
        octets = (allocated() - before) / static_cast<double>(wanted);
        double longest = 0;
        const double began = bench::microseconds();
        core::base::Nanos next = 0, passed = 31 * core::base::kSecond;
        do {
            const double start = bench::microseconds();
            next = rig.poll(std::exchange(passed, 0));
            longest = std::max(longest, bench::microseconds() - start);
        } while (next <= rig.now());
        expiring.push_back((bench::microseconds() - began) * 1000 / static_cast<double>(wanted));
        stalls.push_back(longest);
        right = right && rig.connections() == 0;
        open(again); // in memory that is there
    }
    std::printf("%-44s %10.0f ns %8.2f M/s\n", "new connection with NAT, tables growing", bench::median(first), 1000 / bench::median(first));
    std::printf("%-44s %10.0f ns %8.2f M/s\n", "new connection with NAT, memory there", bench::median(again), 1000 / bench::median(again));
    std::printf("%-44s %10.0f octets\n", "memory of a connection", octets);
    std::printf("%-44s %10.0f ns\n", "a connection times out", bench::median(expiring));
    std::printf("%-44s %10.0f us, worst %.0f us\n", "longest stall while all time out", bench::median(stalls), bench::longest(stalls));
    return right ? 0 : 1;
}
