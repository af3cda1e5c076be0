"""A note deleted by a person at its robot is deleted wherever it was sent (rules.md §6.17)."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from federation_builders import BLOCKED, LIP, NOON, Talker, at, forged, note, talker
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from robots import keys_of

from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.ledger import Kind
from robot_memory.long_term.chunks import import_conversation
from robot_memory.long_term.night_shift.shift_steps import NOTE
from robot_memory.long_term.recall.query import Query
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.robot_update import RobotUpdate, read_update
from robot_memory.sharing.federation.share_selection import fit
from robot_memory.sharing.federation.shared_entry import MAX_DELETED, DeletedEntry
from robot_memory.sharing.federation.signed_envelope import (
    MAX_SAMPLE,
    SignedEnvelope,
    inflate,
    packed_size,
)

if TYPE_CHECKING:
    from conftest import Listener, Watch

DAY = 86400.0
PERSON = "person:ada"


@pytest.fixture
def speaker(listen: Callable[..., Listener]) -> Listener:
    """A robot that shares a note: the corridor is blocked."""
    robot = listen("speaker", number=1)
    robot.memory.remember("environment_note", BLOCKED, source=PERSON)
    assert told(robot).entries[0].text == BLOCKED
    return robot


@pytest.fixture
def hearer(listen: Callable[..., Listener], speaker: Listener) -> Listener:
    """A robot that trusts the speaker."""
    robot = listen("hearer")
    robot.trust.trust(speaker.keys.card, NOON, name="Alex")
    robot.exchange.reload_trust()
    return robot


def published(robot: Listener) -> SignedEnvelope:
    """Return a robot's next update, which is due within two seconds."""
    for _ in range(8):
        envelope = robot.exchange.due()
        if envelope is not None:
            return envelope
        robot.clock.pass_by(0.5)
    raise AssertionError("nothing is due")


def told(robot: Listener) -> RobotUpdate:
    return read_update(inflate(published(robot).payload))


def deleted(*texts: str, **later: float) -> tuple[DeletedEntry, ...]:
    """Return the deletions of the notes with these texts."""
    return tuple(DeletedEntry(note(text).id, at(**later)) for text in texts)


def record(robot: Listener, rrn: str) -> PeerRecord:
    (row,) = robot.memory.peers.rows(rrn)
    return PeerRecord.of_row(row)


def is_in_home(robot: Listener, words: str) -> bool:
    """Whether a file in the home contains some words; restarts the robot."""
    robot.memory.save(force=True)
    robot.stop()
    found = any(
        words.encode() in path.read_bytes() for path in robot.home.rglob("*") if path.is_file()
    )
    robot.start()
    return found


def without_items(robot: Listener) -> None:
    """Delete the only item of a memory file, as a person does."""
    lines = robot.text.splitlines(keepends=True)
    (first,) = [n for n, line in enumerate(lines) if line.lstrip().startswith("- id:")]
    end = next(n for n in range(first + 1, len(lines)) if not lines[n].startswith("    "))
    robot.memory.home.memory_file.write_text("".join(lines[:first] + lines[end:]))
    robot.clock.pass_by(6.0)


# --- The deleting robot --------------------------------------------------------------------------


def test_a_deleted_entry_is_named_in_the_next_update_without_its_text(
    speaker: Listener,
) -> None:
    speaker.memory.forget(note().id, "told in error", source=PERSON)

    update = inflate(published(speaker).payload)

    assert [one.id for one in read_update(update).deleted] == [note().id]
    assert read_update(update).entries == ()
    assert BLOCKED.encode() not in update and b"told in error" not in update


def test_an_entry_deleted_in_the_memory_file_is_named_in_the_next_update(speaker: Listener) -> None:
    speaker.memory.save(force=True)
    without_items(speaker)

    assert [one.id for one in told(speaker).deleted] == [note().id]


def test_an_undone_deletion_is_no_longer_named(speaker: Listener) -> None:
    speaker.memory.forget(note().id, source=PERSON)
    assert told(speaker).deleted
    speaker.memory.undo(note().id, source=PERSON)

    again = told(speaker)
    assert [one.id for one in again.entries] == [note().id]
    assert told(speaker).deleted == ()


def test_an_entry_that_an_agent_asks_to_forget_stays_shared(speaker: Listener) -> None:
    speaker.memory.forget(note().id, source="agent")

    with pytest.raises(AssertionError, match="nothing is due"):
        published(speaker)


