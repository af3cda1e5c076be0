"""A stranger's walk through the page: the keys to each answer, and whether it is visible then.

    make bench ARGS=walk
    make bench ARGS="walk --picture docs/images/page.png"

The memory is that of the demo rover: its recording is written and replayed. The page is walked
through by keyboard in Chromium. Seconds are those of the keystroke-level model (Card, Moran and
Newell, 1983): 0.28 s a key and 1.35 s to decide, plus the page's measured time. At the end axe
looks for accessibility faults.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from axe import NoAxe, axe_faults  # noqa: E402
from chromium import Chromium, require_chromium  # noqa: E402
from figures import report  # noqa: E402
from measured_processes import Processes  # noqa: E402
from page_speed import start_server  # noqa: E402
from small_picture import small_picture  # noqa: E402

from robot_memory import RobotMemory  # noqa: E402

_PICTURE = 960  # px
KEY, MIND = 0.28, 1.35  # s
BUDGET = 10.0  # s
_SKILL = "# Left wheel\n\nDrive at 0.25 m/s or slower until the encoder is mended.\n"
_DRAWN = "document.getElementById('state').textContent.startsWith('Up to date')"
#: Whether an element with a text is visible.
_SEEN = """
[...document.querySelectorAll({selector})].some((one) => {{
  const box = one.getBoundingClientRect();
  return one.innerText.includes({text}) && box.height > 0
    && box.top < innerHeight && box.bottom > 0;
}})
"""


@dataclass(frozen=True)
class Question:
    """One question of a stranger.

    Attributes:
        words: the question.
        keys: the keys pressed after the page was loaded.
        selector, text: the element of the answer, and a part of its text.
    """

    words: str
    keys: tuple[str, ...]
    selector: str
    text: str


_TO_LIST = ("Tab", "Enter")
_TO_ENTRY = (*_TO_LIST, "Tab", "Tab", "Tab", "Enter")
QUESTIONS = (
    Question("Is it fit to drive?", (), "#presence", "fault"),
    Question("What does it know now?", (), ".entry strong", "left wheel encoder"),
    Question("How sure is it?", (), ".entry .worth", "70 %"),
    Question("Since when?", (), ".entry .quiet", "first 58 minutes ago"),
    Question("Since when, to the minute?", _TO_ENTRY, ".detail", "since Jan 5, 2026"),
    Question("Where?", _TO_LIST, ".entry .quiet", "at x -3.2, y 7.3"),
    Question("Where, on the map?", (*("Tab",) * 7, "Enter"), "#map figcaption", "17 m across"),
    Question("Who says so?", _TO_LIST, ".entry .quiet", "diagnostics of base: left wheel encoder"),
    Question("Who says so, in which words?", _TO_ENTRY, ".detail td", "/diagnostics"),
    Question("What changed since I looked last?", (), "#news", "New:"),
    Question("What needs me?", (), "#needs", "A skill waits for a decision"),
)


def main(arguments: Sequence[str]) -> None:
    """Print the figures of this file."""
    parser = argparse.ArgumentParser(prog="walk")
    parser.add_argument("--picture", type=Path, help="store what is seen, as PNG")
    args = parser.parse_args(arguments)
    program = require_chromium()
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        home = _make_home(Path(folder))
        _, url = start_server(processes, home)
        with Chromium(program) as browser:
            for question in QUESTIONS:
                _ask(browser, url, question)
            for width, is_dark in ((1280, False), (1280, True), (390, False), (390, True)):
                _look_for_faults(browser, url, width, is_dark=is_dark)
            if args.picture:
                _take_picture(browser, url, args.picture)


def _make_home(folder: Path) -> Path:
    """Replay the rover's recording, and propose a skill."""
    recording, home = folder / "rover.mcap", folder / "home"
    for step in (
        ["demo/recording.py", str(recording)],
        ["-m", "robot_memory.faces.cli.main", "replay", str(recording), "--home", str(home)],
    ):
        command = [sys.executable, *step]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    # Open it for reading: a home of recorded time takes no new entries, but a proposal is not an
    # entry.
    with RobotMemory.open(home, read_only=True) as memory:
        memory.long_term.levels.propose(
            "skills/left_wheel/SKILL.md", _SKILL, by="an engineer",
            reason="20 of 20 onsets above 0.25 m/s",
        )  # fmt: skip
    return home


def _load(browser: Chromium, url: str, width: int = 1280, *, is_dark: bool = False) -> float:
    """Load the page anew; return the seconds until it is complete."""
    browser.show(width, 900, is_dark=is_dark)
    browser.open("about:blank")
    browser.open(url)
    return browser.wait_for(_DRAWN)


def _ask(browser: Chromium, url: str, question: Question) -> None:
    waited = _load(browser, url)
    for key in question.keys:
        browser.press(key)
    waited += browser.wait_for(
        _SEEN.format(selector=repr(question.selector), text=repr(question.text)), 5.0
    )
    seconds = waited + MIND + KEY * len(question.keys)
    value = f"{len(question.keys)} keys, {seconds:.1f} s"
    report(question.words, value, f"< {BUDGET:.0f} s", seconds < BUDGET)


def _look_for_faults(browser: Chromium, url: str, width: int, *, is_dark: bool) -> None:
    _load(browser, url, width, is_dark=is_dark)
    browser.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    browser.evaluate("document.querySelector('.entry > button').click()")
    browser.wait_for("document.querySelector('.detail table')")
    browser.wait_for("document.querySelector('.difference')")
    try:
        faults = axe_faults(browser)
    except NoAxe as error:
        sys.exit(str(error))
    how = f"axe: {width} px, {'dark' if is_dark else 'light'}"
    report(how, "; ".join(faults) or "no fault", "none", not faults)


def _take_picture(browser: Chromium, url: str, path: Path) -> None:
    _load(browser, url, _PICTURE)
    height = browser.evaluate(
        "document.querySelector('#map figure').getBoundingClientRect().bottom"
    )
    browser.show(_PICTURE, int(height) + 12)
    path.parent.mkdir(parents=True, exist_ok=True)
    small_picture(browser, path)
    print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
