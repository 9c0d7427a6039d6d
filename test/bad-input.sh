#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Bad input ends with exit code 2 and a message that names what is wrong; nothing is written.
set -euo pipefail
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failed=0
program=topo-x-train

# expect PATTERN ARGUMENTS...: the program refuses the arguments with a message like that.
expect() {
  local pattern=$1 status=0 text
  shift
  text=$("$build/$program" "$@" 2>&1) || status=$?
  if [ "$status" -ne 2 ] || ! grep -qE -- "$pattern" <<<"$text"; then
    echo "$program $*: exit $status, expected 2 and /$pattern/, found: $text"
    failed=1
  fi
  if [ -e topo-x-output ]; then
    echo "topo-x-train $*: wrote output"
    failed=1
    rm -rf topo-x-output
  fi
}

expect 'degree.*at least 1' --degree=0
expect 'at most 256 ports' --degree=1000
expect 'servers.*at most 4096, found 5000' --servers=5000
expect 'degree.*integer.*"x"' --degree=x
expect 'need 16 ports on each switch, but it has 8: 8 too few' --switchPorts=8
expect 'servers.*at least 2' --servers=1
expect 'linkRate.*100Gb/s.*"fast"' --linkRate=fast
expect 'linkRate' --linkRate=0Gb/s
expect 'reconfigurationTime.*"-1ms"' --reconfigurationTime=-1ms
expect 'mtu.*5000' --mtu=5000
expect '"topo-z" is not a planner; known are topo-opt, topo-x' --planner=topo-x,topo-z
expect 'no such option' --degre=4
expect 'no such option' degree
expect 'expected --degree=VALUE' --degree
expect 'only one of' --job=a --taskgraph=b
expect 'missing.json: cannot be read' --job=missing.json
expect 'a folder' --taskgraph=/
expect 'output.*cannot be (created|written)' --output=/proc/topo-x
: > file
expect 'output' --output=file
: > empty.fbuf
expect 'empty.fbuf: byte 0' --taskgraph=empty.fbuf
sed 's/"samplesPerServer"/"samplesPerServr"/' "$root/examples/dlrm-cfg2.json" > typo.json
expect 'typo.json: /samplesPerServr: .*did you mean "samplesPerServer"' --job=typo.json
sed 's/"servers": 16,/"servers": 16,,/' "$root/examples/dlrm-cfg2.json" > syntax.json
expect 'syntax.json: line 4, column' --job=syntax.json
echo '{"schema": "topo-x/faults/1", "faults": [{"kind": "port-dark", "switch": 4, "port": 0, "from_us": 1}]}' > faults.json
expect '/faults/0/switch: expected one of 4 optical switches, found 4' --faults=faults.json
sed -i 's/"switch": 4, "port": 0/"switch": 3, "port": 16/' faults.json
expect '/faults/0/port: expected one of 16 ports, found 16' --faults=faults.json
echo '{"schema": "topo-x/faults/1", "fault": []}' > faults.json
expect 'faults.json.*faults' --faults=faults.json
echo '{"schema": "topo-x/plan/1"}' > plan.json
expect 'plan.json: /: expected a key "provenance"' --plan=plan.json
expect 'transport.*"carrier-pigeon"' --transport=carrier-pigeon
expect 'TCP runs over packet switches, not in the fabric optical' --transport=tcp --planner=topo-opt --servers=4 --output="$scratch/tcp"
expect 'torus-2d: more than the 2 ports' --planner=torus-2d --degree=2 --output="$scratch/torus"
expect 'electricalRate.*expected with' --electricalThreshold=1000
expect 'electricalThreshold.*"2MB"' --electricalRate=25Gb/s --electricalThreshold=2MB
expect 'electricalRate.*1 Mb/s' --electricalRate=5b/s
echo '{"transceiver": [[1, 1]], "nicPort": [[1, 1]], "switchPort": [[5, 1], [4, 1]], "ocsPort": 1}' > prices.json
expect 'prices.json: /switchPort/1.*ascending' --prices=prices.json

program=rdma-flows
printf '%s\n' '3 1 2' 2 '0 2 100Gbps 1us 0' '1 2 100Gbps 1us 0' > net.txt
printf '%s\n' 1 '0 1 3 100 1000 0' > flows.txt
expect 'mtu.*5000' --topology=net.txt --flows=flows.txt --mtu=5000
expect 'congestionControl.*found "bbr"' --topology=net.txt --flows=flows.txt --congestionControl=bbr
expect 'flows.*go together' --topology=net.txt
sed 's/^1 2/9 2/' net.txt > unknown.txt
expect 'unknown.txt: line 4: expected a link between two different nodes, 0 to 2' --topology=unknown.txt --flows=flows.txt
sed 's/100Gbps/0Gbps/' net.txt > zero.txt
expect 'zero.txt: line 3: expected a rate above zero' --topology=zero.txt --flows=flows.txt
printf '%s\n' 1 '0 2 3 100 1000 0' > toswitch.txt
expect 'toswitch.txt: line 2: expected a server of the topology, not "2"' --topology=net.txt --flows=toswitch.txt
exit $failed