def test_a_deleted_entry_that_was_never_shared_is_not_named(speaker: Listener) -> None:
    secret = speaker.memory.remember("environment_note", LIP, source=PERSON)
    speaker.memory.forget(secret.id, source=PERSON)
    speaker.clock.pass_by(DAY)

    assert told(speaker).deleted == ()


def test_a_deleted_entry_shared_before_a_restart_is_named(speaker: Listener) -> None:
    speaker.restart()
    speaker.memory.forget(note().id, source=PERSON)
    speaker.restart()

    assert [one.id for one in told(speaker).deleted] == [note().id]


def test_a_deletion_is_named_for_407_days(speaker: Listener) -> None:
    speaker.memory.forget(note().id, source=PERSON)
    speaker.clock.pass_by(1.0)
    told(speaker)

    speaker.clock.pass_by(407 * DAY - 60.0)
    assert len(told(speaker).deleted) == 1
    speaker.clock.pass_by(DAY)
    assert told(speaker).deleted == ()


def test_a_deletion_is_still_named_after_a_time_with_an_untrusted_clock(speaker: Listener) -> None:
    speaker.memory.forget(note().id, source=PERSON)
    told(speaker)
    right = speaker.clock.time

    speaker.clock.trusted = False
    speaker.clock.pass_by(500 * DAY)
    assert speaker.exchange.due() is None
    speaker.clock.time, speaker.clock.trusted = right, True

    assert len(told(speaker).deleted) == 1


def test_a_deletion_names_the_id_under_which_the_entry_was_shared(
    listen: Callable[..., Listener],
) -> None:
    robot = listen("coarse", number=1, federation_share_values=False)
    own = robot.memory.remember("environment_note", LIP, source=PERSON)
    (shared,) = told(robot).entries

    robot.memory.forget(own.id, source=PERSON)

    assert shared.id != own.id
    assert [one.id for one in told(robot).deleted] == [shared.id]


def test_the_time_of_a_deletion_is_rounded_as_the_sharing_policy_says(
    listen: Callable[..., Listener],
) -> None:
    robot = listen("coarse", number=1, federation_share_exact_times=False)
    own = robot.memory.remember("environment_note", LIP, source=PERSON)
    told(robot)
    robot.clock.pass_by(100.0)

    robot.memory.forget(own.id, source=PERSON)

    assert [one.at for one in told(robot).deleted] == [NOON]


def test_the_maximum_number_of_deletions_leaves_room_for_entries() -> None:
    many = tuple(DeletedEntry(note(f"{n}").id, at(seconds=977 * n)) for n in range(MAX_DELETED))

    update = fit(talker().update(*(f"Door {n} is stuck" for n in range(200)), deleted=many))

    assert packed_size(update) <= MAX_SAMPLE
    assert len(update.deleted) == MAX_DELETED and len(update.entries) > 20


# --- A receiving robot ---------------------------------------------------------------------------


def test_a_robot_that_receives_a_deletion_keeps_no_copy_of_the_deleted_text(
    speaker: Listener, hearer: Listener
) -> None:
    speaker.clock.pass_by(DAY)
    hearer.hear(published(speaker))
    hearer.memory.save(force=True)
    assert is_in_home(hearer, BLOCKED)

    speaker.memory.forget(note().id, source=PERSON)
    assert hearer.outcome(published(speaker)) == "accepted"

    assert BLOCKED not in hearer.told
    assert not is_in_home(hearer, BLOCKED)


def test_a_person_who_muted_a_deleted_text_keeps_none_of_it(robot: Listener, alex: Talker) -> None:
    robot.hear(alex.says(BLOCKED, LIP))
    (entry,) = [one for one in robot.peer(alex).entries if one.text == BLOCKED]
    robot.memory.mute(entry.id, source=PERSON)

    robot.hear(alex.says(LIP, deleted=deleted(BLOCKED)))

    assert not is_in_home(robot, BLOCKED)


def test_a_text_that_was_withdrawn_before_its_deletion_is_removed_too(
    robot: Listener, alex: Talker
) -> None:
    robot.hear(alex.says(BLOCKED))
    robot.hear(alex.says(LIP))
    assert [one.text for one in record(robot, alex.rrn).withdrawn] == [BLOCKED]

    robot.hear(alex.says(LIP, deleted=deleted(BLOCKED)))

    known = record(robot, alex.rrn)
    assert known.withdrawn == ()
    assert [(one.entry_id, one.left) for one in known.erased] == [(note().id, NOON)]
    assert [entry.text for entry in robot.peer(alex).entries] == [LIP]


