"""The page of the command line, from the parsers of its verbs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from reference.examples import NOTE_EXISTS
from reference.markdown import code, page, sentence, table
from robot_memory.faces.cli.verb_parsers import UNTESTED, examples_of, global_options
from robot_memory.faces.cli.verbs import DAILY, OTHER_GROUPS, VERBS, VerbGroup, load_verb, summary
from robot_memory.foundation.time.period import FORMS

_INTRODUCTION = """\
`robot-memory` needs no ROS. It works while the node runs: both read and write the same home safely.
In a sourced workspace `ros2 memory` is the same command; it opens the home of the
[running node](node.md#with-ros-tools).

| exit status | meaning |
|---|---|
| 0 | done |
| 1 | the answer is no: a defect, a difference, or a search found nothing that clearly answers |
| 2 | it could not be done; the message says why, and what became of the data |
| 130 | it was interrupted with Ctrl-C |

A list that is empty is an answer: exit status 0.

Where there is no memory home, a verb that stores something new makes it, as `remember` does, and
says so. One that only reads tells that nothing is remembered yet. One that changes what is there is
refused.

`robot-memory completion bash` lets a shell [complete](#completion) verbs, options and entry ids.

On a terminal, lines have colours and are wrapped at its width. `NO_COLOR=1` switches colours off.
There, a task of over two seconds shows its progress, and an answer longer than a page goes through
`$PAGER`, else `less -FRX`; `PAGER=cat` or an empty one switches that off.
A pipe or a file gets plain lines. Programs use `--json`. A reader that stops reading, as `head`
does, is no error.

A time is ISO 8601 (`2026-12-24`, `2026-12-24T08:00Z`) or in words: `now`, `today`, `yesterday`,
`tomorrow`, `"2 h ago"`, `"in 3 days"`. It is UTC where it names no zone. A day after `--until` of
`recall`, `reliability`, `outcomes` and `report` counts whole; else its beginning counts.

Square brackets in the tables hold defaults."""


def command_line_page() -> str:
    """Return the page."""
    parsers = {name: _parser(name) for name in VERBS}
    options = "## Options of every command\n\n" + "\n\n".join(_arguments(global_options()))
    sections = "\n\n".join(part for name in VERBS for part in _verb(name, parsers[name]))
    lists = "\n\n".join(map(_group, (DAILY, *OTHER_GROUPS)))
    return page("Command line", NOTE_EXISTS, _INTRODUCTION, lists, options, sections)


def _group(group: VerbGroup) -> str:
    rows = [(f"[`{name}`](#{name})", summary(load_verb(name))) for name in group.names]
    return f"**{sentence(group.title)}**\n\n" + table(("command", "purpose"), rows)


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"robot-memory {name}")
    load_verb(name).add_arguments(parser)
    return parser


def _verb(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"## {name}"
    subcommands = _subcommands(parser)
    yield (load_verb(name).__doc__ or "").strip()
    yield from _arguments(parser)
    for sub, (meaning, its) in subcommands.items():
        yield f"### {name} {sub}"
        yield f"{sentence(meaning)}."
        yield from _arguments(its)
    why_not = f" no-test: {UNTESTED[name]}" if name in UNTESTED else ""
    yield "\n".join((f"```sh{why_not}", *examples_of(name), "```"))


def _subcommands(
    parser: argparse.ArgumentParser,
) -> dict[str, tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            meanings = {one.dest: one.help or "" for one in action._get_subactions()}
            return {name: (meanings[name], its) for name, its in action.choices.items()}
    return {}


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    common = {action.dest for action in global_options()._actions}
    is_common = parser.prog == global_options().prog
    rows = [
        (_form(action), _help(action))
        for action in parser._actions
        if not isinstance(action, (argparse._HelpAction, argparse._SubParsersAction))
        and (is_common or action.dest not in common)
    ]
    if rows:
        yield table(("argument", "meaning"), rows)


def _form(action: argparse.Action) -> str:
    value = _value(action)
    if action.option_strings:
        flags = ", ".join(action.option_strings)
        return code(f"{flags} {value}".strip()) + (" (required)" if action.required else "")
    many = {"+": f"{value} …", "*": f"[{value} …]", "?": f"[{value}]"}
    return code(many.get(str(action.nargs), value))


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    name = str(action.metavar or action.dest.upper())
    return f"{name} …" if action.option_strings and action.nargs in ("+", "*") else name


def _help(action: argparse.Action) -> str:
    # The formats of times are explained once, at the top of the page.
    text = ((action.help or "") % {"default": action.default}).replace(f": {FORMS}", "")
    if action.choices and "," not in text:
        text = f"{text}: {', '.join(map(str, action.choices))}".lstrip(": ")
    may_repeat = isinstance(action, argparse._AppendAction) and "repeat" not in text
    return text + ("; may be repeated" if may_repeat else "")
