"""The help of the command line is whole, and lists first what is typed every day."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.faces.cli.verbs import DAILY, OTHER_GROUPS, VERBS, load_verb


def parsers(name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the parser of a verb and those of its subcommands, with their names."""
    parser = argparse.ArgumentParser(name)
    load_verb(name).add_arguments(parser)
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from ((f"{name} {sub}", its) for sub, its in action.choices.items())


def subcommands(name: str) -> list[str]:
    return [whole.partition(" ")[2] for whole, _ in parsers(name)][1:]


def help_of(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--help"])
    assert end.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", VERBS)
def test_every_argument_of_a_verb_says_what_it_means(name):
    silent = [
        f"{whole}: {action.dest}"
        for whole, parser in parsers(name)
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]

    assert silent == []


@pytest.mark.parametrize("name", [name for name in VERBS if subcommands(name)])
def test_the_help_of_a_verb_lists_each_of_its_subcommands(name):
    text = load_verb(name).__doc__ or ""

    assert [sub for sub in subcommands(name) if f"{name} {sub}" not in text] == []


def test_the_first_help_tells_what_the_verbs_of_every_day_do_and_names_all_others(
    capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "100")
    shown = help_of(capsys)

    for name in DAILY.names:
        summary = (load_verb(name).__doc__ or "").splitlines()[0]
        assert f"  {name:<12}{summary[:60]}" in shown
    for group in OTHER_GROUPS:
        assert f"{group.title:<26}{', '.join(group.names)}" in shown


def test_the_first_help_fits_a_narrow_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    verbs = help_of(capsys).partition("verbs for every day:")[2].partition("options:")[0]

    assert max(map(len, verbs.splitlines())) <= 60


def test_each_verb_is_in_one_group():
    assert len(set(VERBS)) == len(VERBS)


def test_a_verb_that_there_is_not_is_refused_with_the_names_of_all(capsys):
    with pytest.raises(SystemExit) as end:
        main(["shwo"])

    said = capsys.readouterr().err
    assert end.value.code == 2
    assert [name for name in VERBS if name not in said] == []
