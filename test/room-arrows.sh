#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Rooms look only downwards (doc/topo-x.rst, Design): workload, topology and plan know no simulator,
# and the device rooms know nothing of training. Fails when an include points upwards.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# Headers of our own rooms, as alternatives of a regular expression.
headers_of() {
  local room
  for room in "$@"; do
    find "$room" -name '*.h' -printf '%f\n'
  done | sed 's/\.h$//' | paste -sd '|'
}

# forbid ROOM WHAT REGEX: no file of the room may include a header that matches.
forbid() {
  local found
  found=$(grep -rnE "#include \"(ns3/)?($3)\.h\"" "$1" || true)
  if [ -n "$found" ]; then
    echo "$1 must not know $2:"
    echo "$found"
    failed=1
  fi
}

simulator='simulator|node|node-container|net-device|channel|packet|application|object|nstime|event-id|callback|log'
devices=$(headers_of model/line model/optical model/rdma)
above=$(headers_of model/runtime helper)
training=$(headers_of model/workload model/topology model/plan model/runtime helper)
for room in model/workload model/topology model/plan; do
  forbid "$room" "the simulator" "$simulator"
  forbid "$room" "devices or runtime" "$devices|$above"
done
forbid model/workload "topology or plan" "$(headers_of model/topology model/plan)"
forbid model/topology "plan" "$(headers_of model/plan)"
forbid model/optical "training or RDMA" "$training|$(headers_of model/rdma)"
forbid model/rdma "training or optics" "$training|$(headers_of model/optical)"
forbid model/line "anything else of ours" "$training|$(headers_of model/rdma model/optical)"
forbid model/runtime "helpers" "$(headers_of helper)"

# The check itself can fail: a file that breaks the rule is found.
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo '#include "ns3/simulator.h"' > "$probe/bad.cc"
grep -rqE "#include \"(ns3/)?($simulator)\.h\"" "$probe" || { echo "the check is broken"; failed=1; }
exit $failed
