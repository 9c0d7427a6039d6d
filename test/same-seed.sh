#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two runs with one seed write the same bytes; results have the keys that their schema promises, and
# a plan that was written runs again to the same result.
set -euo pipefail
build=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
root="$(cd "$OLDPWD" && pwd)"
job="$root/examples/dlrm-cfg2.json"
for run in a b; do
  "$build/topo-x-train" --job="$job" --servers=8 --degree=2 --reconfigurationTime=10us \
    --output=$run >/dev/null 2>&1
done
for file in result.json flows.csv plan-topo-x.json plan-topo-opt.json plan-ideal-switch.json; do
  cmp a/$file b/$file
done
if [ -f a/netanim.xml ]; then
  cmp a/netanim.xml b/netanim.xml
fi
"$build/topo-x-train" --plan=a/plan-topo-x.json --output=c --animation=0 >/dev/null 2>&1
/usr/bin/python3 - "$root" <<'EOF'
import json, jsonschema, sys
def check(file, schema):
    schema = json.load(open(f"{sys.argv[1]}/doc/schema/{schema}.schema.json"))
    jsonschema.validate(json.load(open(file)), schema)
check("a/result.json", "result-1")
for planner in ("topo-x", "topo-opt", "ideal-switch"):
    check(f"a/plan-{planner}.json", "plan-1")
result = json.load(open("a/result.json"))
assert result["schema"] == "topo-x/result/1", result["schema"]
assert {"job", "fabric", "seed", "runs"} <= result.keys()
assert [run["planner"] for run in result["runs"]] == ["topo-opt", "topo-x", "ideal-switch"]
keys = {"planner", "plannedTime_ps", "simulatedTime_ps", "lowerBound_ps", "gap", "reconfigurations",
        "bytesAsked", "bytesCarried", "framesLost", "retransmissions", "tasksDone", "tasksTotal"}
for run in result["runs"]:
    assert keys <= run.keys(), keys - run.keys()
    assert run["simulatedTime_ps"] >= run["lowerBound_ps"], run
    assert run["tasksDone"] == run["tasksTotal"], run
again = json.load(open("c/result.json"))["runs"][0]
assert again == result["runs"][1], "the plan from the file runs differently"
EOF
