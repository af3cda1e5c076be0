"""What a node costs with all parts on while nothing is published, after years of evidence.

    make bench ARGS=idle

Nobody publishes but the node itself, and an action server has no goals. The periodic work of a node
must not grow with its ledger; so the ledger has a million rows. The night shift is off: at its
first run in such a home it rolls up years of rows, for minutes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from everything import ALL_ON, Shares
from figures import report
from large_home import make_large_home
from measured_processes import Processes

WARM_UP = 75.0  # s; the index of recall is built after half a minute
SECONDS = 60.0
CORE_PERCENT = 1.0


def main(arguments: Sequence[str] = ()) -> None:
    """Print the figures of this file."""
    parser = argparse.ArgumentParser(prog="idle")
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--warm-up", type=float, default=WARM_UP)
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        home = Path(folder) / "home"
        home.mkdir()
        make_large_home(home, datetime.now(timezone.utc), entries=args.entries, rows=args.rows)
        node = processes.start_node(home, *ALL_ON, "-p", "schedule.enabled:=false")
        processes.start(str(Path(__file__).with_name("everything.py")), "serve_action")
        time.sleep(args.warm_up)
        (share,) = Shares(node).over(args.seconds)
    what = f"idle node, {args.entries} entries, {args.rows} rows"
    report(what, f"{share:.2f} % of a core", f"<= {CORE_PERCENT:.0f} %", share <= CORE_PERCENT)
