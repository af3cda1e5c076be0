"""A rules file that may change while the node runs."""

from __future__ import annotations

from pathlib import Path

from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.foundation.disk.files import signature_of
from robot_memory.foundation.errors import InvalidRules
from robot_memory.long_term.episodes.rule_book import RuleBook, load_rule_book


class RulesWatch:
    """Reads the rules, and again when their file changes; one with mistakes changes nothing.

    Args:
        issues: told of a changed file that cannot be used, until it can.

    Attributes:
        book: the rules as they were read last.

    Raises:
        InvalidRules: lists all that is wrong, each with file and line.
    """

    def __init__(self, path: Path, issues: HealthIssues) -> None:
        self.path = path
        self._issues = issues
        self._seen = signature_of(path)
        self.book: RuleBook = load_rule_book(path)

    def has_changed(self) -> bool:
        """Read the file if it has changed since it was read; tell whether there are other rules."""
        signature = signature_of(self.path)
        if signature in (self._seen, None):  # an editor replaces it: for a moment it is gone
            return False
        self._seen = signature
        try:
            self.book = load_rule_book(self.path)
        except InvalidRules as error:
            self._issues.update("rules", error, status=INGEST)
            return False
        self._issues.clear("rules", status=INGEST)
        return True
