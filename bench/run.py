"""All figures that the documents promise, as ratios measured in one run.

`make bench ARGS=ratios` measures ratios only, and compares them with the last recorded ones (see
bench/ratio_run.py),
`make bench ARGS=fleet` measures a fleet of robots instead (see bench/fleet.py),
`make bench ARGS=fleet-queries` how fast a large fleet's memory answers (bench/fleet_queries.py),
`make bench ARGS=zenoh` two sites that Zenoh routers join (see bench/zenoh_sites.py),
`make bench ARGS=zenoh-scale` many robots over two routers (see bench/zenoh_scale.py),
`make bench ARGS=recall` how fast and how well a full memory is searched (see bench/recall.py),
`make bench ARGS=black-box` what the black box costs (see bench/black_box.py),
`make bench ARGS=everything` what the node costs with all parts on (see bench/everything.py),
`make bench ARGS=idle` what a node costs while nothing is published (see bench/idle.py),
`make bench ARGS=page` how fast the page is beside a busy node (see bench/page_speed.py),
`make bench ARGS=requests` whether a request makes the server fail (see bench/random_load.py),
`make bench ARGS=gains` what an agent gains by the memory (see bench/agent_gains.py),
`make bench ARGS=soak` three months in a quarter of an hour: does anything grow (see bench/soak.py),
`make bench ARGS=walk` how many keys it takes to each answer on it (see bench/page_walk.py).
"""

from __future__ import annotations

import sys

import agent_gains
import black_box
import everything
import fleet
import fleet_queries
import idle
import memory_file
import month
import page_speed
import page_walk
import random_load
import ratio_run
import recall
import ros_load
import soak
import standard_topics
import zenoh_scale
import zenoh_sites

OTHERS = {
    "black-box": black_box.main,
    "everything": everything.main,
    "fleet": fleet.main,
    "fleet-queries": fleet_queries.main,
    "idle": idle.main,
    "zenoh": zenoh_sites.main,
    "zenoh-scale": zenoh_scale.main,
    "recall": recall.main,
    "page": page_speed.main,
    "walk": page_walk.main,
    "requests": random_load.main,
    "ratios": ratio_run.main,
    "soak": soak.main,
    "gains": agent_gains.main,
}


def main(arguments: list[str]) -> int | None:
    """Run the measurement that the first argument names, or all figures."""
    name = arguments[0] if arguments else ""
    if name in OTHERS:
        return OTHERS[name](arguments[1:])
    if name in ("-h", "--help"):
        print(__doc__)
        return 0
    if name:
        print(f"no such bench: {name!r}; there are {', '.join(OTHERS)}", file=sys.stderr)
        return 2
    for measure in (memory_file, month, ros_load, standard_topics):
        measure.run()
    return ratio_run.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
