"""How well log messages are grouped, on a labelled public corpus (Loghub-2k).

Usage: ``python bench/log_corpus.py FOLDER``, where ``FOLDER`` holds ``*_2k.log_structured.csv`` of
https://github.com/logpai/loghub. Grouping accuracy is the share of messages whose group equals
their group in the truth; Drain has 0.865 and Brain 0.983 as published. The truth treats each
address, host and number as a value. The memory keeps a few of them apart, as names of parts
(rules.md §1.11): the first column. In the second column they all count as values.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Hashable, Sequence
from pathlib import Path

from robot_memory.foundation.wording.names_or_readings import family_of, widened
from robot_memory.perception.masking.masking import mask

_SHOWN = 12


def entries_of(messages: Sequence[str]) -> list[str]:
    """Return the final symptoms of the messages, after names became readings."""
    symptoms = list(map(mask, messages))
    families: dict[str, set[str]] = defaultdict(set)
    for symptom in symptoms:
        families[family_of(symptom)].add(symptom)
    members = {family: frozenset(known) for family, known in families.items()}
    wide = {one: widened(members[family_of(one)], one) for one in set(symptoms)}
    return [wide[symptom] for symptom in symptoms]


def grouping_accuracy(ours: Sequence[Hashable], truth: Sequence[Hashable]) -> float:
    """Return the share of messages whose group equals a group of the truth."""
    wanted = set(map(frozenset, _groups(truth).values()))
    right = (group for group in _groups(ours).values() if frozenset(group) in wanted)
    return sum(map(len, right)) / len(truth)


def _groups(labels: Sequence[Hashable]) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for number, label in enumerate(labels):
        groups[label].append(number)
    return groups


def main(folder: Path, shown: str = "") -> None:
    """Print the accuracy of each log, and the largest errors of the named log."""
    figures = []
    for path in sorted(folder.glob("*_structured.csv")):
        with path.open(newline="", encoding="utf-8", errors="replace") as file:
            rows = list(csv.DictReader(file))
        ours = entries_of([row["Content"] for row in rows])
        truth = [row["EventId"] for row in rows]
        loose = [family_of(symptom) for symptom in ours]
        figures.append((grouping_accuracy(ours, truth), grouping_accuracy(loose, truth)))
        print(f"{path.name.partition('_')[0]:<12} {figures[-1][0]:.3f} {figures[-1][1]:.3f}")
        if shown and path.name.startswith(shown):
            _print_errors(ours, truth)
    means = (sum(column) / len(figures) for column in zip(*figures, strict=True))
    print(f"{'mean':<12} {' '.join(f'{mean:.3f}' for mean in means)}")


def _print_errors(ours: Sequence[str], truth: Sequence[str]) -> None:
    found = _groups(ours)
    for event, members in sorted(_groups(truth).items(), key=lambda item: -len(item[1]))[:200]:
        names = sorted({ours[number] for number in members})
        extra = {truth[number] for name in names for number in found[name]} - {event}
        if len(names) > 1 or extra:
            others = ", ".join(sorted(map(str, extra))[:5])
            print(f"  {event}: {len(members)} messages, {len(names)} groups, with {others or '-'}")
            for name in names[:_SHOWN]:
                print(f"      {name[:150]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
