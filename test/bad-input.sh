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

# expect PATTERN ARGUMENTS...: the program refuses the arguments with a message like that.
expect() {
  local pattern=$1 status=0 text
  shift
  text=$("$build/topo-x-train" "$@" 2>&1) || status=$?
  if [ "$status" -ne 2 ] || ! grep -qE -- "$pattern" <<<"$text"; then
    echo "topo-x-train $*: exit $status, expected 2 and /$pattern/, found: $text"
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
echo '{"schema": "topo-x/plan/1"}' > plan.json
expect 'plan.json: /: expected a key "provenance"' --plan=plan.json
exit $failed
