"""Every text stays text wherever it is shown: one line, nothing hidden."""

from __future__ import annotations

import contextlib
import json
import os
import unicodedata
from types import SimpleNamespace

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from robot_memory import RobotMemory
from robot_memory.entries import yaml_text
from robot_memory.entries.context_block import format_line
from robot_memory.entries.peer_text import neutral
from robot_memory.faces.cli.main import main
from robot_memory.foundation.text.escaping import (
    json_text,
    listed_name,
    markdown_line,
    one_line,
    sentences,
    terminal_line,
    terminal_text,
)
from robot_memory.long_term.graph.memory_page import render

FEW = settings(max_examples=int(os.environ.get("LAWS", "40")), deadline=None)
#: Texts that move a cursor, change the writing direction, hide, or open something.
NASTY = (
    "\x1b[31m", "\x07", "\x9b31m", "\x85", "\u2028", "\u2029", "\r", "\n", "\t", "\x00", "\x7f",
    "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\ufe0f", "\u3164", "\U000e0041", "\ue000",
    "</context>", "```", "~~~", "<!--", "-->", '{"role": "system"}', "🔴 [99%] ", "![x](http://y)",
    "[INST]", "<|im_start|>", "---\n", "# ", "<script>", "\U000e0165", "\u115f", "\u180c",
    "\u2800", "\U0001d159",
)  # fmt: skip
#: Characters drawn as nothing: Default_Ignorable_Code_Point and blanks.
DRAWN_AS_NOTHING = {
    *map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159)),
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
ORDINARY = [
    "Left wheel encoder: 3 % slip — prefer ≤0.3 m/s (see 'base')", "Tür klemmt", "扉が固い",
    "الباب عالق", "motor_3 at 40 °C, I²C bus /dev/i2c-1; a/b & c+d = 5!",
]  # fmt: skip
ANY = st.lists(st.sampled_from(NASTY) | st.text(max_size=6), max_size=10).map("".join)


def of_any_text(law):
    """Test a law with many texts, including all the nasty ones."""
    return FEW(given(ANY)(example("".join(NASTY))(law)))


def hides(text, but="\n"):
    """Return the characters of a text that are invisible or break lines."""
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return {
        char
        for char in text
        if char not in but and (unicodedata.category(char) in hidden or char in DRAWN_AS_NOTHING)
    }


def as_in_html(text):
    pytest.importorskip("jinja2", reason="needs the extra `report`")
    from robot_memory.applications.report.markup import visible

    return visible(text)


@of_any_text
def test_an_entry_in_a_prompt_is_one_line_without_markup(text):
    said = neutral(text)

    assert not hides(said, but="")
    assert said.splitlines() in ([], [said])
    assert not set(said).intersection("<>[]{}`\\🔴🟡🟢\ufe0f\u3164\U000e0041\ue000")
    assert format_line(0.9, text).rstrip() == f"🔴 [90%] {said}".rstrip()


@pytest.mark.parametrize(
    ("escape", "but"),
    [(terminal_text, "\n\t"), (terminal_line, ""), (one_line, ""), (as_in_html, "")],
    ids=["on a terminal", "within a line of a terminal", "in RViz", "in HTML"],
)
@of_any_text
def test_shown_text_has_no_invisible_or_control_characters(escape, but, text):
    assert not hides(escape(text), but=but)


@of_any_text
def test_a_cell_of_the_dashboard_is_one_line_without_markup(text):
    pytest.importorskip("textual", reason="needs the extra `watch`")
    from robot_memory.faces.watch.state_view import shown

    cell = shown(f"[red]{text}[/red]")

    assert not hides(cell.plain, but="")
    assert cell.plain.startswith("[red]")
    assert cell.spans == []


@of_any_text
def test_a_log_line_of_the_node_has_no_control_characters(text):
    pytest.importorskip("rclpy", reason="needs ROS 2")
    from robot_memory.faces.ros.node_log import NodeLog

    lines = []
    NodeLog(SimpleNamespace(warning=lines.append)).warning(f"`{text}` is skipped")

    assert not hides(lines[0], but="\n\t")


@of_any_text
def test_a_fact_line_holds_only_our_own_comment(text):
    known = SimpleNamespace(text=text, fact=SimpleNamespace(id="fact-1"))
    line = render(known)

    assert line.endswith(" <!-- fact-1 -->")
    assert (line.count("<!--"), line.count("-->")) == (1, 1)
    assert not hides(line, but="")


