#include "agent/io/xdp_program.h"

#include "agent/io/interface_lookup.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <sys/syscall.h>

namespace agent::io {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

int bpf(bpf_cmd command, bpf_attr& attributes) { return static_cast<int>(::syscall(SYS_bpf, command, &attributes, sizeof attributes)); }

std::uint64_t addressOf(const void* p) { return reinterpret_cast<std::uint64_t>(p); }

bpf_insn instruction(int code, unsigned to, unsigned from, int offset, int value) {
    bpf_insn i{};
    i.code = static_cast<std::uint8_t>(code);
    i.dst_reg = to & 0xfu;
    i.src_reg = from & 0xfu;
    i.off = static_cast<std::int16_t>(offset);
    i.imm = value;
    return i;
}

int createSocketMap() {
    bpf_attr a{};
    a.map_type = BPF_MAP_TYPE_XSKMAP;
    a.key_size = a.value_size = 4;
    a.max_entries = 1;
    return bpf(BPF_MAP_CREATE, a);
}

// return bpf_redirect_map(&sockets, queue, XDP_PASS): the last argument is the answer where the map has no socket (Linux 5.3).
int loadProgram(int map) {
    const std::array<bpf_insn, 6> code{
        instruction(BPF_LDX | BPF_W | BPF_MEM, 2, 1, offsetof(xdp_md, rx_queue_index), 0),
        instruction(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map),
        instruction(0, 0, 0, 0, 0), // second half of the one before
        instruction(BPF_ALU64 | BPF_MOV | BPF_K, 3, 0, 0, XDP_PASS),
        instruction(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_redirect_map),
        instruction(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
    };
    bpf_attr a{};
    a.prog_type = BPF_PROG_TYPE_XDP;
    a.insns = addressOf(code.data());
    a.insn_cnt = static_cast<std::uint32_t>(code.size());
    a.license = addressOf("GPL");
    return bpf(BPF_PROG_LOAD, a);
}

int createLink(int program, int index, std::uint32_t mode) {
    bpf_attr a{};
    a.link_create.prog_fd = static_cast<std::uint32_t>(program);
    a.link_create.target_ifindex = static_cast<std::uint32_t>(index);
    a.link_create.attach_type = BPF_XDP;
    a.link_create.flags = mode;
    return bpf(BPF_LINK_CREATE, a);
}

core::base::Error refusal(const char* doing, const std::string& interface, int errorNumber) {
    if (errorNumber == EPERM || errorNumber == EACCES) {
        return {ErrorCode::PermissionDenied,
                std::string(doing) + " interface " + interface +
                    " is not permitted: AF_XDP needs root, or cap_net_raw, cap_net_admin and cap_bpf; \"af_packet:" + interface + "\" needs less.",
                std::strerror(errorNumber)};
    }
    return {ErrorCode::Unsupported,
            std::string(doing) + " interface " + interface + " is refused by this kernel; \"af_packet:" + interface + "\" does without XDP.",
            std::strerror(errorNumber)};
}

} // namespace

Result<XdpProgram> XdpProgram::attach(int index, const std::string& interface) {
    XdpProgram x;
    x.sockets_ = FileDescriptor(createSocketMap());
    if (!x.sockets_.valid()) {
        return tl::unexpected(refusal("Making an XDP socket map for", interface, errno));
    }
    x.program_ = FileDescriptor(loadProgram(x.sockets_.get()));
    if (!x.program_.valid()) {
        return tl::unexpected(refusal("Loading the XDP program for", interface, errno));
    }
    x.link_ = FileDescriptor(createLink(x.program_.get(), index, XDP_FLAGS_DRV_MODE));
    x.inDriver_ = x.link_.valid();
    if (!x.inDriver_ && errno != EBUSY && errno != EEXIST) {
        x.link_ = FileDescriptor(createLink(x.program_.get(), index, XDP_FLAGS_SKB_MODE));
    }
    if (!x.link_.valid() && (errno == EBUSY || errno == EEXIST)) {
        return fail(ErrorCode::AddressInUse,
                    "Interface " + interface + " has an XDP program already; \"ip link set " + interface +
                        " xdp off\" removes one that was left behind, or end the program that uses it.",
                    std::strerror(errno));
    }
    if (!x.link_.valid()) {
        return tl::unexpected(refusal("Attaching the XDP program to", interface, errno));
    }
    return x;
}

Result<void> XdpProgram::deliverTo(int socket, const std::string& interface) {
    const std::uint32_t queue = 0;
    bpf_attr a{};
    a.map_fd = static_cast<std::uint32_t>(sockets_.get());
    a.key = addressOf(&queue);
    a.value = addressOf(&socket);
    if (bpf(BPF_MAP_UPDATE_ELEM, a) < 0) {
        return tl::unexpected(refusal("Giving an AF_XDP socket to", interface, errno));
    }
    return {};
}

} // namespace agent::io
