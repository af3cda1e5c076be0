"""All figures that the documents promise, as ratios measured in one run.

`make bench ARGS=fleet` measures a fleet of robots instead (see bench/fleet.py), and
`make bench ARGS=recall` how fast and how well a full memory is searched (see bench/recall.py), and
`make bench ARGS=page` how fast the page is beside a busy node (see bench/page_speed.py).
"""

from __future__ import annotations

import sys

import fleet
import memory_file
import month
import page_speed
import recall
import ros_load
import standard_topics

if __name__ == "__main__":
    if sys.argv[1:2] == ["fleet"]:
        fleet.main(sys.argv[2:])
        sys.exit()
    if sys.argv[1:2] == ["recall"]:
        recall.main(sys.argv[2:])
        sys.exit()
    if sys.argv[1:2] == ["page"]:
        page_speed.main(sys.argv[2:])
        sys.exit()
    memory_file.run()
    month.run()
    ros_load.run()
    standard_topics.run()
