#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Rooms look only downwards (doc/topo-x.rst, Design): workload, topology and plan know no simulator,
# and the device rooms know nothing of training. Fails when an include points upwards.
set -euo pipefail
cd "$(dirname "$0")/.."

# What stands before and after the name of a header of ours or of ns-3, however it is included.
before='^[[:space:]]*#[[:space:]]*include[[:space:]]*("(ns3/)?|<ns3/)'
after='[">]'

# Headers of our own rooms, as alternatives of a regular expression.
headers_of() {
  find "$@" -name '*.h' -printf '%f\n' | sed 's/\.h$//' | paste -sd '|'
}

# report ROOM RULE LINES: says what is wrong, if anything is.
report() {
  [ -n "$3" ] || return 0
  echo "$1 $2:"
  echo "$3"
  return 1
}

# forbid ROOM WHAT HEADERS: no file of the room may include one of the headers.
forbid() {
  report "$1" "must not know $2" "$(grep -rnE "$before($3)\.h$after" "$1" || true)"
}

# allow ROOM HEADERS: files of the room may include no other header of ours or of ns-3.
allow() {
  report "$1" "must not know the simulator or rooms above" \
    "$(grep -rnE "$before" "$1" | grep -vE "^[^:]*:[0-9]+:${before#^}($2)\.h$after" || true)"
}

training=$(headers_of model/workload model/topology model/plan model/runtime helper)
workload="$(headers_of model/workload)|flexflow-task-graph_generated"
topology=$(headers_of model/topology)
plan=$(headers_of model/plan)
failed=0

allow model/workload "$workload" || failed=1
allow model/topology "$topology|$workload" || failed=1
allow model/plan "$plan|$topology|$workload" || failed=1
forbid model/optical "training or RDMA" "$training|$(headers_of model/rdma)" || failed=1
forbid model/rdma "training or optics" "$training|$(headers_of model/optical)" || failed=1
forbid model/electrical "training or optics" "$training|$(headers_of model/optical)" || failed=1
forbid model/rdma "packet switches" "$(headers_of model/electrical)" || failed=1
forbid model/line "anything else of ours" "$training|$(headers_of model/rdma model/optical model/electrical)" || failed=1
forbid model/runtime "helpers" "$(headers_of helper)" || failed=1

# The check itself can fail: every way to break a rule is found, what is right passes.
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
must_fail() {
  echo "$1" > "$probe/file.cc"
  shift
  ! "$@" >/dev/null || { echo "the check is broken: it lets pass: $(cat "$probe/file.cc")"; failed=1; }
}
must_fail '#include "ns3/simulator.h"' allow "$probe" "$plan"
must_fail '#include <ns3/simulator.h>' allow "$probe" "$plan"
must_fail '#  include "ns3/core-module.h"' allow "$probe" "$plan"
must_fail '#include "rdma-host.h"' allow "$probe" "$plan"
must_fail '#include "ns3/plan.h"' forbid "$probe" training "$training"
must_fail '#include <ns3/plan.h>' forbid "$probe" training "$training"
printf '%s\n' '#include <vector>' '#include <glpk.h>' '#include "ns3/plan.h"' '#include "plan.h"' \
  > "$probe/file.cc"
allow "$probe" "$plan" || { echo "the check is broken: it refuses what is right"; failed=1; }
exit $failed
