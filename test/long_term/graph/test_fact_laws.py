"""Laws of facts that hold for any input."""

from __future__ import annotations

import os
import string
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from fact_builders import NOON, at, files_of, records
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot_memory.foundation.errors import InvalidFact
from robot_memory.long_term.graph import Fact, FactGraph, FactLimits, Statement
from robot_memory.long_term.graph.activation import Activation
from robot_memory.long_term.graph.fact import FIELDS, KnownFact, read_fact, write_fact
from robot_memory.long_term.graph.fact_equality import (
    normal_dates,
    object_form,
    predicate_form,
    subject_form,
)
from robot_memory.long_term.graph.memory_page import PageRecord, plan_page

#: LAWS=2000 pytest … tests more examples.
SAME = [HealthCheck.function_scoped_fixture]
FEW = settings(max_examples=int(os.environ.get("LAWS", "40")), suppress_health_check=SAME)
SOME = settings(max_examples=int(os.environ.get("LAWS", "25")), suppress_health_check=SAME)
CHARS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
NASTY = st.sampled_from(
    ["\n", "\r\n", "\r", "\u2028", "\x85", '"', "\\", "<!--", "-->", "- ", "# ", "🤖", "İ", "ß",
     "e\u0301", "May 15, 2026", "15.05.2026", "2026-05-15T14:30:00+02:00", "_", "\u00a0", "{", "}"]
)  # fmt: skip
TEXT = st.lists(st.one_of(st.text(CHARS, max_size=6), NASTY), min_size=1, max_size=5).map("".join)
SAID = TEXT.filter(lambda text: bool(text.strip()))
TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(timezone.utc))
NUMBERS = st.integers(0, 10**9).map(lambda number: number / 10**9)
IDS = st.text(string.ascii_letters + string.digits, min_size=1, max_size=9)
FACTS = st.builds(
    Fact, id=IDS, subject=SAID, predicate=SAID, object=SAID, source=TEXT, created=TIMES,
    activation=NUMBERS,
    extra=st.dictionaries(TEXT.filter(lambda name: name not in FIELDS), TEXT | NUMBERS, max_size=2),
)  # fmt: skip
STATEMENTS = st.builds(Statement, SAID, SAID, SAID, SAID, NUMBERS)
ACTIVATIONS = st.builds(Activation, NUMBERS, TIMES)


@FEW
@given(FACTS)
def test_a_written_fact_reads_back_unchanged(fact):
    line = write_fact(fact)

    assert line.count(b"\n") == 1
    assert read_fact(line) == fact
    assert write_fact(read_fact(line)) == line


@FEW
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_line_is_either_read_as_a_fact_or_refused_with_its_defects(line):
    try:
        read_fact(line)
    except InvalidFact as error:
        assert error.defects


@FEW
@given(TEXT)
def test_normalising_a_normalised_text_changes_nothing(text):
    for form in (normal_dates, object_form, subject_form, predicate_form):
        assert form(form(text)) == form(text)


@FEW
@given(st.dates(datetime(1000, 1, 1).date()))
def test_a_day_is_normalised_to_one_format(day):
    for style in ("%B %d, %Y", "%d %b %Y", "%d.%m.%Y", "%Y/%m/%d", "%Y-%m-%d"):
        assert normal_dates(day.strftime(style)) == day.isoformat()


@FEW
@given(ACTIVATIONS, TIMES, TIMES, st.floats(0.1, 1000))
def test_activation_stays_in_range_and_never_grows_without_a_restatement(
    value, first, second, half
):
    first, second = sorted((first, second))

    assert 0.0 <= value.at(second, half) <= value.at(first, half) <= value.value


@FEW
@given(ACTIVATIONS, TIMES, NUMBERS, st.floats(0.1, 1000))
def test_restating_a_fact_twice_at_one_time_equals_restating_it_once(value, now, said, half):
    once = value.restated(now, said, half)

    assert once.restated(now, said, half) == once
    assert once.value >= said


@SOME
@given(st.lists(STATEMENTS, max_size=6), st.integers(0, 400))
def test_learned_facts_are_active_or_archived_and_repeated_operations_change_nothing(said, days):
    with TemporaryDirectory() as folder:
        home = Path(folder)
        graph = FactGraph(home, FactLimits(max_facts=4, memory_md_max_lines=8))
        learned = graph.learn(said, now=NOON)
        _twice(home, lambda: graph.learn(said[:4], now=NOON) if len(said) <= 4 else None)
        now = at(days)
        _twice(home, lambda: graph.decay(now=now))
        _twice(home, lambda: graph.prune(now=now))
        _twice(home, lambda: graph.reconcile(now=now))

        left = home / "knowledge-graph" / "archived-facts.jsonl"
        gone = {item["id"] for item in records(left)} if left.exists() else set()
        assert {item.fact.id for item in learned} == set(graph.facts) | gone
        assert FactGraph(home).facts == graph.facts
        assert FactGraph(home).defects == []


def _twice(home, operation):
    operation()
    once = files_of(home)
    operation()
    assert files_of(home) == once


OWN_LINES = st.lists(TEXT.map(lambda t: " ".join(t.split())), max_size=6)
KNOWN = st.lists(
    st.builds(
        KnownFact,
        st.builds(Fact, id=IDS.map("fact-{}".format), subject=SAID, predicate=SAID, object=SAID,
                  source=SAID, created=TIMES),
        st.integers(15, 100).map(lambda number: number / 100),
    ),
    max_size=6, unique_by=(lambda known: known.fact.id, lambda known: known.fact.triple),
)  # fmt: skip


@FEW
@given(OWN_LINES, KNOWN, KNOWN, st.sampled_from(["\n", "\r\n"]), st.integers(1, 12))
def test_memory_md_keeps_a_persons_lines_in_order_and_a_second_run_changes_nothing(
    own, first, second, end, most
):
    limits = FactLimits(memory_md_max_lines=most)
    text = end.join(own)
    one = plan_page(text, PageRecord(), first, limits)
    two = plan_page(one.text, one.after, second, limits)
    again = plan_page(two.text, two.after, second, limits)

    assert again.text == two.text
    assert (again.added, again.removed) == ((), ())
    assert _without_marks(two.text, own)
    assert not two.after.declined
    for plan in (one, two):
        assert not plan.after.lines or plan.text.count("\n") < most


def _without_marks(text, own):
    lines = [line.rstrip("\r") for line in text.split("\n") if "<!-- fact-" not in line]
    position = 0
    for line in own if any(line.strip() for line in own) else []:
        position = lines.index(line, position) + 1
    return True


@FEW
@given(OWN_LINES, KNOWN, st.data())
def test_a_line_that_a_person_removed_from_memory_md_is_not_added_again(own, known, data):
    limits = FactLimits()
    one = plan_page("\n".join(["mine", *own]), PageRecord(), known, limits)
    taken = data.draw(st.sets(st.sampled_from(sorted(one.after.lines) or [""])))
    kept = [line for line in one.text.splitlines(keepends=True)
            if not any(f"<!-- {key} -->" in line for key in taken if key)]  # fmt: skip
    two = plan_page("".join(kept), one.after, known, limits)

    assert two.text == "".join(kept)
    assert set(two.after.lines) == set(one.after.lines) - taken
