"""All figures that the documents promise, as ratios measured in one run.

`make bench ARGS=fleet` measures a fleet of robots instead (see bench/fleet.py).
"""

from __future__ import annotations

import sys

import fleet
import memory_file
import month
import ros_load
import standard_topics

if __name__ == "__main__":
    if sys.argv[1:2] == ["fleet"]:
        fleet.main(sys.argv[2:])
        sys.exit()
    memory_file.run()
    month.run()
    ros_load.run()
    standard_topics.run()
