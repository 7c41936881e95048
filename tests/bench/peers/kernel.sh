# The Linux kernel forwarding between two veth pairs, everything on $core (kernel_forwarding.cpp). Sourced by run_peers.sh.

space=pathscope-peers

start_kernel() {
    ip netns add "$space"
    in_space ip link add in0 type veth peer name in1
    in_space ip link add out0 type veth peer name out1
    for link in lo in0 in1 out0 out1; do in_space ip link set "$link" up; done
    in_space ip addr add 10.0.0.1/16 dev in0
    in_space ip addr add 192.0.2.1/24 dev out0
    in_space ip neigh add 192.0.2.254 lladdr 02:bb:00:00:00:02 dev out0 nud permanent
    in_space ip route add default via 192.0.2.254
    in_space sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.in0.rp_filter=0
    in_space sysctl -qw net.netfilter.nf_conntrack_max=1048576 2>/dev/null || true
}
in_space() { ip netns exec "$space" "$@"; }
stop_kernel() { ip netns del "$space" 2>/dev/null || true; }

filter_rules() { # NUMBER: rules that do not match, one that accepts, and masquerade: as bench_paths has them
    python3 - "$1" <<'PY'
import sys
print("table ip bench {\n chain nat { type nat hook postrouting priority 100;\n oif out0 masquerade\n }\n chain forward { type filter hook forward priority 0;")
for i in range(int(sys.argv[1])):
    print(" ip saddr 172.16.%d.0/24 udp dport %d drop" % (i % 256, 5000 + i))
print(" accept\n }\n}")
PY
}

kernel_reading() { # NAME FLOWS
    local reading
    reading=$(taskset -c "$core" ip netns exec "$space" "$kernel" in0 out0 out1 "$2" 1.5) || return 1
    echo "$1 ${reading% *}"
}

read_kernel() { # FLOWS
    local tag=""
    [ "$1" = 1000 ] || tag="/$(($1 / 1000))k-flows"
    start_kernel
    kernel_reading "kernel/route$tag" "$1"
    for rules in 0 25 250; do
        in_space nft flush ruleset
        filter_rules $rules | in_space nft -f - || return 1
        kernel_reading "kernel/masquerade+$rules-rules$tag" "$1"
    done
    in_space nft flush ruleset
    filter_rules 25 | in_space nft -f - || return 1
    in_space tc qdisc add dev out0 root handle 1: htb default 10
    in_space tc class add dev out0 parent 1: classid 1:1 htb rate 20gbit quantum 20000
    in_space tc class add dev out0 parent 1:1 classid 1:10 htb rate 20gbit quantum 20000
    kernel_reading "kernel/masquerade+25-rules+htb$tag" "$1"
    stop_kernel
}
