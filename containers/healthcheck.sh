#!/bin/sh
# The node touches .node in its home every ten seconds; the file's age says whether it still runs.
set -eu
age=$(($(date +%s) - $(stat -c %Y "$ROBOT_MEMORY_HOME/.node")))
if [ "$age" -gt 30 ]; then
    echo "the node was last there $age s ago" >&2
    exit 1
fi
