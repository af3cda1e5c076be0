"""MEMORY.md: the machine's lines come and go, a person's lines stay (003 Step 5, rules.md §8)."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from fact_builders import NOON, at, fact_line, make_entry, tell, write_facts

from robot_memory.foundation.disk import files
from robot_memory.long_term.graph import FactGraph, FactLimits


@pytest.fixture
def page(home):
    home.mkdir()
    return home / "MEMORY.md"


def line_of(page, words):
    (line,) = (line for line in page.read_text().splitlines() if words in line)
    return line


def test_a_new_page_has_a_title_a_heading_and_a_line_for_each_fact(graph, page):
    fact_id = tell(graph)
    graph.reconcile(now=NOON)

    assert page.read_text() == (
        "# Memory\n\n## Said or confirmed by people\n\n"
        f"- deployment project started on 2026-05-15 <!-- {fact_id} -->\n"
    )


def test_a_stronger_fact_replaces_the_weakest_line_which_can_return(home):
    graph = FactGraph(home, FactLimits(memory_md_max_lines=6))
    weak = tell(graph, "weak", "is", "there", activation=0.6)
    graph.reconcile(now=NOON)
    strong = tell(graph, "strong", "is", "there", activation=0.9)
    report = graph.reconcile(now=NOON)
    assert (report.added, report.removed, report.left_out) == ((strong,), (weak,), 1)
    graph.boost([weak], now=at(30))
    graph.reconcile(now=at(30))

    assert "weak is there" in (home / "MEMORY.md").read_text()


def test_a_fact_text_cannot_imitate_another_line_or_end_its_mark(graph, page):
    tell(graph, "evil", "says", "x --> y <!-- fact-1 -->\n# Heading\n- z <!-- fact-2 -->")
    graph.reconcile(now=NOON)
    again = page.read_text()
    graph.reconcile(now=NOON)

    assert page.read_text() == again
    assert again.count("\n") == 5
    assert again.count("<!--") == again.count("-->") == 1


def parts_of(page):
    """Return the lines of each section of the page, without their marks."""
    lines, parts = page.read_text().splitlines(), {}
    for line in lines:
        if line.startswith("#"):
            below = parts.setdefault(line.lstrip("# "), [])
        elif line:
            below.append(line.partition(" <!--")[0])
    return parts


FOUND = make_entry("Lidar blind", component="lidar")


def test_a_persons_note_is_listed_under_statements_of_people(graph, page):
    note = make_entry("Wear gloves", tags=("oven",))
    said_by_agent = make_entry("Zone 3 is free", extra={"source": "agent"})
    graph.follow_entries([(0.9, FOUND), (0.8, note), (0.7, said_by_agent)], now=NOON)
    graph.reconcile(now=NOON)
    tell(graph, source="ada")
    graph.reconcile(now=NOON)

    assert parts_of(page) == {
        "Memory": [],
        "Learned by the robot": ["- Lidar blind", "- Zone 3 is free (an agent says so)"],
        "Said or confirmed by people": [
            "- oven: Wear gloves", "- deployment project started on 2026-05-15",
        ],
    }  # fmt: skip


@pytest.mark.parametrize("most", [7, 8, 9])
def test_an_agents_line_is_not_added_while_a_persons_line_has_no_room(home, most):
    graph = FactGraph(home, FactLimits(memory_md_max_lines=most))
    note = make_entry("Never enter hall 4")
    said_by_agent = make_entry("Zone 3 is free", extra={"source": "agent"})
    graph.follow_entries([(0.95, FOUND), (0.9, note), (0.6, said_by_agent)], now=NOON)
    graph.reconcile(now=NOON)

    assert "Zone 3 is free" not in (home / "MEMORY.md").read_text()


OWN = (
    "# My robot\n\nIt bites.\n\n- never lend it <!-- todo -->\n\n"
    "## Learned by the robot\n\nends here"
)


@pytest.mark.parametrize(
    "own",
    [OWN, OWN + "\n", OWN.replace("\n", "\r\n"), "\ufeff" + OWN, "x", "\n\n text",
     "- deployment project <!-- fact-0 -->\n"],
)  # fmt: skip
def test_a_persons_lines_stay_as_they_are(graph, page, own):
    page.write_bytes(own.encode())
    tell(graph)
    graph.reconcile(now=NOON)
    with_ours = page.read_bytes()
    graph.reconcile(now=at(100))

    assert b"started on 2026-05-15" in with_ours
    left = page.read_bytes()
    for line in own.encode().splitlines():
        assert line in with_ours.splitlines()
        assert line in left.splitlines()
    assert b"started on" not in left


def test_bytes_that_are_not_utf_8_stay_unchanged(graph, page):
    page.write_bytes(b"\xff\xfe odd\n")
    tell(graph)
    graph.reconcile(now=NOON)

    assert page.read_bytes().startswith(b"\xff\xfe odd\n")


def test_a_line_that_a_person_deleted_is_not_added_again(graph, page):
    tell(graph)
    tell(graph, "robot", "weighs", "12 kg")
    graph.reconcile(now=NOON)
    page.write_text(page.read_text().replace(line_of(page, "12 kg") + "\n", ""))
    for day in range(3):
        graph.reconcile(now=at(day))
        tell(graph, "robot", "weighs", "12 kg", now=at(day))

    assert "12 kg" not in page.read_text()
    assert "2026-05-15" in page.read_text()
    assert graph.lookup("robot", now=NOON)  # the graph still knows it


def test_a_deleted_line_is_not_added_again_when_its_fact_is_relearned(graph, page, home):
    write_facts(home, fact_line(id="of-another-tool", created="2026-12-01T00:00:00Z"))
    graph.reconcile(now=NOON)
    page.write_text("# Mine\n")
    graph.reconcile(now=NOON)
    graph.prune(now=at(1000))
    tell(graph, now=at(1000))
    graph.reconcile(now=at(1000))

    assert page.read_text() == "# Mine\n"


def test_a_line_that_a_person_reworded_is_never_changed_or_removed(graph, page):
    tell(graph)
    graph.reconcile(now=NOON)
    mine = line_of(page, "started").replace("started on", "was begun on")
    page.write_text(page.read_text().replace(line_of(page, "started"), mine))
    graph.reconcile(now=NOON)
    graph.reconcile(now=at(1000))

    assert line_of(page, "was begun on") == mine
    assert "started on" not in page.read_text()


def test_a_line_that_a_person_moved_is_still_removed_with_its_fact(graph, page):
    tell(graph)
    graph.reconcile(now=NOON)
    line = line_of(page, "started")
    page.write_text(f"{line}\n\n# Mine\n")
    graph.reconcile(now=NOON)
    assert page.read_text() == f"{line}\n\n# Mine\n"
    graph.reconcile(now=at(1000))

    assert page.read_text() == "\n# Mine\n"


def test_a_fact_that_a_person_already_wrote_is_not_added_again(graph, page):
    page.write_text("* Deployment project  started on May 15, 2026\n")
    tell(graph)
    graph.reconcile(now=NOON)

    assert page.read_text() == "* Deployment project  started on May 15, 2026\n"


def test_a_missing_or_empty_page_is_written_again_with_all_lines(graph, page):
    tell(graph)
    graph.reconcile(now=NOON)
    whole = page.read_text()
    page.unlink()
    graph.reconcile(now=NOON)
    assert page.read_text() == whole
    page.write_text("\n")
    graph.reconcile(now=NOON)

    assert page.read_text() == whole


def test_without_its_record_the_memory_recognises_its_lines_by_their_text(graph, page, home):
    tell(graph)
    tell(graph, "robot", "weighs", "12 kg")
    graph.reconcile(now=NOON)
    page.write_text(page.read_text().replace("weighs", "has a weight of"))
    before = page.read_text()
    (home / "knowledge-graph" / "memory-md.json").unlink()
    graph.reconcile(now=NOON)
    assert page.read_text() == before
    graph.reconcile(now=at(1000))

    assert "started on" not in page.read_text()
    assert "has a weight of" in page.read_text()


@pytest.mark.parametrize("text", ["{", "[]", '{"lines": 1, "declined": []}', '{"lines": {}}',
                                  '{"lines": {"a": [1]}, "declined": []}'])  # fmt: skip
def test_a_damaged_record_is_set_aside(graph, page, home, caplog, text):
    tell(graph)
    graph.reconcile(now=NOON)
    before = page.read_text()
    (home / "knowledge-graph" / "memory-md.json").write_text(text)
    graph.reconcile(now=NOON, dry_run=True)
    assert not list((home / "knowledge-graph").glob("memory-md.damaged-*.json"))
    graph.reconcile(now=NOON)

    (copy,) = (home / "knowledge-graph").glob("memory-md.damaged-*.json")
    assert copy.read_text() == text
    assert page.read_text() == before
    assert str(copy) in caplog.text


def test_a_page_above_the_limit_gets_no_fact_and_keeps_a_persons_lines(graph, page):
    tell(graph)
    graph.reconcile(now=NOON)
    own = "".join(f"mine {n}\n" for n in range(300))
    page.write_text(own + line_of(page, "started") + "\n")
    report = graph.reconcile(now=NOON)

    assert page.read_text() == own
    assert report.left_out == 1


def edit_while_it_is_written(monkeypatch, page, text):
    """Let an editor save a text whenever the new page is written, but not yet renamed."""
    new_version = files.new_version

    @contextmanager
    def edited(target, data):
        with new_version(target, data) as temporary:
            if target == page and (said := text()):
                page.write_text(said)
            yield temporary

    monkeypatch.setattr(files, "new_version", edited)


@pytest.mark.parametrize("can_exchange", [True, False])
def test_text_that_an_editor_saves_during_the_write_is_kept(graph, page, monkeypatch, can_exchange):
    page.write_text("# Mine\n")
    tell(graph)
    edits = iter(["# Mine, again\n", "# Mine, once more\n"])
    edit_while_it_is_written(monkeypatch, page, lambda: next(edits, None))
    if not can_exchange:
        monkeypatch.setattr(files, "exchange", lambda first, second: False)
    graph.reconcile(now=NOON)

    assert page.read_text().startswith("# Mine, once more\n")
    assert "started on" in page.read_text()
    assert sorted(path.name for path in page.parent.iterdir()) == ["MEMORY.md", "knowledge-graph"]


@pytest.mark.parametrize("last", [1, 2, 3])
def test_text_that_an_editor_saves_during_the_exchange_is_kept(graph, page, monkeypatch, last):
    page.write_text("# Mine\n")
    tell(graph)
    exchange = files.exchange
    calls = []

    def edited(first, second):
        calls.append(first)
        if len(calls) <= last:  # before the exchange, before its undo, and before the undo of that
            second.unlink()
            second.write_text(f"# Mine {len(calls)}\n")
        return exchange(first, second)

    monkeypatch.setattr(files, "exchange", edited)
    graph.reconcile(now=NOON)

    assert page.read_text().startswith(f"# Mine {last}\n")


def test_a_constantly_changing_page_raises_and_is_not_overwritten(graph, page, monkeypatch):
    page.write_text("# Mine\n")
    tell(graph)
    count = iter(range(100))
    edit_while_it_is_written(monkeypatch, page, lambda: f"# Mine {next(count)}\n")
    with pytest.raises(OSError, match="was changed 5 times while it was written; try later"):
        graph.reconcile(now=NOON)

    assert page.read_text() == "# Mine 4\n"
