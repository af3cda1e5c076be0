"""An agent's note gets its id from its words, in any spelling (rules.md §1.1, §1.2)."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle

import pytest
from entry_builders import at, edit, save_by_renaming

from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.entries.keep_rules import check_words
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.normal_words import normal_words, reads_alike, text_within
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.unicode_text import reads_as

KIND, HOT, FINE = "hardware_observation", "Left motor is hot", "Left motor is fine"
AGENT = "agent:planner"
SPELLINGS = (
    HOT, "LEFT MOTOR IS HOT", " The left  motor is hot! ", "Left mot\u200bor is hot",
    "Left m\u043etor is hot",
)  # fmt: skip


def entry_of(memory, entry_id):
    return next(one for _, one in memory.entries(include_resolved=True) if one.id == entry_id)


@pytest.mark.parametrize(("one", "other", "is_same"), [
    (HOT, HOT.upper(), True), (HOT, f"The {HOT.lower()}!", True), ("3 cm", "3cm", True),
    (HOT, FINE, False), ("5 mW", "5 MW", False), ("Bay 1, 2", "Bay 12", False), ("", " ", True),
])  # fmt: skip
def test_texts_share_an_id_only_if_their_words_are_equal(one, other, is_same):
    assert (agents_id(one) == agents_id(other)) is is_same
    assert (normal_words(one) == normal_words(other)) is is_same


def test_an_agents_correction_replaces_its_note_with_a_new_note(memory):
    first = memory.remember(KIND, HOT, tags=["left motor"], source=AGENT).id
    entry = memory.correct(first, FINE, source=AGENT)
    memory.save()

    assert (entry.id, entry.text, entry.tags) == (agents_id(FINE), FINE, ("left motor",))
    assert [one.id for _, one in memory.entries()] == [entry.id]
    assert first in memory.home.archive.read_text()


def test_an_agent_cannot_correct_a_resolved_note(memory):
    first = memory.remember(KIND, HOT, source=AGENT).id
    memory.resolve(first, source=AGENT)

    with pytest.raises(InvalidInput, match="is resolved; nothing was stored"):
        memory.correct(first, FINE, source=AGENT)


def test_evidence_with_other_words_does_not_reach_an_agents_note(memory):
    noted = memory.remember(KIND, HOT, source=AGENT).id
    memory.correct(noted, FINE, source="person:ada")

    assert memory.remember(KIND, HOT, source="person:ada").id == mint_id(KIND, HOT)
    assert entry_of(memory, noted).text == FINE


@pytest.mark.parametrize("deed", ["", "confirm", "correct"])
def test_an_agents_tag_is_dropped_when_a_person_edits_the_note_in_the_file(memory, deed):
    entry_id = memory.remember(KIND, HOT, tags=["Ada"], source=AGENT).id
    memory.save(force=True)
    edit(memory.home.memory_file, (HOT, "Left motor runs warm"))
    if deed == "confirm":
        memory.confirm(entry_id, keep=True, source="person:bob")
    elif deed == "correct":
        memory.correct(entry_id, "Left motor is warm", source="person:bob")
    memory.consolidate()

    ((_, entry),) = memory.entries()
    assert entry.subject_tag == ""
    facts = memory.long_term.facts.facts.values()
    assert {fact.subject for fact in facts} == {"robot"}


@pytest.mark.parametrize("text", [SPELLINGS[0], SPELLINGS[-1]])
@pytest.mark.parametrize("how", ["forget", "from the file"])
def test_an_agent_cannot_restate_a_note_that_a_person_deleted(memory, text, how):
    memory.remember(KIND, "Ramp is steep", source="person:ada")
    noted = memory.remember(KIND, HOT, source=AGENT).id
    memory.save()
    if how == "forget":
        memory.forget(noted, source="person:ada")
    else:
        file = memory.home.memory_file
        before, _, rest = file.read_text().partition(f"  - id: {noted}\n")
        after = rest[rest.index("---") :]
        file.write_text(before + after)
    memory.save()
    again = memory.remember("environment_note", text, source=AGENT)
    memory.save()

    assert (again.id, again.created) == (noted, False)
    assert [one.text for _, one in memory.entries()] == ["Ramp is steep"]


#: Rewordings of an agent's note: none becomes a new note once a person decided about it.
READ_ALIKE = (
    "Left motor IS hot", "Left motor / is hot", "\u2022 Left_motor is hot?", "The Left-Motor: HOT",
    "Left \u039cotor is hot", "L\u0435ft m\u2c9ftor is h\u03bft",
    "\U0001f7e2 [40%] Left motor is hot #b2f1",
    "Left motor is hot (once, just now)", "\u2705 Left motor is hot", "L\u00e9ft motor is hot",
    "\U0001f17beft motor is hot",
)  # fmt: skip


#: Each rewording after a person's decision, from a source that is not a person.
READ_ALIKE_AFTER = zip(
    READ_ALIKE, cycle(["forget", "mute", "resolve"]), cycle([AGENT, "claimed:ada"]), strict=False
)
#: A note with the additions of a context line, real or imitated.
ADDED = (
    "{} (once, present since 09:25 UTC)", "{} (3 times, there until 09:25 UTC, unknown since)",
    "{} (muted)", "{} (confirmed by own observation)", "{} \u2014 check the cable and power",
    "{} #d3ce (known until it gets worse: ordered, says agent x)", "#d3ce {}", "[40%] {} [x] (y)",
    "\U0001f7e2 (40%) {} \u2039once\u203a #d3ce",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "deed", "added"),
    [
        *((HOT, "forget", added) for added in ADDED),
        ("Motor hot", "correct", ADDED[0]),
        ("L\u0435ft m\u2c9ftor is hot", "correct", ADDED[-1]),
    ],
)
def test_an_agent_cannot_restate_a_decided_note_inside_a_longer_text(memory, deed, said, added):
    first = "Motor hot" if said == "Motor hot" else HOT
    noted = memory.remember(KIND, first, source=AGENT).id
    if deed == "forget":
        memory.forget(noted, source="person:ada")
    else:
        memory.correct(noted, "It was the sun", source="person:ada")

    assert not memory.remember(KIND, added.format(said), source=AGENT).created


@pytest.mark.parametrize(("text", "deed", "source"), READ_ALIKE_AFTER)
def test_an_agent_cannot_restate_a_decided_note_in_lookalike_words(memory, deed, text, source):
    noted = memory.remember(KIND, HOT, source=AGENT).id
    getattr(memory, deed)(noted, source="person:ada")
    memory.save()
    again = memory.remember("environment_note", text, source=source)
    mine = memory.remember(KIND, "Cart squeals", source=source).id

    assert not again.created
    assert "motor" not in memory.context().text.lower()
    with pytest.raises(InvalidInput, match="nothing was stored"):
        memory.correct(mine, text, source=source)


@pytest.mark.parametrize("tell", [
    lambda memory, name, words: memory.declare_known(name, words, source=AGENT),
    lambda memory, name, words: memory.mute(name, why=words, source="claimed:ada"),
    lambda memory, name, words: memory.resolve(name, words, source=AGENT),
    lambda memory, name, words: memory.forget(name, words, source=AGENT),
    lambda memory, name, words: memory.repaired("Cart", words, source=AGENT),
])  # fmt: skip
def test_an_agents_reason_cannot_repeat_a_note_that_a_person_deleted(memory, tell):
    memory.forget(memory.remember(KIND, HOT, source=AGENT).id, source="person:ada")
    other = memory.remember(KIND, "Cart squeals", source="person:ada").id

    with pytest.raises(InvalidInput, match="a person decided about what reads so"):
        tell(memory, other, f"We know: {HOT}")
    tell(memory, other, "We know")


def test_texts_of_other_scripts_are_compared_letter_by_letter():
    assert reads_alike("左モーターが熱い", "左モーターが熱い。")
    assert not reads_alike("左モーターが熱い", "右モーターが熱い")
    assert not reads_alike("地板 is wet", "提防 is wet")
    assert reads_alike("Насос \u0439 течёт", "Насос \u0438\u0306 течёт")
    assert reads_as("сергей") == reads_as("серге\u0438\u0306")
    assert {reads_as(f"ada{sign}") for sign in "\u02bc\u02d0\u01c3"} == {reads_as("ada")}


@pytest.mark.parametrize("drawn", [
    "Cooper hose \u0456s too hot", "Cooper hose \u00ecs too hot", "Cooper hose i\u0300s too hot",
    "Th\u00e9 cooper hose is too hot", "\u0410n cooper hose is too hot",
    "Cooper hose \u0131\u0455 too hot", "Cooper hose \u0268s too hot", "Cooper hose i.s too hot",
    "Cooper hose i's too hot", "Cooper hose istoo hot",
    "C\u1d0f\u1d0f\u1d18\u1d07\u0280 hose \u026a\ua731 t\u1d0f\u1d0f h\u1d0f\u1d1b",
    "\u0421\u043e\u043e\u0440\u0435r h\u043e\u0455\u0435 \u0456\u0455 t\u043e\u043e h\u043et",
    "\u0421\u041e\u041e\u0420\u0415R \u041dO\u0405\u0415 IS TOO HOT",
    "C\u3147oper hose is to\u3147 hot",
    "\u2ca4O\u2c9e\u2ca2\u2c88R \u2c8eOS\u2c88 \u2c92S \u2ca6O\u2c9e \u2c8eO\u2ca6",
    "\ua4da\ua4f3\ua4f3\ua4d1\ua4f0\ua4e3 \ua4e7ose is \ua4d4\ua4f3\ua4f3 \ua4e7\ua4f3\ua4d4",
])  # fmt: skip
def test_lookalike_letters_count_as_equal_in_any_word(drawn):
    assert reads_alike(drawn, "Cooper hose is too hot")
    assert text_within(drawn, "We saw that Cooper hose is too hot today")
    assert not reads_alike(drawn, "Cooper hose is not hot")
    assert not text_within(drawn, "We saw that Cooper hose is not hot today")


SIGN_LETTERS = (
    "\u02bc\u02b9\u02d0\u02c8\u02d1\ua788\ua78f\u01c0"
    "\u01c3\u0640\u1427\u30fc\uff70\ua4f8\u0eaf\u0621"
)


@pytest.mark.parametrize("around", ["hose", "ho{}se", "hose{}", "{}hose", "hose {}"])
def test_a_letter_that_looks_like_punctuation_does_not_change_a_sentence(around):
    for sign in SIGN_LETTERS:
        drawn = f"Cooper {around.format(sign)} is too hot"

        assert reads_alike(drawn, "Cooper hose is too hot")
        assert text_within("Cooper hose is too hot", f"We saw that {drawn} today")
        assert not reads_alike(drawn, "Cooper hose is not hot")


@pytest.mark.parametrize(
    ("ended", "text"),
    [
        ("A e is the", "Wheel squeaks"), ("o n e", "No need to hurry at bay 4"),
        ("Eta lamp flickers", "Theta lamp flickers"), ("Lift 2 is slow", "Forklift 2 is slow"),
        ("Pick up at most 1", "Pick up at most 12 boxes"),
        ("3 lamps are broken", "13 lamps are broken"),
        ("Door 4 is open", "Door 4 is opening by itself"),
    ],
)  # fmt: skip
def test_a_deleted_note_blocks_only_texts_with_its_whole_words(memory, ended, text):
    memory.forget(memory.remember(KIND, ended, source=AGENT).id, source="person:ada")

    assert memory.remember(KIND, text, source=AGENT).created


@pytest.mark.parametrize("again", ["only forget", "forget", "only correct", "correct"])
def test_a_note_deleted_in_an_editor_stays_deleted_whatever_the_agent_did_meanwhile(memory, again):
    memory.remember(KIND, "Ramp is steep", source="person:ada")
    noted = memory.remember(KIND, HOT, source=AGENT).id
    memory.save()
    file = memory.home.memory_file
    opened = file.read_text()
    if "forget" in again:
        memory.forget(noted, source=AGENT)
    else:
        other = memory.correct(noted, FINE, source=AGENT).id
    if again == "forget":
        memory.remember(KIND, HOT, source=AGENT)
    elif again == "correct":
        memory.correct(other, HOT, source=AGENT)
    memory.save()
    before, _, rest = opened.partition(f"  - id: {noted}\n")
    save_by_renaming(file, before + rest[rest.index("---") :])
    memory.save()

    assert HOT not in memory.context().text
    assert not memory.remember(KIND, HOT, source=AGENT).created
    assert noted not in file.read_text()


@pytest.mark.parametrize("again", ["correct", "forget"])
@pytest.mark.parametrize("is_kept", [False, True])
def test_deleting_a_note_in_an_editor_also_removes_the_agents_longer_version(
    memory, again, is_kept
):
    longer = f"{HOT} and smells"
    noted = memory.remember(KIND, HOT, source=AGENT).id
    if is_kept:
        memory.remember(KIND, longer, source="person:ada")
    memory.save()
    opened = memory.home.memory_file.read_text()
    if again == "correct":
        with suppress(InvalidInput):  # where a person says it
            memory.correct(noted, longer, source=AGENT)
    else:
        memory.forget(noted, source=AGENT)
        memory.remember(KIND, longer, source=AGENT)
    memory.remember(KIND, FINE, source=AGENT)
    memory.save()
    before, _, rest = opened.partition(f"  - id: {noted}\n")
    tail = rest[rest.index("  - id:" if "  - id:" in rest else "---") :]
    save_by_renaming(memory.home.memory_file, before + tail)
    memory.save()

    texts = {entry.text for _, entry in memory.entries()}
    assert texts == ({FINE, longer} if is_kept else {FINE})


def test_confirming_a_finding_changed_by_reports_needs_its_present_text(memory):
    finding = MemoryEntry(
        agents_id(HOT), EntryType(KIND), FINE, 0.4, at(), at(),
        extra={"source": "agent", "readings": [FINE]},
    )  # fmt: skip
    with pytest.raises(InvalidInput, match=f"text: is needed.*it says now: {FINE}"):
        check_words(finding, finding.id, "")
    check_words(finding, finding.id, FINE)


ONCE = "Room five has wet floors"


@pytest.mark.parametrize(
    ("first", "text", "source"),
    [
        ("person:ada", ONCE, AGENT),
        (AGENT, "Room five h\u00e1s wet floors", AGENT),
        (AGENT, f"{ONCE} (once, just now)", "claimed:ada"),
        ("person:ada", "Room 5: dry by noon", "claimed:ada"),
    ],
)
def test_an_agent_cannot_restate_the_text_before_a_persons_correction(memory, first, text, source):
    noted = memory.remember(KIND, ONCE, source=first).id
    for words in ("Room 5 is dry by noon", "Room 5 was mopped"):
        memory.correct(noted, words, source="person:ada")
    again = memory.remember("environment_note", text, source=source)

    assert not again.created
    assert again.message.endswith("it now says: Room 5 was mopped; not counted")


@pytest.mark.parametrize("text", ["\u200b", " \u2060\u200d ", "\u3164"])
def test_a_text_without_visible_characters_is_refused(memory, text):
    with pytest.raises(InvalidInput, match="text: is empty, or has nothing that people see"):
        memory.remember(KIND, text, source=AGENT)
