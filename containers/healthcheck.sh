#!/bin/sh
# The node touches .node in its home every ten seconds; the file's age says whether it still runs.
# If the file is of a time to come, the clock was set back, as after a power cut: it says nothing.
set -eu
file=$ROBOT_MEMORY_HOME/.node
if [ ! -e "$file" ]; then
    echo "no node was there yet: $file is missing" >&2
    exit 1
fi
age=$(($(date +%s) - $(stat -c %Y "$file")))
if [ "$age" -gt 30 ] || [ "$age" -lt -30 ]; then
    echo "the node was last there $age s ago" >&2
    exit 1
fi
