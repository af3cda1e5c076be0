"""A parser that says which word was meant: "did you mean show?"."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
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
