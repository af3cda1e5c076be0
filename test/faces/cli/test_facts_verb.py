"""``robot-memory facts``: the known facts."""

from __future__ import annotations


def test_a_learned_fact_is_listed_with_its_source(command):
    done = command("facts", "learn", "dock", "located_in", "bay 2", "--source", "ada")
    assert (done.status, done.out.endswith("learned: dock located in bay 2\n")) == (0, True)

    (fact,) = command("facts", "list", "dock", "--json").json
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("dock", "located_in", "bay 2")
    assert (fact["source"], fact["activation"]) == ("ada", 1.0)


def test_listing_facts_of_an_unknown_name_exits_with_1(command):
    command("facts", "learn", "dock", "located_in", "bay 2")
    done = command("facts", "list", "lift")

    assert (done.status, done.out) == (1, "")
    assert "no fact is known of lift" in done.err


def test_a_damaged_line_is_reported_with_its_file_and_line_number(command):
    command("facts", "learn", "dock", "located_in", "bay 2")
    file = command.home / "knowledge-graph/facts.jsonl"
    file.write_text(file.read_text() + '{"subject": 3}\n')
    done = command("facts", "check")

    assert done.status == 1
    assert "facts.jsonl:2" in done.out
