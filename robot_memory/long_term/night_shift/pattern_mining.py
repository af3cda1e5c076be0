"""Episodic → semantic → proposed procedural (002 §Consolidation; rules.md §8.7).

- An event that occurs three times on two days becomes knowledge, and stays until its evidence is
  resolved or gone.
- Knowledge that is thirty days old and held in nine of ten cases is proposed for the procedural
  level. A person decides.

See docs/reference/night-shift.md, "Knowledge"; docs/explanation/night-shift.md, "From events to
knowledge to skills".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, tzinfo
from functools import cache

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.peer_text import neutral
from robot_memory.long_term.levels import Levels, Proposal, ProposalStatus
from robot_memory.long_term.levels.markdown_page import PageSection, make_page, read_page
from robot_memory.long_term.levels.proposal import NIGHT_SHIFT
from robot_memory.long_term.levels.skill_store import target_of
from robot_memory.long_term.night_shift import pattern_evidence
from robot_memory.long_term.night_shift.digest_survey import days_until, local_day
from robot_memory.long_term.night_shift.recurring_pattern import (
    AGENTS_SAY,
    DayTally,
    KnownPatterns,
    PatternEvidence,
    PatternFile,
    RecurringPattern,
    most_of,
)
from robot_memory.long_term.night_shift.shift_report import StepProgress

_ENTRY = "entry:"
_WINDOW_DAYS = 7  # how far patterns look back (002 §Consolidation: ``max_age_days=7``)
_OCCURRENCES, _DAYS = 3, 2  # occurrences and days that make knowledge (rules.md §8.7)
#: The age in days, and the share of confirmations, that make a proposal (rules.md §8.7).
_STABLE_DAYS, _CONSISTENCY = 30, 0.9
_PATTERNS = "Patterns"
_NOBODY = "nobody who is known"
_OF_AGENTS = 20  # lines from agents alone in one proposal
_LONGEST_REASON = 1000  # characters up to which each line is quoted; beyond that, lines are counted
_GROUPS, _NAMES = 10, 3  # authors to name in that case: groups of authors, and names in each group


class PatternMining:
    """Finds patterns, writes knowledge and proposes skills."""

    def __init__(self, levels: Levels, zone: tzinfo | None) -> None:
        self._levels = levels
        self._zone = zone
        self._pattern_file = PatternFile(levels.tree.knowledge.parent)

    def consolidate(
        self, entries: Sequence[tuple[float, MemoryEntry]], progress: StepProgress
    ) -> None:
        """Update knowledge, and propose stable knowledge as skills."""
        now = progress.now.time
        known = self._known(entries, now)
        lines = lines_of(
            known.patterns.values(), _resolved(entries), self._levels.knowledge.deleted_lines
        )
        # Headings first: if a crash comes before the pages, the next night clears these headings.
        headings = {
            page: tuple(sorted({*known.headings.get(page, ()), *lines.get(page, {})}))
            for page in {*known.headings, *lines}
        }
        self._pattern_file.write(replace(known, headings=headings))
        for page, names in sorted(headings.items()):
            content = {name: list(lines.get(page, {}).get(name, ())) for name in names}
            is_wanted = any(content.values()) or self._levels.knowledge.read(page) is not None
            if is_wanted and self._levels.knowledge.update(page, content, now):
                self._levels.note("knowledge_updated", key=page)
                progress.count("knowledge_updated")
        progress.count("patterns", len(known.patterns))
        self._propose(known, now, progress)

    def preview(self, entries: Sequence[tuple[float, MemoryEntry]], now: datetime) -> list[str]:
        """Return the new knowledge as sentences; nothing is changed."""
        known = set(self._pattern_file.read().patterns)
        return [
            f"semantic/knowledge/{one.page}.md would say: {one.lines[0]}"
            for key, one in sorted(self._known(entries, now).patterns.items())
            if key not in known
        ]

    def _known(self, entries: Sequence[tuple[float, MemoryEntry]], now: datetime) -> KnownPatterns:
        first, last = days_until(now, self._zone, _WINDOW_DAYS - 1)
        detections = [
            *pattern_evidence.of_entries(entries, self._zone),
            *pattern_evidence.of_requests(self._levels, self._zone, first, last),
            *pattern_evidence.of_events(self._levels, self._zone, first, last),
        ]
        there = {f"{_ENTRY}{entry.id}" for _, entry in entries}
        old = self._pattern_file.read()
        # A pattern from an entry leaves with the entry: pruned, deleted, reworded.
        kept = {key: one for key, one in old.patterns.items()
                if not key.startswith(_ENTRY) or key in there}  # fmt: skip
        patterns = recognised(detections, kept, first, last)
        return replace(old, patterns=most_of(patterns))

    def _propose(self, known: KnownPatterns, now: datetime, progress: StepProgress) -> None:
        today = local_day(now, self._zone)
        for page, patterns in sorted(self._stable(known, today).items()):
            for stable in decided_together(patterns):
                proposal = self._propose_lines(page, stable)
                if proposal is not None:
                    progress.count("proposals_made", proposal.proposed_at == now)
                    if proposal.status is ProposalStatus.PENDING:
                        break  # the next ones wait for a person's decision

    def _propose_lines(self, page: str, stable: Sequence[RecurringPattern]) -> Proposal | None:
        """Propose to add patterns to the skill of a page; None if the skill has them all."""
        target = target_of(page)
        text = procedural_text(
            self._levels.read("procedural", target), page, [one.lines[0] for one in stable]
        )
        if text is None:
            return None
        return self._levels.propose(
            target,
            text,
            by=NIGHT_SHIFT,
            reason=f"known for {_STABLE_DAYS} days and true in at least {_CONSISTENCY:.0%} of "
            f"cases; {rests_on(stable)}",
            sources=[f"semantic/knowledge/{page}.md", *(one.key for one in stable)],
        )

    def _stable(self, known: KnownPatterns, today: date) -> Mapping[str, list[RecurringPattern]]:
        """Return the patterns that are stable and whose lines are still on their page.

        Lines of resolved patterns, and lines that a person deleted, are no longer on their page.
        """
        found: dict[str, list[RecurringPattern]] = defaultdict(list)
        for _, one in sorted(known.patterns.items()):
            is_old = (today - one.first).days >= _STABLE_DAYS
            is_sure = one.consistency >= _CONSISTENCY
            if is_old and is_sure and one.heading != pattern_evidence.REQUESTS:
                found[one.page].append(one)
        return {
            page: present
            for page, patterns in found.items()
            if (present := [one for one in patterns
                            if one.lines[0] in self._levels.knowledge.lines(page)])
        }  # fmt: skip


def recognised(
    detections: Iterable[PatternEvidence],
    known: Mapping[str, RecurringPattern],
    first: date,
    last: date,
) -> dict[str, RecurringPattern]:
    """Return the known patterns with new counts, and the patterns that are now frequent.

    A new pattern must have been seen on the days from ``first`` to ``last``.
    """
    seen: dict[str, list[PatternEvidence]] = defaultdict(list)
    for detection in detections:
        if detection.day <= last:
            seen[detection.key].append(detection)
    found = dict(known)
    for key, ones in seen.items():
        newest = ones[-1]
        old = known.get(key)
        if old is None and not _is_frequent(ones, first):
            continue
        days: dict[date, DayTally] = {}
        for one in ones:
            days[one.day] = DayTally(
                *map(sum, zip(days.get(one.day, (0, 0)), one.tally, strict=True))
            )
        base = RecurringPattern(
            key, newest.page, newest.heading, newest.text,
            old.days if old else {}, old.by if old else (),
        )  # fmt: skip
        found[key] = base.seen(days, (name for one in ones for name in one.by))
    return found


def _is_frequent(ones: Sequence[PatternEvidence], first: date) -> bool:
    recent = [one for one in ones if one.day >= first and one.tally.confirmed]
    if not recent:
        return False
    often = max(sum(one.tally.confirmed for one in recent), max(one.occurrences for one in recent))
    days = max(len({one.day for one in recent}), max(one.days for one in recent))
    return often >= _OCCURRENCES and days >= _DAYS


def lines_of(
    patterns: Iterable[RecurringPattern],
    silent: frozenset[str],
    deleted: Callable[[str], frozenset[str]],
) -> dict[str, dict[str, list[str]]]:
    """Return the machine's lines: page → heading → lines; ``silent`` patterns have none.

    If others say the same as agents, only the others' line is returned. Lines that a person deleted
    stay deleted, even if somebody else says the same now.
    """
    lines: dict[str, dict[str, list[str]]] = {}
    gone = cache(deleted)
    told = [one for one in patterns if one.key not in silent]
    by_others = {(one.page, one.heading, one.text) for one in told if not one.is_agents_alone}
    for one in sorted(told, key=lambda one: (one.first, one.key)):
        if not (one.is_agents_alone and (one.page, one.heading, one.text) in by_others):
            line, other = one.lines
            said = other if other in gone(one.page) else line
            lines.setdefault(one.page, {}).setdefault(one.heading, []).append(said)
    return lines


def _resolved(entries: Iterable[tuple[float, MemoryEntry]]) -> frozenset[str]:
    return frozenset(
        f"{_ENTRY}{entry.id}" for _, entry in entries if entry.type is EntryType.RESOLVED
    )


def decided_together(patterns: Sequence[RecurringPattern]) -> Iterator[list[RecurringPattern]]:
    """Yield groups to propose together: lines from others than agents, then twenty of agents each.

    A person can thus accept the lines of detectors and persons without those of agents, however
    many agents' lines there are (rules.md §2.14).
    """
    yield [one for one in patterns if not one.is_agents_alone]
    theirs = sorted(
        (one for one in patterns if one.is_agents_alone), key=lambda one: (one.first, one.key)
    )
    for start in range(0, len(theirs), _OF_AGENTS):
        yield theirs[start : start + _OF_AGENTS]


def rests_on(patterns: Iterable[RecurringPattern]) -> str:
    """Return the authors behind patterns, for the person who decides.

    Each pattern is quoted; if that is too long, patterns with the same authors are counted.
    """
    by_author: dict[tuple[str, ...], list[str]] = {}
    for one in patterns:
        by_author.setdefault(one.by, []).append(f"“{neutral(one.text)}”")
    if len(by_author) == 1:
        (authors,) = by_author
        return f"rests on {_authors_words(authors)}"
    quoted = "; ".join(
        f"{', '.join(texts)} on {_authors_words(authors)}" for authors, texts in by_author.items()
    )
    return quoted if len(quoted) <= _LONGEST_REASON else _counted(by_author)


def _counted(by_author: Mapping[tuple[str, ...], Sequence[str]]) -> str:
    ranked = sorted(by_author.items(), key=lambda item: -len(item[1]))
    groups = [
        f"{len(texts)} on {_authors_words(_few(authors))}" for authors, texts in ranked[:_GROUPS]
    ]
    if rest := sum(len(texts) for _, texts in ranked[_GROUPS:]):
        groups.append(f"{rest} on others")
    return f"of {sum(map(len, by_author.values()))} lines {'; '.join(groups)}"


def _few(authors: Sequence[str]) -> Sequence[str]:
    left = len(authors) - _NAMES
    return [*authors[:_NAMES], f"{left} more"] if left > 1 else authors


def _authors_words(authors: Sequence[str]) -> str:
    names = [neutral(author) for author in authors]
    if len(names) == 1:
        return f"{names[0]} alone"
    return f"{', '.join(names[:-1])} and {names[-1]}" if names else _NOBODY


def procedural_text(old: str | None, key: str, patterns: Sequence[str]) -> str | None:
    """Return the text of a skill, old or new, with patterns added; None if it has them all.

    Text that people approved stays unchanged. Lines from agents alone begin with a mark, and are
    not added if others say the same.
    """
    page = read_page(old) if old else make_page(key.replace("_", " ").title(), ())
    section = page.find(_PATTERNS) or PageSection(_PATTERNS, f"## {_PATTERNS}")
    there = section.bullets
    new = [
        f"- {text}"
        for text in patterns
        if text not in there and text.removeprefix(AGENTS_SAY) not in there
    ]
    kept = section.text.rstrip("\n").splitlines()
    added = PageSection(section.heading, "\n".join([*kept, *new, ""]))
    return page.put(added).render() if new else None
