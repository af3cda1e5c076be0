"""How the command line parses and helps: 80 columns, examples, "did you mean"."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from robot_memory.faces.cli.verbs import VERBS


class SuggestingParser(argparse.ArgumentParser):
    """Suggests verbs, choices and options that are like the one that was typed."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse an option that is nearly one of these."""
        parsed, rest = super().parse_known_args(args, namespace)
        for word in rest:
            option = word.partition("=")[0]
            if meant := _meant(option, self._option_string_actions, word.startswith("--")):
                self.error(f"unrecognized arguments: {word}{meant}")
        return parsed, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = VERBS if action.dest == "verb" else list(map(str, action.choices))
            meant = _meant(str(value), names)
            problem = f"{value!r:.40} is not one of {', '.join(names)}{meant}"
            raise argparse.ArgumentError(action, problem)


def _meant(word: str, names: Iterable[str], is_one: bool = True) -> str:
    """Return a question that names what is most like a word; empty where nothing is."""
    found = get_close_matches(word, list(names), n=1) if is_one else []
    return f"; did you mean {found[0]}?" if found else ""


#: The note that they are about, "Kitchen doorway has a 3 cm lip", and one that they add.
NOTE = "mem-72720dcf"
_REMEMBERED = "mem-a4aec894"

#: Verbs whose lines no test can run, and why.
UNTESTED = {
    "mcp": "serves until it is interrupted",
    "replay": "needs recordings",
    "watch": "needs a terminal",
}


def examples_of(verb: str) -> Sequence[str]:
    """Return the lines of a verb, such as ``show``, or of a subcommand, such as ``facts list``."""
    name, _, subcommand = verb.partition(" ")
    return [line for line in _LINES[name] if f" {verb}" in line or not subcommand]


_LINES: dict[str, tuple[str, ...]] = {
    "init": ("robot-memory init",),
    "status": ("robot-memory status",),
    "show": ("robot-memory show", "robot-memory show --all --tag kitchen"),
    "context": ("robot-memory context --budget 400",),
    "recall": ('robot-memory recall "what is in the kitchen doorway?" --limit 3',),
    "why": (f"robot-memory why {NOTE}",),
    "remember": ('robot-memory remember environment_note "The lift is slow at noon" --tag lift',),
    "confirm": (f"robot-memory confirm {NOTE} --keep",),
    "mute": (f'robot-memory mute {NOTE} --until "in 3 days" --why "ramp is ordered"',),
    "unmute": (f"robot-memory unmute {NOTE}",),
    "known": (f'robot-memory known {_REMEMBERED} --until-worse --reason "new lift is ordered"',),
    "correct": (f'robot-memory correct {NOTE} "Kitchen doorway has a 4 cm lip"',),
    "resolve": (f'robot-memory resolve {NOTE} --note "ramp built"',),
    "forget": (f'robot-memory forget {NOTE} --why "the door was removed"',),
    "undo": (f"robot-memory undo {NOTE}",),
    "repaired": (
        'robot-memory repaired "left wheel" --note "new encoder"  # exit status 1: unknown here',
    ),
    "consolidate": ("robot-memory consolidate --dry-run",),
    "chunks": (
        'robot-memory chunks add "Ramp in the yard is slippery when wet" --tag yard',
        "robot-memory chunks list --tag yard",
    ),
    "limits": ("robot-memory limits list",),
    "review": ("robot-memory review", "robot-memory review --kind recovered"),
    "reliability": ("robot-memory reliability", "robot-memory reliability --since yesterday"),
    "report-outcome": (
        'robot-memory report-outcome "dock at bay 2" failed --with approach=left',
        'robot-memory report-outcome "dock at bay 2" succeeded --with approach=front',
    ),
    "outcomes": ("robot-memory outcomes",),
    "facts": (
        'robot-memory facts learn dock located_in "bay 2"',
        "robot-memory facts list dock",
    ),
    "levels": ("robot-memory levels stats", "robot-memory levels proposals"),
    "assist": (
        "robot-memory assist propose",
        "robot-memory assist gate --rehearse",
        "robot-memory assist receipts --verify",
    ),
    "audit": ("robot-memory audit verify",),
    "fleet": (
        "robot-memory fleet ask fault left wheel  # exit status 2: no server keeps a fleet here",
        "robot-memory fleet ask mtbf --by site  # exit status 2: no server keeps a fleet here",
    ),
    "peers": ("robot-memory peers card", "robot-memory peers list"),
    "check": ("robot-memory check",),
    "blackbox": ("robot-memory blackbox list",),
    "replay": ("robot-memory replay drive.mcap", "robot-memory replay *.ulg --home ~/drives"),
    "report": ("robot-memory report -o report.html --since 2026-01-01",),
    "web": (
        "robot-memory web issue ada --scope write",
        "robot-memory web tokens",
        "robot-memory web revoke ada",
    ),
    "mcp": ("robot-memory mcp", "robot-memory mcp --write --name planner"),
    "export": ("robot-memory export robot.tar.gz",),
    "import": ("robot-memory --home ./new import robot.tar.gz",),
    "watch": ("robot-memory watch",),
    "timeline": ("robot-memory timeline --days 30",),
    "completion": ("robot-memory completion bash",),
    "diff": ("robot-memory diff ./new ./new/robot-memory.md",),
}


class HelpLayout(argparse.HelpFormatter):
    """Fills each paragraph; one with indented lines, as of examples, stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = text.strip().split("\n\n")
        return "\n\n".join(
            part if "\n  " in f"\n{part}" else textwrap.fill(part, width) for part in parts
        )


def examples_section(verb: str) -> str:
    """Return the lines to type of a verb or a subcommand, with a title; nothing without lines."""
    lines = ["  " + line.partition("  # exit status")[0] for line in examples_of(verb)]
    return "\n".join(("examples:", *lines)) if lines else ""
