"""``robot-memory recall``: what its exit status says."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_search_that_found_something_is_done(command, lip, options):
    found = command("recall", "doorway", *options)

    assert found.status == 0
    assert "Kitchen doorway has a 3 cm lip" in found.out


def test_where_nothing_was_found_the_answer_is_no(command, lip):
    nothing = command("recall", "zeppelin")

    assert (nothing.status, nothing.out) == (1, "")
    assert nothing.err == "nothing was found\n"


def test_where_nothing_was_found_the_answer_as_json_is_an_empty_list(command, lip):
    nothing = command("recall", "zeppelin", "--json")

    assert (nothing.status, nothing.json) == (1, [])


def test_a_list_that_is_empty_is_no_failure(command, lip):
    assert command("facts", "list").status == 0
    assert command("show", "--tag", "garage").status == 0
