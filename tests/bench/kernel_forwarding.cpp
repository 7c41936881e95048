// Nanoseconds the Linux kernel takes to forward a 64 octet UDP packet, on this core, in this network namespace: frames enter its stack
// as if IN had received them (BPF_PROG_TEST_RUN with live frames, groups of 64: no system call per packet), leave by OUT, a veth, and are
// dropped by an XDP program at its other end SINK. What the namespace does with them (routes, nftables, tc) is the caller's.
//
//   kernel_forwarding IN OUT SINK FLOWS [SECONDS] [SOURCE DESTINATION]
//
// Prints "NANOSECONDS SHARE": of the packets that left by OUT, and which share of those sent they are.
#include "tests/bench/bpf_programs.h"
#include "tests/bench/figures.h"

#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <net/if.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

int indexOf(const char* name) {
    const unsigned index = ::if_nametoindex(name);
    if (index == 0) {
        std::fprintf(stderr, "kernel_forwarding: there is no interface %s here\n", name);
        std::exit(2);
    }
    return static_cast<int>(index);
}

std::uint64_t sent(const char* interface) {
    std::ifstream dev("/proc/net/dev");
    const std::string wanted = std::string(interface) + ":";
    for (std::string line; std::getline(dev, line);) {
        const std::size_t at = line.find(wanted);
        if (at == std::string::npos || line.find_first_not_of(' ') != at) {
            continue;
        }
        unsigned long long value[10] = {};
        std::sscanf(line.c_str() + at + wanted.size(), "%llu %llu %llu %llu %llu %llu %llu %llu %llu %llu", &value[0], &value[1], &value[2], &value[3],
                    &value[4], &value[5], &value[6], &value[7], &value[8], &value[9]);
        return value[9];
    }
    return 0;
}

bench::FlowProgram::Frame frameTo(const char* interface, const char* source, const char* destination) {
    bench::FlowProgram::Frame f{};
    ifreq request{};
    std::strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    if (::ioctl(socket, SIOCGIFHWADDR, &request) == 0) {
        std::memcpy(f.data(), request.ifr_hwaddr.sa_data, 6);
    }
    ::close(socket);
    f[6] = 0x02;
    f[11] = 0x01;
    f[12] = 0x08; // IPv4
    const std::uint8_t header[] = {0x45, 0, 0, 46, 0, 0, 0x40, 0, 64, 17, 0, 0};
    std::memcpy(f.data() + 14, header, sizeof header);
    ::inet_pton(AF_INET, source, f.data() + 26);
    ::inet_pton(AF_INET, destination, f.data() + 30);
    std::uint32_t sum = 0;
    for (std::size_t i = 14; i < 34; i += 2) {
        sum += static_cast<std::uint32_t>(f[i] << 8 | f[i + 1]);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = ~((sum & 0xffff) + (sum >> 16)) & 0xffff;
    f[24] = static_cast<std::uint8_t>(sum >> 8);
    f[25] = static_cast<std::uint8_t>(sum);
    f[39] = 26; // UDP length
    return f;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr, "usage: kernel_forwarding IN OUT SINK FLOWS [SECONDS] [SOURCE DESTINATION]\n");
        return 2;
    }
    const auto flows = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[4])));
    const double seconds = argc > 5 ? std::max(0.1, std::atof(argv[5])) : 2;
    const int in = indexOf(argv[1]);
    bench::attach(bench::passProgram(), in); // live frames need the receive queue an attached program registers
    bench::attach(bench::dropProgram(), indexOf(argv[3]));
    const bench::FlowProgram generator(frameTo(argv[1], argc > 7 ? argv[6] : "10.0.1.1", argc > 7 ? argv[7] : "203.0.0.1"), flows);

    constexpr std::uint32_t kChunk = 64 * 256;
    for (std::uint32_t warm = 0; warm < 2 * flows + kChunk; warm += kChunk) {
        generator.run(in, kChunk);
    }
    const std::uint64_t before = sent(argv[2]);
    const double began = bench::microseconds();
    double now = began;
    std::uint64_t given = 0;
    while (now - began < seconds * 1e6) {
        generator.run(in, kChunk);
        given += kChunk;
        now = bench::microseconds();
    }
    const std::uint64_t through = sent(argv[2]) - before;
    std::printf("%.2f %.3f\n", (now - began) * 1000 / static_cast<double>(std::max<std::uint64_t>(through, 1)),
                static_cast<double>(through) / static_cast<double>(given));
    return through == 0 ? 1 : 0;
}
