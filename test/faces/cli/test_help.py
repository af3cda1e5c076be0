"""The command line's help is complete, and lists everyday verbs first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.faces.cli.verbs import DAILY, OTHER_GROUPS, VERBS, load_verb

PAGE = (Path(__file__).parents[3] / "docs/reference/command-line.md").read_text(encoding="utf-8")


def parsers(name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the parsers of a verb and its subcommands, with their names."""
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
def test_every_argument_of_a_verb_has_a_help_text(name):
    silent = [
        f"{whole}: {action.dest}"
        for whole, parser in parsers(name)
        for action in parser._actions
        if not action.help and not isinstance(action, argparse._SubParsersAction)
    ]

    assert silent == []


@pytest.mark.parametrize("name", VERBS)
def test_the_help_of_a_verb_and_of_its_subcommands_fits_80_columns(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = [help_of(capsys, name)]
    shown += [help_of(capsys, name, sub) for sub in subcommands(name)]

    assert [line for text in shown for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", VERBS)
def test_the_help_of_a_verb_has_examples_that_its_reference_page_shows(name, capsys):
    lines = help_of(capsys, name).partition("examples:\n")[2].partition("\n\n")[0].splitlines()
    section = PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]

    assert lines
    assert [line for line in lines if f"\n{line.strip()}" not in section] == []
    assert all(f" {name}" in line for line in lines)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["shwo"], "did you mean show?"),
        (["facts", "lern"], "did you mean learn?"),
        (["show", "--tga", "kitchen"], "did you mean --tag?"),
        (["show", "--tga=kitchen"], "did you mean --tag?"),
        (["facts", "list", "--jsn"], "did you mean --json?"),
        (["show", "--type", "resolvd"], "did you mean resolved?"),
        (["recall", "x", "--source", "evnt"], "did you mean event?"),
    ],
)
def test_a_mistyped_word_is_refused_with_a_suggestion(typed, meant, capsys):
    with pytest.raises(SystemExit) as end:
        main(typed)

    assert end.value.code == 2
    assert meant in capsys.readouterr().err


def test_the_top_level_help_describes_daily_verbs_and_lists_all_others(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    shown = help_of(capsys)

    for name in DAILY.names:
        summary = (load_verb(name).__doc__ or "").splitlines()[0]
        assert f"  {name:<12}{summary[:60]}" in shown
    for group in OTHER_GROUPS:
        assert f"{group.title:<26}{', '.join(group.names)}" in shown