def test_a_robot_that_missed_a_deletion_removes_the_text_after_a_later_update(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    alex.says(deleted=deleted(BLOCKED))
    clock.pass_by(5 * 3600.0)

    robot.hear(alex.says(LIP, deleted=deleted(BLOCKED), issued=clock.time))

    assert not is_in_home(robot, BLOCKED)


def test_a_text_shared_again_after_its_deletion_is_accepted(
    speaker: Listener, hearer: Listener
) -> None:
    speaker.memory.forget(note().id, source=PERSON)
    hearer.hear(published(speaker))
    speaker.clock.pass_by(60.0)
    speaker.memory.remember("environment_note", BLOCKED, source=PERSON)

    hearer.hear(published(speaker))

    assert BLOCKED in hearer.told
    assert record(hearer, speaker.keys.rrn).erased == ()


def test_a_text_shared_again_after_its_deletion_keeps_its_first_receipt_time(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    first = record(robot, alex.rrn).entries[0]["heard"]
    clock.pass_by(60.0)
    robot.hear(alex.says(deleted=deleted(BLOCKED)))
    clock.pass_by(60.0)

    robot.hear(alex.says(BLOCKED))

    assert record(robot, alex.rrn).entries[0]["heard"] == first, "an agent's echo stays an echo"


def test_a_deletion_removes_the_earlier_text_of_a_changed_entry(
    robot: Listener, alex: Talker
) -> None:
    robot.hear(alex.says(note(BLOCKED, id="mem-1")))

    robot.hear(alex.says(note(LIP, id="mem-1"), deleted=(DeletedEntry("mem-1", NOON),)))

    assert [entry.text for entry in robot.peer(alex).entries] == [LIP]
    assert not is_in_home(robot, BLOCKED)


def test_a_robot_can_delete_only_its_own_entries(
    robot: Listener, alex: Talker, bob: Talker
) -> None:
    robot.believe(bob)
    robot.hear(alex.says(BLOCKED))

    assert robot.outcome(bob.says(LIP, deleted=deleted(BLOCKED))) == "accepted"

    assert [entry.text for entry in robot.peer(alex).entries] == [BLOCKED]
    assert BLOCKED in robot.told


def test_a_deleted_text_that_another_robot_shares_too_is_attributed_to_that_robot(
    robot: Listener, alex: Talker, bob: Talker
) -> None:
    robot.believe(bob)
    robot.hear(alex.says(BLOCKED))
    robot.hear(bob.says(BLOCKED))

    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    source = robot.memory.peers.lineage().source_of(BLOCKED)
    assert source is not None and source.rrn == bob.rrn
    assert BLOCKED in robot.told


@pytest.mark.parametrize("kind", ["forged", "replayed", "not trusted", "other key"])
def test_a_deletion_in_a_forged_replayed_or_untrusted_update_changes_nothing(
    robot: Listener, alex: Talker, kind: str
) -> None:
    old = alex.says(deleted=deleted(BLOCKED))
    robot.hear(alex.says(BLOCKED))
    before = record(robot, alex.rrn)
    message = {
        "forged": forged(alex.says(deleted=deleted(BLOCKED))),
        "replayed": old,
        "not trusted": talker(3).says(deleted=deleted(BLOCKED)),
        "other key": Talker(keys_of(3, alex.rrn)).says(deleted=deleted(BLOCKED)),
    }[kind]

    robot.hear(message)

    assert record(robot, alex.rrn) == before
    assert BLOCKED in robot.told


# --- Repetitions of the words --------------------------------------------------------------------


@pytest.mark.parametrize("words", [BLOCKED, f"Operator confirms: {BLOCKED}, avoid it"])
def test_an_agent_that_repeats_a_deleted_text_creates_no_entry(
    robot: Listener, alex: Talker, words: str
) -> None:
    robot.hear(alex.says(BLOCKED))
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    answer = robot.memory.remember("environment_note", words, source="agent")

    assert (answer.created, answer.echo_of) == (False, alex.rrn)


def test_the_ledger_keeps_an_agents_echo_of_a_deleted_text_without_the_text(
    robot: Listener, alex: Talker
) -> None:
    robot.hear(alex.says(BLOCKED))
    robot.memory.remember("environment_note", BLOCKED, source="agent")

    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    (echo,) = [row for row in robot.memory.ledger.after(0) if row.kind is Kind.ECHO]
    assert echo.summary == f"words that {alex.rrn} deleted on request"
    assert not is_in_home(robot, BLOCKED)


def test_a_deleted_text_is_not_recalled_from_a_chunk(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    clock.pass_by(60.0)
    robot.memory.long_term.chunks.create_chunk(content=f"Alex told us: {BLOCKED}")
    question = Query(BLOCKED, sources=["chunk"])
    robot.hear(alex.says())
    assert robot.memory.recall(question)  # words that are only withdrawn

    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    assert robot.memory.recall(question) == []


def test_a_chunk_that_repeats_a_deleted_text_is_deleted_by_the_night_shift(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    chunks = robot.memory.long_term.chunks
    before = chunks.create_chunk(content=f"From the plan: {BLOCKED}")
    clock.pass_by(60.0)
    robot.hear(alex.says(BLOCKED, LIP))
    clock.pass_by(60.0)
    repeated = chunks.create_chunk(content=f"Alex told us: {BLOCKED}")
    put_away = chunks.create_chunk(content=f"Alex told us at noon: {BLOCKED}")
    chunks.delete_chunk(put_away.id)
    other = chunks.create_chunk(content=f"Alex told us: {LIP}")
    robot.hear(alex.says(LIP, deleted=deleted(BLOCKED)))

    robot.memory.consolidate(["prune"])

    assert [one.id for one in chunks.list_chunks()] == [before.id, other.id]
    assert chunks.list_archived() == []
    assert chunks.is_deleted(repeated.id)


def transcript(robot: Listener, *turns: tuple[str, str]) -> Path:
    """Write a conversation that is still going on."""
    path = robot.home / "episodic" / "conversations" / "talk.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    said = [{"role": who, "content": text, "timestamp": robot.clock.time.isoformat()}
            for who, text in turns]  # fmt: skip
    path.write_text(json.dumps({"session_id": "talk", "turns": said}))
    return path


def test_a_deleted_text_is_removed_from_the_assistants_turns_and_kept_in_a_persons_turns(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    clock.pass_by(60.0)
    talk = transcript(
        robot,
        ("ada", f"I saw it myself: {BLOCKED}. Bring the boxes away."),
        ("assistant", f"Noted for today. {BLOCKED}. I take the lift."),
    )
    chunks = robot.memory.long_term.chunks
    import_conversation(chunks, talk)
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    for _ in range(2):
        robot.memory.consolidate(["prune"])
        import_conversation(chunks, talk)
        (kept,) = chunks.list_chunks()
        assert kept.content == (
            f"ada: I saw it myself: {BLOCKED}. Bring the boxes away.\n"
            f"assistant: Noted for today. {NOTE} I take the lift."
        )


def test_a_chunk_edited_by_a_person_keeps_a_deleted_text(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    clock.pass_by(60.0)
    chunks = robot.memory.long_term.chunks
    import_conversation(chunks, transcript(robot, ("assistant", "All is well.")))
    (chunk,) = chunks.list_chunks()
    chunks.update_chunk(chunk.id, content=f"I, Ada, say: {BLOCKED}")
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    robot.memory.consolidate(["prune"])

    assert BLOCKED in chunks.list_chunks()[0].content


def test_only_the_deleted_text_is_removed_from_active_and_archived_chunks(
    robot: Listener, alex: Talker, clock: Watch
) -> None:
    robot.hear(alex.says(BLOCKED))
    clock.pass_by(60.0)
    chunks = robot.memory.long_term.chunks
    text = f"The lift was repaired. {BLOCKED}! It is fast."
    kept, away = chunks.create_chunk(content=text), chunks.create_chunk(content=f"{text} Good.")
    chunks.delete_chunk(away.id)
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    robot.memory.consolidate(["prune"])

    (chunk,), (archived,) = chunks.list_chunks(), chunks.list_archived()
    assert (chunk.id, chunk.content) == (
        kept.id, f"The lift was repaired. {NOTE} It is fast.",
    )  # fmt: skip
    there = chunks.read_archived(archived)
    assert there and there.content == f"The lift was repaired. {NOTE} It is fast. Good."


def test_a_dry_run_names_the_chunks_that_contain_a_deleted_text(
    robot: Listener, alex: Talker
) -> None:
    robot.hear(alex.says(BLOCKED))
    kept = robot.memory.long_term.chunks.create_chunk(content=f"Alex told us: {BLOCKED}")
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    step = robot.memory.consolidate(["prune"], dry_run=True).step("prune")

    assert "they would be deleted from chunks" in "\n".join(step.notes)
    assert [one.id for one in robot.memory.long_term.chunks.list_chunks()] == [kept.id]


# --- Laws ----------------------------------------------------------------------------------------

WORDS = ("Gate one is stuck today", "Gate two is stuck today", "Gate three is stuck today")
STEPS = st.lists(st.sets(st.sampled_from(WORDS)), min_size=1, max_size=4)


def spoken(alex: Talker, steps: list[set[str]]) -> list[SignedEnvelope]:
    """Return a robot's updates; a person deletes each text that is missing in the next step."""
    gone: list[str] = []
    said: set[str] = set()
    updates = []
    for step in steps:
        gone = [text for text in gone if text not in said - step] + sorted(said - step)
        said = step
        updates.append(alex.says(*sorted(step), deleted=deleted(*gone)))
    return updates


#: Each example has its own home on disk.
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, order=st.lists(st.integers(0, 3), max_size=6))
def test_only_the_entries_of_the_last_update_are_kept_if_updates_arrive_in_any_order(
    listen_anew: Callable[..., AbstractContextManager[Listener]],
    steps: list[set[str]],
    order: list[int],
) -> None:
    alex = talker(1)
    updates = spoken(alex, steps)
    with listen_anew(alex) as robot:
        for place in order:
            robot.hear(updates[place % len(updates)])
        robot.hear(updates[-1])
        kept = record(robot, alex.rrn)

    assert {entry["text"] for entry in kept.entries} == steps[-1]
    assert kept.withdrawn == ()
    known = {word for word in WORDS if word in str(kept.as_detail())}
    assert known == steps[-1]


# --- Hostile input -------------------------------------------------------------------------------


WHEN = "2026-12-01T12:00:00Z"


@pytest.mark.parametrize(
    ("item", "problem"),
    [("mem-1", "is not a JSON object"), ({"id": "mem-1"}, "at"), ({"at": WHEN}, "id"),
     ({"id": "", "at": WHEN}, "id"), ({"id": "m" * 129, "at": WHEN}, "id"),
     ({"id": "mem\n1", "at": WHEN}, "id"), ({"id": ["mem-1"], "at": "x"}, "id")],
)  # fmt: skip
def test_an_invalid_deletion_is_skipped_and_the_rest_of_the_update_used(
    alex: Talker, item: object, problem: str
) -> None:
    good = {"id": "mem-2", "at": WHEN}

    update = read_update(canonical_json(alex.record(BLOCKED, deleted=[item, good])))

    assert [one.id for one in update.deleted] == ["mem-2"]
    assert [entry.text for entry in update.entries] == [BLOCKED]
    assert any(problem in f"{one.path} {one.problem}" for one in update.defects)


def test_an_update_with_more_than_the_maximum_number_of_deletions_is_refused(alex: Talker) -> None:
    many = [{"id": f"mem-{n}", "at": WHEN} for n in range(MAX_DELETED + 1)]

    with pytest.raises(InvalidUpdate):
        read_update(canonical_json(alex.record(deleted=many)))


def test_a_deletion_dated_in_the_future_is_skipped(robot: Listener, alex: Talker) -> None:
    robot.hear(alex.says(BLOCKED))

    verdict = robot.hear(alex.says(LIP, deleted=deleted(BLOCKED, seconds=400)))

    assert (verdict.outcome.value, verdict.rejected) == ("accepted", 1)
    assert [one.text for one in record(robot, alex.rrn).withdrawn] == [BLOCKED]


# --- Reports to people ---------------------------------------------------------------------------


def test_a_deletion_is_reported_once_as_an_event(robot: Listener, alex: Talker) -> None:
    robot.hear(alex.says(BLOCKED, LIP))
    robot.hear(alex.says(LIP, deleted=deleted(BLOCKED)))
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    assert [news.detail.partition(" shares ")[2] for news in robot.news] == [
        "2 entries", "1 entries, deleted 1 on request", "0 entries",
    ]  # fmt: skip


def test_a_robot_counts_its_own_deletions_and_those_of_others(
    speaker: Listener, robot: Listener, alex: Talker
) -> None:
    speaker.memory.forget(note().id, source=PERSON)
    told(speaker)
    robot.hear(alex.says(BLOCKED))
    robot.hear(alex.says(deleted=deleted(BLOCKED)))

    assert (speaker.exchange.deleted, speaker.exchange.erased_of(alex.rrn)) == (1, 0)
    assert (robot.exchange.deleted, robot.exchange.erased_of(alex.rrn)) == (0, 1)
