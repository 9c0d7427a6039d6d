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
