"""Which messages are one fault. The pairs are data: ``masking_pairs.yaml`` beside this file."""

import csv
import functools
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from work import processor_time

from robot_memory.foundation.text.yaml_reading import Loader
from robot_memory.foundation.wording.names_or_readings import family_of
from robot_memory.perception.masking import mask_rule, masking, vocabulary
from robot_memory.perception.masking.mask_rule import RULES
from robot_memory.perception.masking.masking import LIMIT, READ, mask, phrase

HERE = Path(__file__).resolve().parent
PAIRS = yaml.load((HERE / "masking_pairs.yaml").read_text("utf-8"), Loader)
MERGE, OPEN, FIRM = PAIRS["merge"], PAIRS["open"], PAIRS["firm"]
DISTINCT = PAIRS["distinct"] + OPEN + FIRM
EVERY = [text for group in MERGE + DISTINCT for text in group]
STRINGS = HERE.parent / "data/driver_statuses/driver_status_strings.csv"


def readable(text: str) -> str:
    return str(phrase(text))


def defects() -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of error in the current masking, with the templates that show it."""
    masked = functools.cache(mask)

    def family(text: str) -> str:
        return family_of(masked(text))

    for problem, groups, told, is_one in (
        ("readings make another fault", MERGE, masked, True),
        ("two components or codes are one", DISTINCT, masked, False),
        ("what no word says is not open until many came", OPEN, family, True),
        ("what a word names is no name", FIRM, family, False),
    ):
        for group in groups:
            if len(set(map(told, group))) != (1 if is_one else len(group)):
                yield problem, list(map(masked, group))
    for text in EVERY:
        if masked(masked(text)) != masked(text):
            yield "a template has another one", [text]


def is_told_by_a_pair():
    """Whether a pair finds an error in the current masking."""
    return next(defects(), None) is not None


def test_no_pair_of_messages_shows_a_masking_error():
    assert list(defects()) == []


# --- pairs ----------------------------------------------------------------------------------------


def test_there_are_at_least_sixty_pairs_of_each_kind():
    assert len(MERGE) >= 60
    assert len(DISTINCT) >= 60
    assert all(len(set(group)) == len(group) > 1 for group in MERGE + DISTINCT)


def test_the_sentences_of_one_fault_have_the_same_template():
    said = [[mask(readable(text)) for text in group] for group in MERGE]
    assert [group for group in said if len(set(group)) > 1] == []


def test_the_sentences_of_two_components_differ():
    # The node is the entry's component.
    said = [[readable(text) for text in group if not text.startswith("[")] for group in DISTINCT]
    assert [group for group in said if len(set(group)) < len(group)] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_masking_rule_is_needed(rule, monkeypatch):
    without = "|".join(f"(?P<{r.name}>{r.pattern})" for r in RULES if r is not rule)
    monkeypatch.setattr(masking, "_SCANNER", re.compile(without + "|(?s:.)"))
    assert is_told_by_a_pair()


@pytest.mark.parametrize(
    "name",
    "ASIDE BINDING BIT_FIELD CODE COMPONENT COMPUTED COUNTED MODAL NUMBERED OF_AN_ADDRESS PASSING "
    "QUANTITY THROUGH".split(),
)
def test_every_class_of_words_is_needed(name, monkeypatch):
    for module in (mask_rule, vocabulary):
        monkeypatch.setattr(module, name, frozenset(), raising=False)
    assert is_told_by_a_pair()


def test_no_word_is_both_a_name_word_and_a_reading_word():
    names = vocabulary.CODE | vocabulary.COMPONENT
    reads = vocabulary.PASSING | vocabulary.QUANTITY | vocabulary.BINDING
    assert not names & reads
    assert not vocabulary.THROUGH & (names | reads)


# --- what drivers publish -------------------------------------------------------------------------

SLOT = re.compile(r"%[-+0]?\d*(?:\.\d+)?z?[diufX]|\{[^{}]*\}")
#: Slots that name a component; the first slot of each.
NAMING = ("Cell %u", "CPU {idx}", "Remote [%d]", "Device-%i-%i", "none | Device-%i-%i")


def driver_strings():
    with STRINGS.open(newline="", encoding="utf-8") as file:
        texts = {row["text"].strip() for row in csv.DictReader(file)}
    return sorted(text for text in texts if " % " not in text and "{e}" not in text)


def filled(text, variant):
    """Fill a template with plausible values: those of a good day (0) or a bad one (1)."""

    def value(found):
        slot = found[0]
        if slot.endswith("X"):
            return ("0123ABCD0123ABCD", "7F30E01C7F30E01C")[variant][: int(slot[2:-1])]
        if "version" in slot:
            return ("2.8.0", "2.10.1-rc.2")[variant]
        if slot.endswith(("f}", "f")):
            return ("7.25", "-112.031250")[variant]
        return ("3", "1042")[variant]

    return SLOT.sub(value, text)


def test_a_driver_string_has_one_template_for_any_values():
    checked = 0
    for text in driver_strings():
        naming = next((name for name in NAMING if text.startswith(name)), "")
        fixed = SLOT.sub("1", naming) + text[len(naming) :]
        for joint in (" | ", ": ", " = "):
            quiet, bad = (mask(filled(fixed.replace(" | ", joint), n)) for n in (0, 1))
            assert quiet == bad, text
        checked += bool(SLOT.search(text))
    assert checked > 30


@pytest.mark.parametrize("text", ["Cell %u low", "CPU %i Load", "Remote [%d] lost", "Device-%i-0"])
def test_a_number_that_names_a_component_stays_in_the_template(text):
    templates = {mask(SLOT.sub(str(number), text)) for number in range(12)}
    assert len(templates) == 12


# --- readable -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("Motor 3 over 71.2 °C", "Motor 3 over 71.2 °C"),
        ("no barometer found on /dev/baro0 (2)", "no barometer found on /dev/baro0 (2)"),
        ("[ERROR] [1699999999.123] [node]: sonar silent", "sonar silent"),
        ("[ INFO] [1686753873.562662383]: sonar silent", "sonar silent"),
        ("\x1b[31m[ERROR] [1699.1] [a.b]: sonar\tsilent\x1b[0m\n", "sonar silent"),
        ("[lidar-7] [WARN] [1699.1] [lidar]: low intensity", "low intensity"),
        ("[23230.464006] usb 1-1.2: clear tt 1 (9082) error -71",
         "usb 1-1.2: clear tt 1 (9082) error -71"),
        ("2022-07-07 04:11:59.303 [RTPS Error] no port", "[RTPS Error] no port"),
        ("ERROR [sensors] no data", "[sensors] no data"),
        ("[sensors] no data", "[sensors] no data"),
        ("camera grab failed, retrying (3)", "camera grab failed, retrying"),
        ("sonar silent (x12)", "sonar silent"),
        ("sonar silent [3 times]", "sonar silent"),
        ("robot at (1.5, -0.3, 1.57)", "robot at (1.5, -0.3, 1.57)"),
        ("PDOP 4.1, 5 sats", "PDOP 4.1, 5 sats"),
        ("took 12ms on joint_4", "took 12ms on joint_4"),
        ("3.3 V rail at 2.9 V", "3.3 V rail at 2.9 V"),
        ("[ERROR]", "[ERROR]"),
        ("(2)", "(2)"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_message_becomes_a_sentence_without_stamp_level_and_counter(message, sentence):
    assert readable(message) == sentence


def test_overlapping_lists_of_readings_are_one_value():
    assert phrase("0 0, 0, 0").values == ("0 0, 0, 0",)


def test_the_template_keeps_the_node_and_drops_time_and_level():
    assert mask("[WARN] [1699.1] [scan_front]: late") == "[scan_front]: late"
    assert mask("[ERROR] [42.5] [scan_front]: late") == "[scan_front]: late"


# --- laws -----------------------------------------------------------------------------------------

UNITS = sorted(vocabulary.BASE_UNIT)
PARTS = sorted(vocabulary.COMPONENT - {"axes", "can"})  # "axes 3" is more than one
UNHEARD_OF = ["Turntable", "Auger", "Hopper", "Mast", "Cutter", "Sprayer", "Conveyor"]
BINDERS = ["over", "at", "reached", "exceeds", "limit", "is", "below", "took", "drawing", "="]
readings = st.one_of(
    st.floats(-1e6, 1e6).map(lambda x: f"{x:.2f}"),
    st.floats(0, 1e4).map(lambda x: f"{x:.0f}"),
    st.integers(-(10**6), 10**9).map(str),
    st.floats(1e-9, 1e-4).map(lambda x: f"{x:e}"),
)
some_numerals = st.integers(0, 99)
codes = st.integers(-999, 99999)
fragments = st.one_of(
    st.sampled_from(EVERY).flatmap(lambda text: st.sampled_from(text.split(" "))),
    st.sampled_from(UNITS + PARTS + [*"()[]{}#:;=,./-_'\"…", "\x1b[0m", "u\u0308", "电机"]),
    st.text("0123456789abcdefx.:-", max_size=12),
    readings,
)
messages = st.one_of(
    st.text(max_size=80),
    st.lists(st.tuples(fragments, st.sampled_from(["", " ", " ", "\n"])), max_size=14).map(
        lambda pieces: "".join(part for piece in pieces for part in piece)
    ),
)


@given(messages)
@settings(max_examples=120, deadline=None)
def test_masking_a_template_does_not_change_it(text):
    template = mask(text)
    assert mask(template) == template


@given(messages)
@settings(max_examples=120, deadline=None)
def test_a_template_is_one_clean_short_line(text):
    for line in (mask(text), readable(text)):
        assert len(line) <= LIMIT
        assert line == " ".join(line.split())
        assert line == unicodedata.normalize("NFC", line)
        assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in line)


@given(messages, messages)
def test_a_template_depends_on_nothing_but_its_message(one, other):
    before = mask(one), readable(one)
    mask(other), readable(other)
    assert (mask(one), readable(one)) == before


@given(
    st.sampled_from(PARTS + UNHEARD_OF),
    some_numerals,
    st.sampled_from(BINDERS),
    st.sampled_from(["", " "]),
    st.sampled_from(UNITS),
    readings,
    readings,
    st.sampled_from(["", ", stopping", " (limit)", "!"]),
)
@settings(max_examples=120)
def test_a_reading_with_its_unit_does_not_affect_the_template(
    part, n, binder, gap, unit, one, other, tail
):
    message = f"{part} {n} {binder} {{}}{gap}{unit}{tail}"
    assert mask(message.format(one)) == mask(message.format(other))
    assert mask(readable(message.format(one))) == mask(readable(message.format(other)))


@given(
    st.sampled_from(PARTS + UNHEARD_OF),
    st.sampled_from("{} {},{}_{},{}{},{} #{},{}[{}],{} no. {},{} id {},{}-{}".split(",")),
    st.sampled_from([str, str.title, str.upper]),
    st.sampled_from(["", "lost ", "No answer from "]),
    st.sampled_from(["", " stalled", " exceeds 71.2 °C", ": error 5", ", retrying"]),
    some_numerals,
    some_numerals,
)
@settings(max_examples=120)
def test_the_number_of_a_component_always_affects_the_template(
    part, joint, case, head, tail, one, other
):
    assume(one != other)
    first, second = (head + joint.format(case(part), n) + tail for n in (one, other))
    assert mask(first) != mask(second)
    assert readable(first) != readable(second)


@given(st.sampled_from(sorted(vocabulary.CODE)), codes, codes)
def test_an_error_code_always_affects_the_template(word, one, other):
    assume(one != other)
    assert mask(f"read failed: {word} {one}") != mask(f"read failed: {word} {other}")
    assert mask(f"read failed ({word}={one})") != mask(f"read failed ({word}={other})")


@given(st.lists(readings, min_size=1, max_size=9), st.lists(readings, min_size=1, max_size=9))
def test_the_length_of_a_list_of_readings_does_not_affect_the_template(one, other):
    first, second = (f"ranges [{', '.join(row)}] rejected" for row in (one, other))
    assert mask(first) == mask(second)
    assert phrase(first).pattern == phrase(second).pattern == "ranges […] rejected"


# --- hostile and overlong messages ----------------------------------------------------------------

HOSTILE = [
    "a", "1", "1 ", "'1", "~/a", "/dev/", "0:", "f1", "00-", "1h ", "_12345", "\x1b[", "[ERROR] ",
    "(…),", "1x", "1 and ", "a://", "\\x0", "e\u0301", "a-b.lo", "2025-", "[a-1] ", "12:34:56 ",
    "motor 1, ",
]  # fmt: skip


@pytest.fixture(scope="module")
def time_of_harmless():
    line = "The left motor is 3 degrees over its limit. " * 2_000
    return processor_time(lambda: (mask(line), readable(line)))


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_line_of_100_kb_is_masked_in_limited_time(piece, time_of_harmless):
    line = piece * (100_000 // len(piece))

    assert processor_time(lambda: (mask(line), readable(line))) < 40 * time_of_harmless
    template = mask(line)
    assert len(template) <= LIMIT
    assert mask(template) == template


def test_a_long_message_is_cut_between_two_words():
    template = mask("word " * 1000)
    assert LIMIT - 5 <= len(template) <= LIMIT
    assert template.endswith("word")
    assert mask("x" * (LIMIT + 1)) == "…"


def test_readings_do_not_change_where_a_message_is_cut():
    one, other = (f"took {n} ms " + "and then failed again " * 99 for n in (5, 12345.678))
    assert mask(one) == mask(other)


def test_text_beyond_the_read_length_does_not_affect_the_template():
    head = "ranges [" + "1.5, " * READ
    assert mask(head + "2.5] in front") == mask(head + "2.5] behind")


def test_a_two_dot_character_is_not_read_as_a_placeholder():
    said = phrase("Loading‥ failed after 3 s")

    assert str(said) == "Loading... failed after 3 s"
