"""How fast the page is with 1,000 entries and a million rows, alone and beside a busy node.

    make bench ARGS=page

Everything is real: the node, 500 DiagnosticArrays a second over DDS, the server, Chromium. The page
is loaded several times, then stays open for a while. Its reader's waiting time is the longest task
of its thread, and the time from a letter in the filter to the filtered list.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from chromium import Chromium, require_chromium  # noqa: E402
from figures import report  # noqa: E402
from large_home import make_large_home  # noqa: E402
from measured_processes import Processes  # noqa: E402
from process_usage import cpu_seconds  # noqa: E402

LOADS = 7
STAY = 20.0  # s that the page is open beside the node
BUDGET = 1.0  # s
#: Notes when the list is usable, and the longest task so far.
_WATCH = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
}).observe({ type: "longtask", buffered: true });
new MutationObserver(() => {
  if (document.documentElement.dataset.ready) window.readyAfter ??= performance.now();
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
"""
#: Types a word into the filter; returns the ms until the filtered list was painted.
_FILTER = """
new Promise((done) => {
  const words = document.getElementById("words");
  const start = performance.now();
  words.value = words.value ? "" : "component 7";
  words.dispatchEvent(new Event("input"));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})
"""


def main(arguments: Sequence[str]) -> None:
    """Print the figures of this file."""
    parser = argparse.ArgumentParser(prog="page")
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--picture", type=Path, help="store what is seen beside the node, as PNG")
    args = parser.parse_args(arguments)
    program = require_chromium()
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        home = Path(folder) / "home"
        home.mkdir()
        make_large_home(home, datetime.now(timezone.utc), entries=args.entries, rows=args.rows)
        server, url = start_server(processes, home)
        with Chromium(program) as browser:
            browser.send("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)
            browser.show()
            _measure(browser, url, "alone", server)
            _start_load(processes, home)
            _measure(browser, url, "beside 500 messages/s", server)
            if args.picture:
                browser.picture(args.picture)


def start_server(processes: Processes, home: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server for a home; return it and its address."""
    command = (
        "-m",
        "robot_memory.faces.cli.main",
        "--home",
        str(home),
        "web",
        "serve",
        "--port",
        "0",
    )
    server = processes.start(*command, stdout=subprocess.PIPE)
    assert server.stdout is not None
    found = re.search(rb"http://\S+", server.stdout.readline())
    assert found is not None
    return server, found[0].decode()


def _start_load(processes: Processes, home: Path) -> None:
    processes.start_node(home)
    time.sleep(6.0)
    processes.start(str(Path(__file__).with_name("ros_load.py")), "publish")
    time.sleep(6.0)


def _measure(browser: Chromium, url: str, how: str, server: subprocess.Popen[bytes]) -> None:
    ready = sorted(_load(browser, url) for _ in range(LOADS))
    browser.evaluate("window.longest = 0")
    rows, used = browser.evaluate(_ROWS), cpu_seconds(server)
    typed = []
    until = time.monotonic() + STAY
    while time.monotonic() < until:
        typed.append(browser.evaluate(_FILTER))
        time.sleep(0.25)
    more = browser.evaluate(_ROWS) - rows
    share = (cpu_seconds(server) - used) / STAY
    state = browser.evaluate("document.getElementById('state').textContent")
    longest = browser.evaluate("window.longest")
    middle, worst = statistics.median(ready), ready[-1]
    value = f"{middle * 1e3:.0f} ms, at most {worst * 1e3:.0f} ms"
    report(f"page {how}: to be used after", value, f"< {BUDGET:.0f} s", worst < BUDGET)
    value = f"{statistics.median(typed):.0f} ms, at most {max(typed):.0f} ms"
    report("… a letter in the filter to the list", value, "< 200 ms", max(typed) < 200)
    report("… longest task of the page", f"{longest:.0f} ms", "< 200 ms", longest < 200)
    value = f"{share:.0%} of a processor, {more} rows came"
    report("… the server meanwhile", value, "", True)
    report("… what the page says of itself", state, "Up to date", state == "Up to date")


_ROWS = "fetch('api/memory/health').then((answer) => answer.json()).then((health) => health.seq)"


def _load(browser: Chromium, url: str) -> float:
    """Load the page anew; return the seconds until it is usable."""
    browser.open("about:blank")
    browser.open(url)
    browser.wait_for("window.readyAfter > 0")
    return float(browser.evaluate("window.readyAfter")) / 1e3


if __name__ == "__main__":
    main(sys.argv[1:])
