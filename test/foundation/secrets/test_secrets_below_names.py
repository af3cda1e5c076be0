"""Secrets apart from their names: in lines, lists and tables below them, and names as written."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.secrets.secrets_filter import (
    Filtered,
    filtered,
    names_a_secret,
    screened,
)
from robot_memory.long_term.graph.statement import Statement

SECRET = "hunter2"
BELOW = [
    "## Password\n\n- SECRET", "## Password\n\n- robot: SECRET", "## Passwords\n\nSECRET",
    "## Password\n\n1. SECRET", "## Password\n\n> SECRET", "## Password\n\n### robot\n\nSECRET",
    "## Password\n\n```\nSECRET\n```", "## Wifi password\n\n    SECRET",
    "## Password\n\nUser robot\nSECRET", "Password\n========\n\nSECRET", "Password\nSECRET",
    "password:\n  - SECRET", "password:\n- robot7\n- SECRET", "passwords:\n\n  SECRET",
    "wifi:\n  password:\n    value: SECRET", "password: |\n  SECRET",
    '"password": [\n  "SECRET"\n]',
    "- **Password**\n  - SECRET", "* __password:__\n  SECRET", "**Password**\\\nSECRET",
    "- Password\n    - SECRET", "> password\n> SECRET", "1. password:\n   1. SECRET",
    "- [ ] password:\n  - [x] SECRET", "? password\n: SECRET", "<b>password</b>: SECRET",
    "| what | value |\n|---|---|\n| password 2 | SECRET |",
    "| robot | Password of robot |\n|---|---|\n| r1 | SECRET |",
    "| robot | Passwords |\n|---|---|\n| r1 | SECRET |",
    "password2: SECRET", "PASSWORD_1=SECRET", "pass word: SECRET", "password（SECRET）",
    "The passwords are SECRET", "the wifi password equals SECRET", "user_password_value: SECRET",
]  # fmt: skip


@pytest.mark.parametrize("text", BELOW)
def test_a_secret_on_a_line_below_its_name_is_removed(text):
    found = filtered(text.replace("SECRET", SECRET))

    assert SECRET not in found.text
    assert found.removed
    assert filtered(found.text) == Filtered(found.text)


@pytest.mark.parametrize(
    "text",
    [
        "## Password\n\nAsk Ada for it.\n\n## Docks\n\n- dock3b", "## Docks\n\n- dock3b",
        "**Password**\n\nIt is in the safe.\n\ndock3b", "I changed the password\nyesterday",
        "password 2 is wrong", "password 1234 times refused",
        "the passwords are stored elsewhere", "token ring:\n- node3b",
    ],
)  # fmt: skip
def test_ordinary_lines_below_a_secrets_name_stay(text):
    assert filtered(text) == Filtered(text)


@pytest.mark.parametrize(
    "name",
    ["ｐassword", "pa\u200bssword", "\u00adpassword", "api\u00a0key", "pаssword", "password2",
     "PASSWORD_1", "PassWord1", "pass-word", "pass word", "passwords", "password ",
     "user_password_value", "secret value", "wifi.password", "token_2"],
)  # fmt: skip
def test_a_secrets_name_is_recognised_in_each_spelling(name):
    assert names_a_secret(name)
    assert SECRET not in str(screened({name: SECRET}))


@pytest.mark.parametrize("predicate", ["value", "is", "equals"])
def test_the_object_of_a_fact_about_a_password_is_removed(predicate):
    said = Statement("wifi password", predicate, SECRET, "agent:x")

    assert SECRET not in said.as_fact(datetime(2026, 12, 1, tzinfo=timezone.utc)).text


@pytest.mark.parametrize(
    "said",
    [("the password of wifi", "has_value", SECRET), (SECRET, "is_password_of", "wifi")],
)
def test_a_secret_is_removed_from_a_fact_with_a_part_that_names_a_secret(said):
    fact = Statement(*said, "agent:x").as_fact(datetime(2026, 12, 1, tzinfo=timezone.utc))

    assert SECRET not in str(fact)


def test_a_secret_tag_next_to_a_tag_that_names_it_is_removed(home):
    with RobotMemory.open(home) as memory:
        note = memory.remember("environment_note", "a note", tags=["password", SECRET])

    assert SECRET not in str(note)
