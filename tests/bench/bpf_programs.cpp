#include "tests/bench/bpf_programs.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace bench {

namespace {

constexpr std::uint32_t kFrame = 60;

// What the program keeps: the number of the flow whose turn it is, how many there are, and the header all share.
struct State {
    std::uint64_t turn = 0, flows = 0;
    FlowProgram::Frame frame{};
};
static_assert(sizeof(State) == 64);

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "bpf: %s: %s. Needs root and Linux 5.18 or newer.\n", what, std::strerror(errno));
    std::exit(1);
}

int bpf(enum bpf_cmd command, union bpf_attr& attr) { return static_cast<int>(::syscall(SYS_bpf, command, &attr, sizeof attr)); }

using Code = std::vector<bpf_insn>;
bpf_insn insn(int code, int to, int from, int offset, int value) {
    bpf_insn i{};
    i.code = static_cast<std::uint8_t>(code);
    i.dst_reg = static_cast<std::uint8_t>(to) & 0xfu;
    i.src_reg = static_cast<std::uint8_t>(from) & 0xfu;
    i.off = static_cast<std::int16_t>(offset);
    i.imm = value;
    return i;
}
bpf_insn move(int to, int from) { return insn(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0); }
bpf_insn set(int to, int value) { return insn(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value); }
bpf_insn compute(int operation, int to, int value) { return insn(BPF_ALU64 | operation | BPF_K, to, 0, 0, value); }
bpf_insn load(int size, int to, int from, int offset) { return insn(BPF_LDX | size | BPF_MEM, to, from, offset, 0); }
bpf_insn store(int size, int to, int offset, int from) { return insn(BPF_STX | size | BPF_MEM, to, from, offset, 0); }
bpf_insn jump(int condition, int left, int right, int skip) { return insn(BPF_JMP | condition | BPF_X, left, right, skip, 0); }
bpf_insn leave() { return insn(BPF_JMP | BPF_EXIT, 0, 0, 0, 0); }

int loadProgram(const Code& code) {
    union bpf_attr attr {};
    std::vector<char> log(16384);
    attr.prog_type = BPF_PROG_TYPE_XDP;
    attr.insns = reinterpret_cast<std::uint64_t>(code.data());
    attr.insn_cnt = static_cast<std::uint32_t>(code.size());
    attr.license = reinterpret_cast<std::uint64_t>("GPL");
    attr.log_buf = reinterpret_cast<std::uint64_t>(log.data());
    attr.log_size = static_cast<std::uint32_t>(log.size());
    attr.log_level = 1;
    const int fd = bpf(BPF_PROG_LOAD, attr);
    if (fd < 0) {
        std::fprintf(stderr, "%s\n", log.data());
        fail("cannot load a program");
    }
    return fd;
}

Code flowCode(int map) {
    Code c;
    c.push_back(move(6, 1)); // the frame's description
    c.push_back(insn(BPF_ST | BPF_W | BPF_MEM, 10, 0, -4, 0));
    c.push_back(move(2, 10));
    c.push_back(compute(BPF_ADD, 2, -4));
    c.push_back(insn(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map));
    c.push_back(insn(0, 0, 0, 0, 0));
    c.push_back(insn(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem));
    c.push_back(insn(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 2, 0));
    c.push_back(set(0, XDP_DROP));
    c.push_back(leave());
    c.push_back(move(7, 0));
    c.push_back(load(BPF_W, 2, 6, offsetof(xdp_md, data)));
    c.push_back(load(BPF_W, 3, 6, offsetof(xdp_md, data_end)));
    c.push_back(move(4, 2));
    c.push_back(compute(BPF_ADD, 4, kFrame));
    c.push_back(jump(BPF_JLE, 4, 3, 2));
    c.push_back(set(0, XDP_DROP));
    c.push_back(leave());
    for (int at = 0; at < 48; at += 8) {
        c.push_back(load(BPF_DW, 1, 7, static_cast<int>(offsetof(State, frame)) + at));
        c.push_back(store(BPF_DW, 2, at, 1));
    }
    c.push_back(load(BPF_DW, 8, 7, offsetof(State, turn)));
    c.push_back(move(1, 8)); // source port: any 1024 different ones
    c.push_back(compute(BPF_AND, 1, 0x3ff));
    c.push_back(compute(BPF_OR, 1, 0x2000));
    c.push_back(store(BPF_H, 2, 34, 1));
    c.push_back(move(1, 8));
    c.push_back(compute(BPF_RSH, 1, 10));
    c.push_back(compute(BPF_ADD, 1, 0x100));
    c.push_back(store(BPF_H, 2, 36, 1));
    c.push_back(compute(BPF_ADD, 8, 1));
    c.push_back(load(BPF_DW, 1, 7, offsetof(State, flows)));
    c.push_back(jump(BPF_JLT, 8, 1, 1));
    c.push_back(set(8, 0));
    c.push_back(store(BPF_DW, 7, offsetof(State, turn), 8));
    c.push_back(set(0, XDP_PASS));
    c.push_back(leave());
    return c;
}

} // namespace

FlowProgram::FlowProgram(const Frame& frame, std::uint32_t flows) {
    union bpf_attr attr {};
    attr.map_type = BPF_MAP_TYPE_ARRAY;
    attr.key_size = sizeof(std::uint32_t);
    attr.value_size = sizeof(State);
    attr.max_entries = 1;
    map_ = bpf(BPF_MAP_CREATE, attr);
    if (map_ < 0) {
        fail("cannot make a map");
    }
    const std::uint32_t key = 0;
    const State state{0, flows, frame};
    union bpf_attr update {};
    update.map_fd = static_cast<std::uint32_t>(map_);
    update.key = reinterpret_cast<std::uint64_t>(&key);
    update.value = reinterpret_cast<std::uint64_t>(&state);
    if (bpf(BPF_MAP_UPDATE_ELEM, update) < 0) {
        fail("cannot fill a map");
    }
    program_ = loadProgram(flowCode(map_));
}

void FlowProgram::run(int ifindex, std::uint32_t packets) const {
    std::array<std::uint8_t, kFrame> frame{};
    xdp_md place{};
    place.data_end = kFrame;
    place.ingress_ifindex = static_cast<std::uint32_t>(ifindex);
    union bpf_attr attr {};
    attr.test.prog_fd = static_cast<std::uint32_t>(program_);
    attr.test.data_in = reinterpret_cast<std::uint64_t>(frame.data());
    attr.test.data_size_in = frame.size();
    attr.test.ctx_in = reinterpret_cast<std::uint64_t>(&place);
    attr.test.ctx_size_in = sizeof place;
    attr.test.repeat = packets;
    attr.test.flags = BPF_F_TEST_XDP_LIVE_FRAMES;
    attr.test.batch_size = 64;
    if (bpf(BPF_PROG_TEST_RUN, attr) < 0) {
        fail("cannot send live frames (the interface needs a program: attach one)");
    }
}

int dropProgram() { return loadProgram({set(0, XDP_DROP), leave()}); }
int passProgram() { return loadProgram({set(0, XDP_PASS), leave()}); }

int attach(int program, int ifindex) {
    union bpf_attr attr {};
    attr.link_create.prog_fd = static_cast<std::uint32_t>(program);
    attr.link_create.target_ifindex = static_cast<std::uint32_t>(ifindex);
    attr.link_create.attach_type = BPF_XDP;
    const int link = bpf(BPF_LINK_CREATE, attr);
    if (link < 0) {
        fail("cannot attach a program to an interface");
    }
    return link;
}

} // namespace bench
