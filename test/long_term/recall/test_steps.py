"""Step-by-step instructions are recalled completely and in order."""

from __future__ import annotations

import json

import pytest

STEPS = (
    "Check the battery", "Wait two minutes after misting", "Never scan with the lamp on",
    "Lower the mast", "Drive to bay 7", "Scan", "Raise the mast",
)  # fmt: skip
NUMBERED = "\n".join(f"{number}. {step}" for number, step in enumerate(STEPS, 1))
PAGES = ["procedural/skills/scan-bay-7/SKILL.md", "semantic/knowledge/scan-bay-7.md",
         "procedural/agents.md"]  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("limit", [1, 5])
def test_numbered_steps_are_one_hit_in_their_order(robot, name, limit):
    robot.page(name, f"# Scan bay 7\n\n{NUMBERED}\n")

    assert robot.texts("how do I scan bay 7?", limit=limit) == [NUMBERED]


@pytest.mark.parametrize("name", PAGES)
def test_a_question_about_one_step_returns_all_steps(robot, name):
    robot.page(name, f"# Scan bay 7\n\n{NUMBERED}\n")

    assert robot.texts("how long do I wait after misting?") == [NUMBERED]


def test_a_skill_is_returned_with_the_constraints_of_another_section(robot):
    robot.page(PAGES[0], "# Scan bay 7\n\n1. Drive\n2. Scan\n\n## Constraints\n- Lamp off\n")

    assert robot.texts("how do I scan bay 7?", limit=1) == [
        "1. Drive\n2. Scan\n## Constraints\n- Lamp off"
    ]


def test_the_number_of_a_step_does_not_match_the_number_of_a_part(robot):
    robot.page(PAGES[1], "# Scan\n\n1. Drive to the bay\n2. Scan the shelf\n")
    (hit,) = robot.find("scan the shelf of bay 2")

    assert not hit.is_answer


def test_a_long_text_is_cut_at_its_end_and_names_the_file_with_the_rest(robot):
    steps = [f"{number}. Turn the valve {'slowly ' * 20}" for number in range(1, 50)]
    robot.page(PAGES[0], "# Valve\n\n" + "\n".join(steps) + "\n50. Ring the bell\n")
    (hit,) = robot.find("ring the bell")

    assert hit.text.startswith("1. Turn the valve slowly")
    assert hit.text.endswith(f" characters more in {PAGES[0]}]")
    assert len(hit.text) < 4_200


def test_a_long_json_value_is_cut_and_names_its_file(robot):
    robot.page("procedural/guardrails.json", json.dumps({"lamp": ["never scan with it on"] * 300}))
    (hit,) = robot.find("lamp")

    assert hit.text.endswith(" characters more in procedural/guardrails.json]")
