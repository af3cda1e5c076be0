"""Writers of the levels: the record of events, sessions, episodes, knowledge, proposals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

from faulty_disk.trial import Tell, Writer
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.levels import EpisodeFields, Levels
from robot_memory.long_term.levels.episode_store import read_steps
from robot_memory.long_term.levels.json_files import parse_line

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)


def clock_at(days: float = 0.0) -> ManualClock:
    """Return a clock that stands so many days after noon of the first day."""
    return ManualClock(NOON + timedelta(days=days), kind="wall", boot="b1")


def levels_of(home: Path, days: float = 0.0) -> Levels:
    """Return the levels of a home, so many days after noon."""
    return Levels(home, clock_at(days), zone=timezone.utc)


def recorded(levels: Levels) -> list[str]:
    """Return the types of all events, and check that the record is whole."""
    assert not (defects := levels.verify().defects), defects
    with levels.events.snapshot() as record:
        lines = [parse_line(line) for _, line in record.lines([])]
    return [str(line["type"]) for line in lines if line is not None]


# -- the record of events --------------------------------------------------------------------------


def _begin_record(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    levels.note("began")


def _record(home: Path, tell: Tell) -> None:
    levels = levels_of(home)
    for word in ("stopped", "moved"):
        levels.note(word)
        tell(word)


def _recorded(home: Path) -> list[str]:
    return recorded(levels_of(home))


# -- retention -------------------------------------------------------------------------------------


def _age(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    for number in range(3):
        levels.events.append([{"type": f"event {number}"}], NOON + timedelta(days=14 * number))
    talk(levels, "teach patrol", NOON)
    _drive(levels)


def _retain(home: Path, tell: Tell) -> None:
    levels = levels_of(home, days=91)
    levels.prepare()
    levels.apply_retention(levels.plan_retention())


def _retained(home: Path) -> Iterator[str]:
    levels = levels_of(home)
    yield from (word for word in recorded(levels) if word.startswith("event "))
    yield from {path.name.split(".")[0] for path in home.rglob("[!.]*_session1.json*")}
    yield from {path.name.split(".")[0] for path in home.rglob("[!.]*isode_*") if path.is_file()
                or (path / "metadata.json").exists()}  # fmt: skip
    archives = home.rglob("archive/**/*.gz")
    yield from (f"archived {path.name}" for path in archives)


# -- sessions, episodes, pages, proposals ----------------------------------------------------------


def talk(levels: Levels, words: str, now: datetime) -> None:
    """Keep a session in which a user says something."""
    session = levels.sessions.start(now)
    session.add_turn("user", words, now)
    session.end(now)


def _drive(levels: Levels) -> None:
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON)
    for second in range(3):
        time = NOON + timedelta(seconds=second)
        recorder.write([("observation", "pose", [float(second)], time)])
        recorder.write([("action", "speed", 0.5, time)])
    recorder.end(NOON + timedelta(seconds=3), success=True, is_terminal=True)


def _prepare(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    levels.knowledge.update("kitchen", {"Floor": ["The floor is wet"]}, NOON)


def _converse(home: Path, tell: Tell) -> None:
    levels = levels_of(home)
    levels.prepare()
    session = levels.sessions.start(NOON, place="dock")
    for words in ("teach patrol", "stop"):
        session.add_turn("user", words, NOON)
        tell(f"said: {words}")
    session.keep(NOON, place="ramp")
    session.end(NOON)
    tell("ended")


def _conversed(home: Path) -> Iterator[str]:
    levels = levels_of(home)
    levels.prepare()
    for conversation in filter(None, map(levels.conversations.read, levels.conversations.paths())):
        yield from (f"said: {turn.content}" for turn in conversation.turns[:1000])
        yield "ended"


def _act(home: Path, tell: Tell) -> None:
    levels = levels_of(home)
    levels.prepare()
    _drive(levels)
    tell("episode")


def _acted(home: Path) -> Iterator[str]:
    levels = levels_of(home)
    levels.prepare()
    for episode in levels.episodes.all():
        steps = list(read_steps(episode.folder))
        if len(steps) == episode.metadata.steps >= 3:
            yield "episode"


def _learn(home: Path, tell: Tell) -> None:
    levels = levels_of(home)
    for key, words in (("kitchen", "The door sticks"), ("yard", "The ramp is steep")):
        levels.write_memory({"Floor": [words]}, "semantic", key)
        tell(words)
    levels.skills.learn("dock", {"title": "Dock", "Actions": ["Dock slowly"]})
    tell("Dock slowly")
    levels.checkpoints.save({"place": "dock"}, NOON)
    tell("checkpoint")


def _learned(home: Path) -> Iterator[str]:
    levels = levels_of(home)
    pages = (levels.read("semantic", f"knowledge/{key}.md") for key in ("kitchen", "yard"))
    text = "\n".join(page or "" for page in pages)
    text += levels.skills.text("dock") or ""
    for words in ("The floor is wet", "The door sticks", "The ramp is steep", "Dock slowly"):
        yield from [words] * text.count(words)
    if levels.checkpoints.load() is not None:
        yield "checkpoint"


def _propose(home: Path, tell: Tell) -> None:
    levels = levels_of(home)
    for text in ("Dock fast.", "Dock slowly."):
        levels.propose("skills/dock/SKILL.md", text, by="the night shift")
        tell(text)


def _proposed(home: Path) -> list[str]:
    return [proposal.content for proposal in levels_of(home).proposals.all()]


WRITERS = (
    Writer("events", _begin_record, _record, _recorded),
    Writer("retention", _age, _retain, _retained),
    Writer("sessions", _prepare, _converse, _conversed),
    Writer("episodes", _prepare, _act, _acted),
    Writer("knowledge", _prepare, _learn, _learned),
    Writer("proposals", _prepare, _propose, _proposed),
)
