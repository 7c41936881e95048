// Two small XDP programs, assembled here and loaded with bpf(2): no compiler and no library at run time. Linux 5.18 or newer, root.
//
//   FlowProgram flows(template60Octets, 1000);   // writes the next flow's frame over the one it is given, then hands it to the stack
//   int fd = dropProgram();                      // drops what an interface receives
//   attach(fd, ifindex);                         // as long as the returned descriptor lives
//
// Errors end the process with a sentence: these are tools of a benchmark.
#pragma once

#include <array>
#include <cstdint>

namespace bench {

// Frames of `flows` UDP flows that differ by source port and then destination port; the UDP checksum is none (RFC 768), the header's stays
// right. Live frames are used again after they went through the kernel, so the whole header is written for each.
class FlowProgram {
public:
    using Frame = std::array<std::uint8_t, 48>;
    FlowProgram(const Frame& frame, std::uint32_t flows);
    [[nodiscard]] int fd() const { return program_; }
    // Runs it `packets` times as if `ifindex` had received frames of 60 octets; the kernel's stack gets them in groups of 64.
    void run(int ifindex, std::uint32_t packets) const;

private:
    int map_ = -1, program_ = -1;
};

int dropProgram();
int passProgram();
int attach(int program, int ifindex);

} // namespace bench
