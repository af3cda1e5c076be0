"""facts.jsonl: other tools' lines, damaged lines, and the derived files."""

from __future__ import annotations

import pytest
from fact_builders import EXAMPLE_ID, NOON, at, fact_line, records, tell, write_facts

from robot_memory.long_term.graph import FactGraph

DAMAGED = "facts.damaged.jsonl"


def folder(home):
    return home / "knowledge-graph"


def test_lines_of_facts_that_stay_are_kept_byte_for_byte(home):
    odd = '{"object":"x" , "subject":"a","predicate":"b","created":"2026-12-01","n":1e3}\n'
    path = write_facts(home, odd, fact_line(activation=0.01))
    FactGraph(home).prune(now=NOON)

    assert path.read_text() == odd


def test_fields_of_other_tools_are_archived_with_the_fact(home):
    write_facts(home, fact_line(activation=0.01, confidence=0.3))
    FactGraph(home).prune(now=NOON)

    (archived,) = records(folder(home) / "archived-facts.jsonl")
    assert archived["confidence"] == 0.3
    assert archived["id"] == EXAMPLE_ID


def test_a_line_without_id_source_and_activation_is_a_fact(home):
    write_facts(
        home,
        '{"subject": "a", "predicate": "b", "object": 42, "created": "2026-12-01T00:00:00Z"}\n',
    )
    (fact,) = FactGraph(home).facts.values()

    assert fact.id.startswith("fact-")
    assert (fact.object, fact.source, fact.activation) == ("42", "", 1.0)


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029", "\r", "\v"])
def test_a_stored_fact_is_one_line_for_each_reader(graph, home, end):
    tell(graph, f"a{end}b", "is", f"c{end}d é")
    graph.decay(now=NOON)

    for name in ("facts.jsonl", "entities.jsonl"):
        text = (folder(home) / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) == text.count("\n")
        assert "é" in text
    assert graph.lookup("a b", now=NOON)[0].fact.object == f"c{end}d é"


def test_a_duplicate_fact_counts_once_and_its_copy_is_archived(home):
    path = write_facts(home, fact_line(id="1"), fact_line(id="2", object="May 15, 2026"))
    graph = FactGraph(home)
    assert list(graph.facts) == ["1"]
    graph.prune(now=at(-190))

    assert [item["id"] for item in records(path)] == ["1"]
    (archived,) = records(folder(home) / "archived-facts.jsonl")
    assert (archived["id"], archived["archived_because"]) == ("2", "repeated")


def test_two_facts_with_the_same_id_are_both_kept(home):
    path = write_facts(home, fact_line(id="1"), fact_line(id="1", subject="b", activation=0.01))
    graph = FactGraph(home)
    assert sorted(fact.subject for fact in graph.facts.values()) == ["b", "deployment project"]
    graph.prune(now=at(-190))

    assert [item["subject"] for item in records(path)] == ["deployment project"]


def test_a_fact_that_a_person_deletes_from_the_file_is_removed(home, graph):
    tell(graph)
    tell(graph, "b", "is", "c")
    path = folder(home) / "facts.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    graph.decay(now=NOON)

    assert not graph.lookup("deployment project", now=NOON)
    assert len(graph.facts) == 1


BAD = [
    ("{torn", "is not JSON"),
    ('"text"', "is not a JSON object"),
    ("{}", "subject: is missing; predicate: is missing; object: is missing; created: is missing"),
    (fact_line(subject=[]), "subject: [] is not a string"),
    (fact_line(object="\ud800"), "object: is not valid Unicode"),
    (fact_line(created="yesterday"), "created: 'yesterday' is not an ISO-8601 date and time"),
    (fact_line(activation=1.5), "activation: 1.5 is not between 0.0 and 1.0"),
    (fact_line(activation="high"), 'activation: "high" is not between 0.0 and 1.0'),
    (fact_line(activation=True), "activation: true is not between 0.0 and 1.0"),
    (fact_line().replace("1.0", "NaN"), "NaN is not a JSON number"),
    (fact_line(id="a --> b"), "id: 'a --> b' is no id"),
    ("[" * 100_000, "is nested too deeply"),
]


@pytest.mark.parametrize(("line", "problem"), BAD)
def test_a_malformed_line_is_set_aside_and_the_other_facts_are_kept(home, caplog, line, problem):
    line = line.strip() + "\n"
    path = write_facts(home, fact_line(id="1"), line, fact_line(id="2", subject="b"))
    graph = FactGraph(home)
    (defect,) = graph.defects
    assert str(defect).startswith(f"{path}:2: ")
    assert problem in str(defect)
    assert list(graph.facts) == ["1", "2"]
    tell(graph, "c", "is", "d")

    assert [item["subject"] for item in records(path)] == ["deployment project", "b", "c"]
    assert (folder(home) / DAMAGED).read_text() == line
    assert f"{path}:2: " in caplog.text
    assert graph.defects == []


def test_reading_does_not_set_damaged_lines_aside(home):
    path = write_facts(home, "{torn\n")
    graph = FactGraph(home)
    graph.lookup("a", now=NOON)
    graph.counts(now=NOON)

    assert path.read_text() == "{torn\n"


def test_a_valid_last_line_without_a_newline_is_read_as_a_fact(home):
    path = write_facts(home, fact_line().rstrip())
    graph = FactGraph(home)
    tell(graph, "c", "is", "d")

    assert [item["subject"] for item in records(path)] == ["deployment project", "c"]


def test_a_line_that_is_not_utf_8_is_set_aside(home):
    path = write_facts(home)
    path.write_bytes(b"\xff\xfe{}\n" + fact_line().encode())
    graph = FactGraph(home)
    tell(graph, "c", "is", "d")

    assert len(records(path)) == 2
    assert (folder(home) / DAMAGED).read_bytes() == b"\xff\xfe{}\n"


@pytest.mark.parametrize("name", ["entities.jsonl", "relations.jsonl"])
@pytest.mark.parametrize("text", [None, "", "{torn", '{"entity": "somebody else"}\n'])
def test_missing_or_wrong_entity_and_relation_files_are_rebuilt(graph, home, name, text):
    tell(graph)
    path = folder(home) / name
    whole = path.read_text()
    path.unlink() if text is None else path.write_text(text)
    graph.reconcile(now=NOON)

    assert path.read_text() == whole


def test_each_wording_of_a_duplicate_fact_is_kept_in_the_archive(home):
    write_facts(home, *(fact_line(object=text) for text in ("2026-05-15", "May 15, 2026",
                                                            "15.05.2026")))  # fmt: skip
    FactGraph(home).prune(now=at(-190))

    archived = records(folder(home) / "archived-facts.jsonl")
    assert [item["object"] for item in archived] == ["May 15, 2026", "15.05.2026"]


@pytest.mark.parametrize("extra", ['"w": 1e400', '"note": "\\ud83d"'])
def test_a_line_that_could_not_be_written_again_is_set_aside(graph, home, extra):
    """Such a fact could never be archived, and would block all others."""
    tell(graph)
    file = home / "knowledge-graph" / "facts.jsonl"
    line = f'{{"subject": "a", "predicate": "b", "object": "c", "created": "2026-01-01", {extra}}}'
    file.write_text(file.read_text() + line + "\n")

    assert [defect.path for defect in graph.defects] == [f"{file}:2"]
    assert len(graph.facts) == 1
