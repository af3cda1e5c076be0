"""An agent gets a skill as a whole, and can read it by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from robot_memory.faces.mcp.bounded_text import DATA_MARK, as_data


def text_of(result):
    return "\n".join(part.text for part in result.content)


def approved(home: Path, skill: str, text: str) -> dict[str, str]:
    """Write a skill where an approval would; return the arguments to read it."""
    path = home / "procedural" / "skills" / skill / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return {"level": "procedural", "path": f"skills/{skill}/SKILL.md"}


STEPS = "1. Check the battery\n2. Never scan with the lamp on\n3. Scan"


def test_recall_returns_a_skill_with_all_its_steps_and_its_path(home, call):
    approved(home, "scan-bay-7", f"# Scan bay 7\n\n{STEPS}\n")
    asked = {"query": "how do I scan bay 7?", "limit": 1}

    _, hit = text_of(call(lambda client: client.call_tool("recall", asked))).splitlines()

    assert json.loads(hit)["text"] == STEPS.replace("\n", " ")
    assert json.loads(hit)["id"] == "procedural/skills/scan-bay-7/SKILL.md"


def test_read_page_returns_a_skill_unchanged(home, call):
    page = f"# Scan bay 7\n\n{STEPS}\n"
    asked = approved(home, "scan-bay-7", page)

    assert text_of(call(lambda client: client.call_tool("read_page", asked))) == as_data(page)


def test_the_description_of_read_page_gives_the_path_of_a_skill(call):
    tools = {tool.name: tool for tool in call(lambda client: client.list_tools()).tools}

    assert "skills/NAME/SKILL.md of the procedural level" in tools["read_page"].description


def test_a_long_skill_is_read_in_parts_with_an_offset(home, call):
    page = "# Valves\n\n" + "".join(f"{n}. Turn valve {n} slowly\n" for n in range(1, 1500))
    asked = approved(home, "valves", page)
    read, offset = "", 0

    while True:
        given = {**asked, "offset": offset}
        text = text_of(call(lambda client, given=given: client.call_tool("read_page", given)))
        part, _, more = text.removeprefix(f"{DATA_MARK}\n").partition("\n[")
        read, offset = read + part, offset + len(part)
        if not more:
            break
        assert more.endswith(f" characters more: ask again with offset {offset}]")

    assert read == page


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("skills/nod/SKILL.md", "there is no file 'skills/nod/SKILL.md' in the procedural level"),
        (
            "../robot-memory.md",
            "procedural/../robot-memory.md: holds a name that begins with a dot",
        ),
    ],
)
def test_read_page_refuses_a_missing_file_and_a_path_outside_the_level(call, path, words):
    asked = {"level": "procedural", "path": path}

    result = call(lambda client: client.call_tool("read_page", asked))

    assert result.is_error
    assert words in text_of(result)
