"""Writers of the long-term rooms: chunks, facts, the search index, the night shift."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta, timezone
from pathlib import Path

from faulty_disk.level_writers import NOON, clock_at, levels_of, talk
from faulty_disk.trial import Tell, Writer
from robot_memory.foundation.disk import files
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.graph import FactGraph, FactLimits, Statement
from robot_memory.long_term.night_shift import NightMemory, NightShift
from robot_memory.long_term.recall.query import Query
from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

_SMALL = FactLimits(max_facts=6, memory_md_max_lines=9)
_WORDS = ("left wheel slips", "ramp is wet", "dock moved")


# -- chunks ----------------------------------------------------------------------------------------


def _make_chunks(home: Path) -> None:
    with ChunkStore(home, clock=clock_at()) as store:
        for words in _WORDS[:2]:
            store.create_chunk(words, tags=["yard"], conversation_id="c")


def _work_on_chunks(home: Path, tell: Tell) -> None:
    with ChunkStore(home, clock=clock_at(1)) as store:
        if _WORDS[2] not in [chunk.content for chunk in store.list_chunks()]:
            store.create_chunk(_WORDS[2], tags=["dock"], conversation_id="c")
        tell(f"{_WORDS[2]}")
        ids = {chunk.content: chunk.id for chunk in store.list_chunks()}
        if _WORDS[0] in ids:
            store.update_chunk(ids[_WORDS[0]], tags=["wheel"])
        if _WORDS[1] in ids and store.delete_chunk(ids[_WORDS[1]]):
            tell(f"archived: {_WORDS[1]}")


def _chunks(home: Path) -> Iterator[str]:
    with ChunkStore(home, clock=clock_at(1)) as store:
        yield from (chunk.content for chunk in store.list_chunks())
        yield from (f"tagged: {chunk.content}" for chunk in store.list_chunks(tags=["wheel"]))
        for chunk in map(store.read_archived, store.list_archived()):
            if chunk is not None:
                yield f"archived: {chunk.content}"


# -- facts -----------------------------------------------------------------------------------------


def _said(subject: str, predicate: str, thing: str, activation: float = 1.0) -> Statement:
    return Statement(subject, predicate, thing, "user-stated", activation=activation)


def _know(home: Path) -> None:
    graph = FactGraph(home, _SMALL)
    graph.learn([_said("robot", "docked_at", "bay 2"), _said("robot", "weighs", "12 kg", 0.16)],
                now=NOON)  # fmt: skip
    graph.reconcile(now=NOON)
    page = home / "MEMORY.md"
    page.write_text(page.read_text() + "\nIt bites.\n")


def _learn_facts(home: Path, tell: Tell) -> None:
    graph = FactGraph(home, _SMALL)
    for thing in ("bay 3", "bay 4"):
        graph.learn([_said(thing, "is", "dark")], now=NOON + timedelta(days=1))
        tell(thing)
    graph.decay(now=NOON + timedelta(days=60))
    graph.prune(now=NOON + timedelta(days=60))
    graph.reconcile(now=NOON + timedelta(days=60))


def _facts(home: Path) -> Iterator[str]:
    graph = FactGraph(home, _SMALL)
    assert not graph.defects, graph.defects
    known = {fact.subject if fact.subject != "robot" else fact.object
             for fact in graph.facts.values()}  # fmt: skip
    archive = home / "knowledge-graph" / "archived-facts.jsonl"
    text = archive.read_text() if archive.exists() else ""
    yield from sorted(known | {words for words in ("12 kg", "bay 2") if words in text})
    yield from ["bites"] * (home / "MEMORY.md").read_text().count("It bites.")


# -- the search ------------------------------------------------------------------------------------


def _recall(home: Path) -> MemorySearch:
    levels = levels_of(home)
    return MemorySearch(home, clock_at(), RecallSources(levels, FactGraph(home)), zone=timezone.utc)


def _talk(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    talk(levels, "The gripper dropped a crate", NOON - timedelta(hours=1))
    recall = _recall(home)
    recall.find(Query("gripper"))
    recall.close()


def _search(home: Path, tell: Tell) -> None:
    path = home / "daily" / "2026-12-01.md"
    files.make_private_folder(path.parent)
    if not path.exists():
        files.replace_durably(path, b"- The gripper squeaks\n")
    recall = _recall(home)
    try:
        recall.find(Query("gripper"))
    finally:
        recall.close()


def _found(home: Path) -> list[str]:
    recall = _recall(home)
    try:
        return [hit.text for hit in recall.find(Query("gripper"))]
    finally:
        recall.close()


# -- the night -------------------------------------------------------------------------------------


def _live_a_day(home: Path) -> None:
    levels = levels_of(home)
    levels.prepare()
    talk(levels, "The charging dock is in bay 4", NOON)
    FactGraph(home).learn([_said("robot", "docked_at", "bay 2")], now=NOON)


def _sleep(home: Path, tell: Tell) -> None:
    facts, levels = FactGraph(home), levels_of(home, days=0.5)
    with ChunkStore(home, clock=clock_at(0.5)) as chunks:
        memory = NightMemory(
            facts, levels, open_chunks=lambda: chunks, entries=list,
            rebuild_index=lambda: 0, search=lambda query: [],
        )  # fmt: skip
        NightShift(home, clock_at(0.5), memory, zone=timezone.utc).run()


def _dreamt(home: Path) -> Iterator[str]:
    levels = levels_of(home)
    assert not levels.verify().defects
    yield from (f"said: {turn.content}" for path in levels.conversations.paths()
                for turn in levels.conversations.read(path).turns)  # fmt: skip
    facts = FactGraph(home).facts.values()
    yield from sorted({f"fact: {fact.subject} {fact.object}" for fact in facts})
    yield from (str(path.relative_to(home)) for path in home.rglob("*.md"))
    with ChunkStore(home, clock=clock_at(1)) as store:
        yield from (f"chunk: {chunk.content}" for chunk in store.list_chunks())


WRITERS = (
    Writer("chunks", _make_chunks, _work_on_chunks, _chunks),
    Writer("facts", _know, _learn_facts, _facts),
    Writer("recall", _talk, _search, _found),
    Writer("night", _live_a_day, _sleep, _dreamt),
)