@of_any_text
def test_printed_json_hides_nothing_and_parses_to_the_same_data(text):
    for indent in (None, 2):
        printed = json_text({text: [text, 1.5, None]}, indent=indent)

        assert not hides(printed)
        assert json.loads(printed) == {text: [text, 1.5, None]}


@of_any_text
def test_a_line_of_a_page_is_one_line_without_tags_fences_and_images(text):
    line = markdown_line(text)

    assert not hides(line, but="")
    assert not [word for word in ("```", "~~~", "<!--", "-->", "<s", "</", "](") if word in line]
    assert markdown_line(line) == line


@of_any_text
def test_quoted_yaml_hides_nothing_and_parses_to_the_same_text(text):
    written = yaml_text.quoted(text)

    assert not hides(written, but="")
    assert yaml.safe_load(written) == text


@of_any_text
def test_an_answer_in_sentences_has_no_hidden_characters_and_no_markup(text):
    said = sentences(f"nothing was stored:\n  id: {text}")

    assert not hides(said)
    assert not [word for word in ("```", "~~~", "<!--", "<s", "</", "🔴") if word in said]


def test_an_answer_in_sentences_is_limited_in_length():
    assert len(sentences("x" * 10_000_000)) < 5_000
    assert sentences("nothing was stored:\n  id: 99") == "nothing was stored:\n  id: 99"


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_escaped_unchanged(text):
    for escape in (neutral, terminal_text, markdown_line, one_line, as_in_html):
        assert escape(text) == text
    assert json_text(text) == f'"{text}"'


# -- the faces -----------------------------------------------------------------------------------

WORDS = "Dock \x1b]0;owned\x07 \u202ereversed\u202c \x9b31m <b>\U000e0041 is slippery"


@pytest.fixture
def noted(home):
    with RobotMemory.open(home) as memory:
        entry = memory.remember("environment_note", WORDS, tags=[WORDS])
        memory.mute(entry.id, why=WORDS)
        memory.declare_known(entry.id, WORDS)
    return entry.id


def test_every_command_prints_text_without_control_characters(noted, home, capfd):
    (home / "semantic/knowledge").mkdir(parents=True, exist_ok=True)
    (home / "semantic/knowledge/dock.md").write_text(f"# Dock\n\n## Notes\n- {WORDS}\n")
    verbs = [["show", "--all"], ["context"], ["why", noted], ["recall", "dock slippery"],
             ["check"], ["levels", "read", "semantic", "knowledge/dock.md"], ["resolve", WORDS],
             ["levels", WORDS]]  # fmt: skip
    for verb in verbs:
        for more in ([], ["--json"]):
            with contextlib.suppress(SystemExit):
                main([*verb, "--home", str(home), *more])
            out, err = capfd.readouterr()
            assert not hides(out, but="\n\t"), verb
            assert not hides(err, but="\n\t"), verb


def test_an_entry_text_cannot_start_a_new_output_line(home, capsys):
    with RobotMemory.open(home) as memory:
        entry = memory.remember("environment_note", "Dock is wet").id
    file = home / "robot-memory.md"
    file.write_text(file.read_text().replace('"Dock is wet"', '"Dock is wet\\nforged line"'))
    for verb in (["show"], ["why", entry], ["recall", "dock"], ["resolve", entry],
                 ["show", "--all"], ["forget", entry]):  # fmt: skip
        main([*verb, "--home", str(home)])
        out = capsys.readouterr().out
        assert "Dock is wet" in out, verb
        assert not [line for line in out.splitlines() if line.startswith("forged")], verb


def test_no_file_that_the_memory_writes_has_hidden_characters(noted, home, clock):
    with RobotMemory.open(home) as memory:
        session = memory.long_term.levels.sessions.start(memory.clock.now().time)
        session.add_turn("user", WORDS, memory.clock.now().time, intent=WORDS)
        session.keep(memory.clock.now().time, goal=WORDS)
        memory.consolidate()
    files = [path for path in home.rglob("*") if path.suffix in (".md", ".json", ".jsonl")]

    assert len(files) > 5
    assert [path.name for path in files if hides(path.read_text())] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Rover 3", "Rover 3"),
        ("Henry, bob", "“Henry, bob”"),
        ("grace and Ada", "“grace and Ada”"),
        ("Rover 3 5 of 6 robots", "“Rover 3 5 of 6 robots”"),
        ("A”: 5 (B)", "“A': 5 (B)”"),
        ("Rover\n3", "Rover 3"),
    ],
)
def test_a_name_that_could_read_as_several_is_quoted(name, told):
    assert listed_name(name) == told
