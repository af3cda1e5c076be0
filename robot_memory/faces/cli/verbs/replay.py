"""Play recordings to the memory, and show what it learns from them.

It reads rosbag1, rosbag2, MCAP, ULog, CSV, and diagnostics as JSON lines; of MCAP the encodings
cdr, ros1 and json, not protobuf. Without --home nothing is kept, even if $ROBOT_MEMORY_HOME is
set. With --home, episodes for training are recorded too. With --expect the entries are compared
with a list.

A table is called after its file, without a date, a time or a running number: `agv7_2026-03-10.csv`
is /agv7.

Recordings are played in the order of their times; one without a date follows the one that was
given before it. A home counts a recording once, whatever it is called. A recording whose replay
was interrupted does not count at all: play it again. Exit status 1 means that the entries differ
from the list, or that messages were lost: a recording is damaged, or does not define a type that is
watched, or nobody can read its definition. The lost parts are reported, with --json as `defects`.

The list is YAML: `entries:` with an item for each entry that must be learned. An item is the text
of the entry, or a mapping with `text` and, if they matter, `count` and `type`.
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from robot_memory.applications.operations.entries_questions import ListEntries
from robot_memory.entries import MemoryEntry
from robot_memory.faces.cli.output import entry_lines, print_json, wants_json
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.terminal_lines import print_lines
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import (
    Defect,
    InvalidInput,
    RobotMemoryError,
    UnusableNumber,
)
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.part_names import load_names
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger import Observation
from robot_memory.long_term.episodes import (
    EpisodeHandover,
    EpisodeKeeper,
    EpisodeLimits,
    EpisodeRule,
    EpisodeWatches,
)
from robot_memory.long_term.episodes.rule_book import RuleBook, load_rule_book
from robot_memory.memory import RobotMemory
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.generic.readable_types import is_measured
from robot_memory.perception.normal.signal_monitor import learned_numbers, unjudged_for
from robot_memory.perception.perception import Perception, log_error
from robot_memory.perception.replay import Recording, open_recording
from robot_memory.perception.replay.player import (
    Unwatched,
    end_run,
    in_play_order,
    play_part,
    runs_of,
    unusable_topics,
    unwatched_topics,
)
from robot_memory.perception.replay.recording import content_digest

EXAMPLES = (
    "robot-memory replay drive.mcap",
    "robot-memory replay *.ulg --home ~/drives",
)

_FIELDS = {"text", "count", "type"}


def load_expected(path: Path) -> list[dict[str, Any]]:
    """Read a list of expected entries.

    Raises:
        InvalidInput: lists what is wrong with the file.
    """
    try:
        data = yaml_reading.load(read_regular(path).decode())
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidInput(f"{path} is not YAML: {error}") from error
    items = data.get("entries") if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise InvalidInput(f"{path} cannot be used", [Defect("entries", "is not a list")])
    defects: list[Defect] = []
    expected = []
    for index, item in enumerate(items):
        one = {"text": item} if isinstance(item, str) else item
        where = f"entries[{index}]"
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            defects.append(Defect(where, "has no text"))
            continue
        defects += [Defect(f"{where}.{name}", f"is not one of {', '.join(sorted(_FIELDS))}")
                    for name in one if name not in _FIELDS]  # fmt: skip
        expected.append(one)
    if defects:
        raise InvalidInput(f"{path} cannot be used", defects)
    return expected


def differences(expected: Sequence[dict[str, Any]], entries: Sequence[MemoryEntry]) -> list[str]:
    """Return how the entries differ from the expected ones; an empty list if they agree."""
    by_text = {entry.text: entry for entry in entries}
    wrong = [f"learned, but not expected: {text}" for text in by_text
             if text not in {one["text"] for one in expected}]  # fmt: skip
    for one in expected:
        entry = by_text.get(one["text"])
        if entry is None:
            wrong.append(f"expected, but not learned: {one['text']}")
            continue
        count, kind = one.get("count"), one.get("type")
        if count is not None and count != entry.observation_count:
            wrong.append(f"seen {entry.observation_count} times, not {count}: {entry.text}")
        if kind is not None and kind != entry.type.value:
            wrong.append(f"is a {entry.type.value}, not a {kind}: {entry.text}")
    return wrong


_LOG = logging.getLogger(__name__)
_WHOLE_DAY = 24.0  # h; whoever replays has asked for it
_OVERLAPS = (
    "it begins before the one that was played before it ends, and recordings are played one after "
    "the other; put tables of one robot into a folder and give that, to play them together"
)
_NOT_JUDGED = "numbers were not judged: the memory learns them in the first 20 min of a robot"
_UNDATED = (
    "nothing in it tells its date: it counts as begun at {begin:%Y-%m-%d %H:%M} UTC; put the time "
    "of its begin into its name, as in log_2026-05-03_14-20-00{suffix}, and replay it to a new home"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "recordings", nargs="+", type=_recording, metavar="RECORDING",
        help="a file, or the folder of a bag or of tables of one robot",
    )  # fmt: skip
    parser.add_argument("--rules", type=Path, metavar="FILE", help="[the rules shipped]")
    parser.add_argument("--expect", type=Path, metavar="ENTRIES.yaml",
                        help="what must be learned; exit 1 on a difference")  # fmt: skip


def _recording(text: str) -> Path:
    # Path("") would mean the working directory, which may hold other recordings.
    if not text:
        raise argparse.ArgumentTypeError(
            "the name of a recording is empty: give a file or a folder"
        )
    return Path(text)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    expected = load_expected(args.expect) if args.expect else None
    recordings = [open_recording(path) for path in args.recordings]
    if "home" in args:
        return _replay(args, recordings, args.home, expected)
    with tempfile.TemporaryDirectory(prefix="robot-memory-") as folder:
        try:
            return _replay(args, recordings, str(Path(folder) / "home"), expected)
        except sqlite3.Error as error:
            raise RobotMemoryError(
                f"the database of this replay in {folder} cannot be read or written ({error}); it "
                f"is deleted, and nothing was to be kept: is {tempfile.gettempdir()} full, or "
                "read-only? TMPDIR names another folder"
            ) from error


def _replay(
    args: argparse.Namespace,
    given: list[Recording],
    home: str,
    expected: list[dict[str, Any]] | None,
) -> int:
    book = load_rule_book(args.rules or default_rules_file())
    if "home" not in args:
        book = replace(book, episodes=())
    newest = _newest(home)
    recordings = in_play_order(given, newest.timestamp() if newest else None)
    clock = ManualClock(_begin(recordings[0]), kind="recording", boot="")
    unusable: set[str] = set()  # topics with numbers that are no readings
    with RobotMemory.open(home, clock=clock) as memory:
        if book.episodes:
            memory.long_term.levels.episodes.recover()  # those of a replay that was killed
        new, old = _new_of(recordings, memory)
        files = [_PlayedFile(recording, Counter(), {}) for recording in old]
        for run in runs_of(new):
            digests = {recording: new[recording] for recording in run}
            files += _play_run(digests, book, memory, clock, unusable)
        clock.set(max(filter(None, (newest, memory.ledger.newest_time(), clock.now().time))))
        memory.flush()
        memory.analyse()
    with RobotMemory.open(home, read_only=True) as memory:  # at the time that other verbs use
        found = ListEntries(include_resolved=True).ask(memory)
        records = [found.record_of(item) for item in found.items]
        lines = list(entry_lines(found.there_first(), memory.clock.now().time, found.hours))
        too_short = _too_short(memory)
    files.sort(key=lambda one: recordings.index(one.recording))
    played = {str(one.recording.path): one.counts.total() for one in files}
    watched = {topic for one in files for topic in one.counts}
    _tell_overlaps([one.recording for one in files if one.counts])
    for one in files:
        if not one.counts:
            _tell_all(one.recording, unwatched_topics(one.unwatched))
    wrong = [] if expected is None else differences(expected, [entry for _, entry in found.items])
    if wants_json(args):
        defects = {str(one.path): list(one.defects) for one in recordings if one.defects}
        print_json(
            {"messages": played, "entries": records, "differences": wrong, "defects": defects}
        )
    else:
        for path, count in played.items():
            print(f"{path}: {count} messages watched", file=sys.stderr)
        print_lines(lines)
        healthy = [_healthy(len(watched), recordings)] if watched and not lines else []
        left_out = unwatched_topics(_measured(files), has_types=False)
        for line in (*unusable_topics(unusable), *left_out, *too_short, *healthy):
            print(line, file=sys.stderr)
        for line in wrong:
            print(f"robot-memory: {line}", file=sys.stderr)
    return 1 if wrong or any(recording.defects.losses for recording in recordings) else 0


def _too_short(memory: RobotMemory) -> list[str]:
    """Return what is said where too little was played to judge numbers: one line, or none."""
    baselines = memory.ledger.baselines()
    missing = unjudged_for(baselines) if learned_numbers(baselines) else 0.0
    words = f"{_NOT_JUDGED}; {duration_words(missing)} are missing: replay more of it"
    return [words] if missing else []


def _tell_overlaps(played: Sequence[Recording]) -> None:
    ends = 0.0  # s since 1970
    for recording in played:
        start = recording.start or 0.0
        if start < ends:
            _tell(recording, _OVERLAPS)
        ends = max(ends, start + (recording.duration or 0.0))


def _healthy(topics: int, recordings: Sequence[Recording]) -> str:
    """Return what is said where nothing was learned, for silence would look like a failure."""
    seconds = sum(recording.duration or 0.0 for recording in recordings)
    lasted = f" for {duration_words(seconds)}" if seconds else ""
    return f"nothing to remember: {topics} topic{'s' * (topics > 1)} watched{lasted}"


def _newest(home: str) -> datetime | None:
    with RobotMemory.open(home, read_only=True) as memory:
        return memory.ledger.newest_time() if memory.has_ledger else None


def _begin(recording: Recording) -> datetime:
    return datetime.fromtimestamp(recording.start or 0.0, timezone.utc)


@dataclass(frozen=True)
class _PlayedFile:
    """A recording that was played, its message counts by topic, and its unwatched topics."""

    recording: Recording
    counts: Counter[str]
    unwatched: Unwatched


def _measured(files: Iterable[_PlayedFile]) -> Unwatched:
    """Return the topics with measurements that were not watched, of what was played."""
    return {
        topic: told
        for one in files
        if one.counts
        for topic, told in one.unwatched.items()
        if is_measured(told[0])
    }


def _new_of(
    recordings: Sequence[Recording], memory: RobotMemory
) -> tuple[dict[Recording, str], list[Recording]]:
    """Return the recordings that are new to the home, with their digests, and the others."""
    new: dict[Recording, str] = {}
    old = []
    for recording in recordings:
        digest = content_digest(recording.path)
        if digest in new.values() or memory.ledger.has_replayed(digest):
            _tell(recording, "was played into this home before; it is not counted again")
            old.append(recording)
        else:
            new[recording] = digest
    return new, old


def _play_run(
    digests: Mapping[Recording, str],
    book: RuleBook,
    memory: RobotMemory,
    clock: ManualClock,
    unusable: set[str],
) -> list[_PlayedFile]:
    """Play the files of one run of the robot, which are new to the home; each with its digest.

    The topics that tell numbers that are no readings are added to ``unusable``.
    """
    run = list(digests)
    clock.boot = without_secrets(str(run[0].path))
    clock.set(_begin(run[0]))
    episodes = _episodes(book.episodes, memory, run[0])

    rows: list[Observation] = []
    found: set[str] = set()  # ids of entries

    def observe(row: Observation) -> None:
        rows.append(row)
        found.add(row.entry_id)
        episodes.occurred(row)

    perception = Perception(
        book.rules, memory.settings, clock, observe,
        known=PriorMemory(
            memory.knows, partial(memory.entries, include_resolved=True),
            baselines=memory.ledger.baselines(), names=load_names(memory.home.names),
        ),
        report=_report,
        definition_of=lambda name: next(filter(None, (one.definition(name) for one in run)), ""),
    )  # fmt: skip

    def store(recording: Recording) -> None:
        memory.add_exposure(perception.take_exposure(), perception.take_samples())
        memory.ledger.keep_baselines(perception.baselines.states(), memory.seq)
        memory.ledger.note_replayed(digests[recording], str(recording.path))

    played = []
    for recording in run:
        share = partial(_share, recording, clock)
        with Progress(recording.path.name, share, found=lambda: f"{len(found)} found"):
            counts = play_part(recording, perception, clock, episodes)
        if recording is run[-1]:
            end_run(perception, clock, episodes)
        # Stored at once, per file: a replay that ends early leaves no trace of the unfinished file,
        # which can then be played again.
        memory.store_at_once(rows, partial(store, recording))
        rows.clear()
        played.append(_PlayedFile(recording, counts, _unwatched(recording, perception)))
        _tell_all(recording, recording.defects)
        if not recording.is_dated:
            _tell(recording, _UNDATED.format(begin=_begin(recording), suffix=recording.path.suffix))
    unusable.update(perception.losses.unusable)
    return played


def _unwatched(recording: Recording, perception: Perception) -> Unwatched:
    topics = perception.topics
    return {
        topic: (type_name, topics.why_not(topic, type_name))
        for topic, type_name in recording.topics.items()
        if topic not in recording.undecodable and not topics.wants(topic, type_name)
    }


def _report(what: str, error: Exception) -> None:
    if not isinstance(error, UnusableNumber):  # these are reported at the end
        log_error(what, error)


def _tell_all(recording: Recording, sentences: Iterable[str]) -> None:
    for sentence in sentences:
        _tell(recording, sentence)


def _tell(recording: Recording, what: str) -> None:
    where = "" if what.startswith(str(recording.path)) else f"{recording.path}: "
    print(f"robot-memory: {where}{what}", file=sys.stderr)


def _share(recording: Recording, clock: ManualClock) -> float | None:
    if recording.start is None or not recording.duration:
        return None
    return (clock.now().time.timestamp() - recording.start) / recording.duration


def _episodes(
    rules: Sequence[EpisodeRule], memory: RobotMemory, recording: Recording
) -> EpisodeWatches:
    about = {"recording": str(recording.path)}
    limits = EpisodeLimits(hours_a_day=_WHOLE_DAY)
    keeper = EpisodeKeeper(memory.long_term.levels, memory.rrn, limits, lambda: about)

    logged: set[str] = set()

    def report(error: Exception | None) -> None:
        if error is not None and str(error) not in logged:
            logged.add(str(error))
            _LOG.error("%s: episodes are not recorded as they should: %s", recording.path, error)

    return EpisodeWatches(
        rules, EpisodeHandover(keeper, lambda action: action(), report), memory.clock
    )
