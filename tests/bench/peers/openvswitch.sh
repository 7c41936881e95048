# Open vSwitch's userspace datapath with daemons of its own: packets come from a replayed file, leave to a null port. Sourced by run_peers.sh.
# One poll thread on $core; port to port, route (MAC addresses, TTL), and connection tracking with source NAT of established connections.

ovs_ctl() { ovs-vsctl --db="unix:$work/ovs/db.sock" --timeout=20 "$@"; }
ovs_flows() { ovs-ofctl -O OpenFlow13 "$@"; }

write_flows() { # FLOWS FILE: 60 octet UDP frames
    python3 - "$1" "$2" <<'PY'
import struct, sys
def frame(n):
    source = 0x0a000100 + n % 200
    destination = 0xcb000000 + n % 60000
    head = struct.pack(">BBHHHBBHII", 0x45, 0, 46, 0, 0, 64, 17, 0, source, destination)
    total = sum(struct.unpack(">10H", head))
    total = (total & 0xffff) + (total >> 16)
    head = head[:10] + struct.pack(">H", ~((total & 0xffff) + (total >> 16)) & 0xffff) + head[12:]
    return bytes.fromhex("02000000010002aa00000001 0800") + head + struct.pack(">HHHH", 10000 + n // 200, 443, 26, 0) + bytes(18)
with open(sys.argv[2], "wb") as out:
    out.write(struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
    for n in range(int(sys.argv[1])):
        data = frame(n)
        out.write(struct.pack("<IIII", 0, n, len(data), len(data)) + data)
PY
}

start_ovs() { # FLOWS
    mkdir -p "$work/ovs"
    export OVS_RUNDIR="$work/ovs" OVS_LOGDIR="$work/ovs"
    write_flows "$1" "$work/ovs/flows.pcap"
    ovsdb-tool create "$work/ovs/conf.db" /usr/share/openvswitch/vswitch.ovsschema >/dev/null
    ovsdb-server "$work/ovs/conf.db" --remote="punix:$work/ovs/db.sock" --pidfile="$work/ovs/db.pid" --detach --log-file="$work/ovs/db.log" 2>/dev/null
    ovs_ctl --no-wait init
    ovs_ctl --no-wait set Open_vSwitch . other_config:dpdk-init=true other_config:dpdk-extra="--in-memory --no-pci --no-telemetry" \
        other_config:dpdk-socket-mem=700 other_config:pmd-cpu-mask="$(printf '%x' $((1 << core)))" \
        other_config:dpdk-lcore-mask="$(printf '%x' $((1 << other)))"
    "$ovs_daemon" "unix:$work/ovs/db.sock" --pidfile="$work/ovs/vswitchd.pid" --detach --log-file="$work/ovs/vswitchd.log" 2>/dev/null
    ovs_ctl add-br br0 -- set bridge br0 datapath_type=netdev protocols=OpenFlow13
    ovs_ctl add-port br0 sink -- set Interface sink type=dpdk ofport_request=2 options:dpdk-devargs=net_null0,size=64,no-rx=1
    ovs_ctl add-port br0 source -- set Interface source type=dpdk ofport_request=1 \
        options:dpdk-devargs="net_pcap0,rx_pcap=$work/ovs/flows.pcap,infinite_rx=1"
    local fault
    fault=$(ovs_ctl --columns=error --bare find Interface 'error!=[]' | head -1)
    [ -z "$fault" ] || { echo "run_peers: Open vSwitch: $fault" >&2; return 1; }
}

stop_ovs() {
    local pid
    for file in vswitchd.pid db.pid; do
        pid=$(cat "$work/ovs/$file" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null || true
        for _ in $(seq 50); do [ -e "/proc/$pid" ] || break; sleep 0.1; done
    done
    rm -rf "$work/ovs"
}

ovs_reading() { # NAME: nanoseconds per packet that leaves by the sink, between two changes of its statistics
    sleep 1.5
    local before after began ended
    before=$(ovs_change) && began=$(date +%s%N)
    sleep 2
    after=$(ovs_change) && ended=$(date +%s%N)
    echo "$1 $(((ended - began) * 100 / (after > before ? after - before : 1)))" | sed -E 's/([0-9]{2})$/.\1/'
}

ovs_change() { # waits for new statistics and prints them
    local old new
    old=$(ovs_ctl get Interface sink statistics:tx_packets)
    new=$old
    while [ "$new" = "$old" ]; do sleep 0.02; new=$(ovs_ctl get Interface sink statistics:tx_packets); done
    echo "$new"
}

read_ovs() { # FLOWS: three readings
    local bridge="unix:$work/ovs/br0.mgmt" tag="" moved="mod_dl_src:02:00:00:00:01:01,mod_dl_dst:02:bb:00:00:00:02"
    [ "$1" = 1000 ] || tag="/$(($1 / 1000))k-flows"
    start_ovs "$1" || { stop_ovs; return 1; }
    ovs_flows del-flows "$bridge"
    ovs_flows add-flow "$bridge" in_port=1,actions=output:2
    ovs_reading "ovs/port$tag"
    ovs_flows del-flows "$bridge"
    ovs_flows add-flow "$bridge" "ip,in_port=1,nw_dst=203.0.0.0/8,actions=$moved,dec_ttl,output:2"
    ovs_reading "ovs/route$tag"
    ovs_flows del-flows "$bridge"
    ovs_flows add-flow "$bridge" "table=0,ip,in_port=1,actions=ct(table=1,nat)"
    ovs_flows add-flow "$bridge" "table=1,ip,ct_state=+trk+new,actions=ct(commit,nat(src=192.0.2.1)),$moved,dec_ttl,output:2"
    ovs_flows add-flow "$bridge" "table=1,ip,ct_state=+trk+est,actions=$moved,dec_ttl,output:2"
    ovs_reading "ovs/ct+nat$tag"
    stop_ovs
}
