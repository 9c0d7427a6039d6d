#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# tshark reads our pcap files as RoCEv2: opcodes, PSNs and acknowledgements, nothing malformed, every
# IPv4 checksum good.
set -euo pipefail
build=$1
command -v tshark >/dev/null || { echo "SKIP: tshark is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
job="$(pwd)/examples/dlrm-cfg2.json"
cd "$scratch"
# A job small enough to look at every frame.
/usr/bin/python3 - "$job" > job.json <<'EOF'
import json, sys
job = json.load(open(sys.argv[1]))
job["servers"], job["samplesPerServer"] = 4, 16
job["model"]["bottomMlp"] = {"width": 64, "layers": 3}
job["model"]["topMlp"] = {"width": 64, "layers": 3}
json.dump(job, sys.stdout)
EOF
"$build/topo-x-train" --job=job.json --degree=2 --planner=topo-opt --pcap=1 --animation=0 \
  --output=out >/dev/null 2>&1
set -- out/*.pcap
[ $# -eq 8 ] || { echo "expected a file for each of 8 ports, found $#"; exit 1; }
for file in "$@"; do
  tshark -r "$file" -T fields -e frame.protocols -e infiniband.bth.opcode -e infiniband.bth.psn \
    -o ip.check_checksum:TRUE -e ip.checksum.status -e _ws.malformed 2>/dev/null
done > fields
/usr/bin/python3 - <<'EOF'
import collections
opcodes = collections.Counter()
for line in open("fields"):
    protocols, opcode, psn, checksum, malformed = (line.rstrip("\n").split("\t") + [""] * 5)[:5]
    assert "infiniband" in protocols, "not read as RoCEv2: " + line
    assert malformed == "", "malformed: " + line
    assert checksum in ("1", "Good"), "IPv4 checksum: " + line
    assert psn != "", "no PSN: " + line
    opcodes[int(opcode)] += 1
print(dict(opcodes))
assert set(opcodes) == {6, 7, 8, 10, 17}, opcodes
EOF
bad=$(for file in "$@"; do tshark -r "$file" -Y '_ws.malformed || _ws.expert.severity >= 6291456' 2>/dev/null; done | head -3)
[ -z "$bad" ] || { echo "tshark complains: $bad"; exit 1; }

# Every other kind of frame: operations with losses, DCQCN and pauses, HPCC's telemetry.
"$build/rdma-operations" --pcap=operations --recovery=SelectiveRepeat >/dev/null
"$build/rdma-operations" --pcap=operations-gbn --recovery=GoBackN >/dev/null
/usr/bin/python3 - > topology.txt <<'EOF'
print("34 1 33\n33")
for server in range(33):
    print(server, 33, "100Gbps 1us 0")
EOF
/usr/bin/python3 - > flows.txt <<'EOF'
print(32)
for server in range(1, 33):
    print(server, 0, 3, 100, 1000000, 0)
EOF
for control in dcqcn hpcc; do
  "$build/rdma-flows" --topology=topology.txt --flows=flows.txt --congestionControl=$control --pcap=1 \
    --output=$control >/dev/null
done
printf '%s\n' 3 '1 0 3 100 9000000 0' '2 0 3 100 9000000 0' '3 0 3 100 9000000 0' > long.txt
"$build/rdma-flows" --topology=topology.txt --flows=long.txt --pcap=1 --output=none >/dev/null
for file in operations*.pcap none/rdma-flows-1-*.pcap dcqcn/rdma-flows-[01]-*.pcap hpcc/rdma-flows-[01]-*.pcap; do
  tshark -r "$file" -T fields -e frame.protocols -e infiniband.bth.opcode -e infiniband.aeth.syndrome \
    -e macc.opcode -e eth.trailer -e infiniband.invariant.crc -e _ws.malformed \
    -e infiniband.reth.dmalen -e infiniband.immdt -o ip.check_checksum:TRUE -e ip.checksum.status \
    2>/dev/null
  bad=$(tshark -r "$file" -Y '_ws.malformed || _ws.expert.severity >= 6291456' 2>/dev/null | head -3)
  [ -z "$bad" ] || { echo "tshark complains about $file: $bad"; exit 1; }
done > others
/usr/bin/python3 - <<'EOF'
import collections
opcodes, syndromes, pauses, trailers = collections.Counter(), collections.Counter(), 0, 0
for line in open("others"):
    fields = (line.rstrip("\n").split("\t") + [""] * 10)[:10]
    protocols, opcode, syndrome, mac, trailer, icrc, malformed, length, immediate, checksum = fields
    assert malformed == "", line
    if mac:
        assert int(mac, 16) == 0x0101, line
        pauses += 1
        continue
    # tshark shows the reserved bytes of a CNP, not its ICRC.
    assert "infiniband" in protocols and (icrc or int(opcode) == 0x81), line
    assert checksum in ("1", "Good"), line
    opcode = int(opcode)
    opcodes[opcode] += 1
    trailers += trailer != ""
    assert (length != "") == (opcode in (6, 10, 11, 12)), line
    assert (immediate != "") == (opcode in (3, 5, 9, 11)), line
    if syndrome:
        syndromes[int(syndrome, 0) >> 5] += 1
print(dict(opcodes), dict(syndromes), pauses, "pauses", trailers, "with telemetry")
wanted = {0, 1, 2, 5, 6, 7, 8, 9, 12, 13, 14, 15, 17, 0x81}
assert wanted <= set(opcodes), wanted - set(opcodes)
assert {0, 1, 3} <= set(syndromes), syndromes
assert pauses > 0 and trailers > 0
EOF
