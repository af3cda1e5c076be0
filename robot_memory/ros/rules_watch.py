"""A rules file that may change while the node runs."""

from __future__ import annotations

from pathlib import Path

from robot_memory.errors import InvalidRules
from robot_memory.perception.rules.rule import RuleBook, load_rule_book
from robot_memory.ros.health_issues import HealthIssues


class RulesWatch:
    """Reads the rules, and again when their file changes; one with mistakes changes nothing.

    Args:
        path: the rules file.
        issues: told of a changed file that cannot be used, until it can.
    """

    def __init__(self, path: Path, issues: HealthIssues) -> None:
        self.path = path
        self._issues = issues
        self._seen: tuple[int, int, int] | None = None

    def load(self) -> RuleBook:
        """Read the file.

        Raises:
            InvalidRules: lists all that is wrong, each with file and line.
        """
        self._seen = self._stamp()
        return load_rule_book(self.path)

    def changed(self) -> RuleBook | None:
        """Return the rules if the file has changed since it was read; None where it has not."""
        if self._stamp() in (self._seen, None):  # an editor replaces it: for a moment it is gone
            return None
        try:
            rules = self.load()
        except InvalidRules as error:
            self._issues.note("rules", error, stays=True)
            return None
        self._issues.clear("rules")
        return rules

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino
