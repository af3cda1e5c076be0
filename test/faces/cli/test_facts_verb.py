"""``robot-memory facts``: the known facts."""

from __future__ import annotations


def test_what_was_stated_is_listed_with_who_said_so(command):
    done = command("facts", "learn", "dock", "located_in", "bay 2", "--source", "ada")
    assert (done.status, done.out.endswith("learned: dock located in bay 2\n")) == (0, True)

    (fact,) = command("facts", "list", "dock", "--json").json
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("dock", "located_in", "bay 2")
    assert (fact["source"], fact["activation"]) == ("ada", 1.0)


def test_where_nothing_is_known_of_a_name_the_answer_is_no(command):
    command("facts", "learn", "dock", "located_in", "bay 2")
    done = command("facts", "list", "lift")

    assert (done.status, done.out) == (1, "")
    assert "no fact is known of lift" in done.err


def test_a_damaged_line_is_named_with_its_place(command):
    command("facts", "learn", "dock", "located_in", "bay 2")
    file = command.home / "knowledge-graph/facts.jsonl"
    file.write_text(file.read_text() + '{"subject": 3}\n')
    done = command("facts", "check")

    assert done.status == 1
    assert "facts.jsonl:2" in done.out
