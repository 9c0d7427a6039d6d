#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# Examples that ns-3's test.py runs, as in every ns-3 module:
# (command, when to run it, when to run it under valgrind).
cpp_examples = [
    (
        "topo-x-train --servers=4 --degree=2 --planner=topo-opt,topo-x --animation=0",
        "True",
        "False",
    ),
    ("rdma-operations", "True", "False"),
    ("rdma-flows", "True", "False"),
    ("rdma-flows --congestionControl=hpcc --recovery=selective-repeat --cutThrough=1", "True", "False"),
    ("ocs-first-light", "True", "False"),
    ("ocs-rotor --duration=2ms", "True", "False"),
    ("ocs-helios --servers=8", "True", "False"),
    ("ocs-ping --move=600ms", "True", "False"),
]

python_examples = []
