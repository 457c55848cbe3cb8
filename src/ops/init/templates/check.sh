#!/bin/sh
# Checks the knowledge base. The workflow calls it, and so can you: sh ci/check
set -eu
cd "$(dirname "$0")/.."
if ! command -v kb >/dev/null 2>&1; then
  echo "kb is not installed; run: cargo install --locked kb" >&2
  exit 3
fi
exec kb check "$@"
