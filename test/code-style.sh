#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every source file is formatted as ns-3's .clang-format says.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang-format >/dev/null || { echo "SKIP: clang-format is not installed"; exit 77; }
find model helper examples test scratch -name '*.cc' -o -name '*.h' |
  xargs clang-format --dry-run -Werror
