"""The content of a rules file: rules of detectors and rules of episodes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robot_memory.episodes.episode_rule import EpisodeRule
from robot_memory.episodes.rule_reader import read_episodes
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.rules.rules_file import RulesFile


@dataclass(frozen=True)
class RuleBook:
    """The content of a rules file."""

    rules: tuple[Rule, ...] = ()
    episodes: tuple[EpisodeRule, ...] = ()


def load_rule_book(path: Path) -> RuleBook:
    """Read a rules file.

    Raises:
        InvalidRules: lists all that is wrong, each with file and line; nothing of it is used.
    """
    file = RulesFile(path)
    rules, section = file.rules(), file.sections.get("episodes")
    episodes = () if section is None else tuple(read_episodes(file.nodes, section))
    file.check()
    return RuleBook(rules, episodes)
