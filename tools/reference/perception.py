"""The pages of rules and detectors, from config/rules.yaml and the registry."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping

from reference.markdown import code, page, table
from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules

_RULES = """\
A rule binds topics to a [detector](detectors.md). The table lists the rules that ship with the
package, in their order. Where several rules give one topic and field to the same detector, the
first one counts. `rules.yaml` in the folder `config` has the same rules, with comments.
[How to add a rule](../how-to/add-a-rule.md) shows how to use your own. The section `episodes` of
that file says which runs are recorded for training."""
_DETECTORS = """\
A detector reads the messages of a topic and reports occurrences: a fault begins, and ends.
[Rules](rules.md) bind topics to detectors; [perception](../explanation/perception.md) explains how
detectors work together. Numbers in the tables of options are for a rule (`options: {silent: 10}`);
times are in seconds.

## Fields

A rule for numbers names the field of a message that it reads:

| field | reads |
|---|---|
| `percentage`, `linear_acceleration.x` | a number |
| `linear_acceleration.*`, `*` | every number in it |
| `\\|linear_acceleration\\|` | the length of a vector |
| `effort[2]`, `effort[-1]`, `effort[*]` | the third element, the last one, or each |
| `status[?name=='IMU'].values.Temperature` | the value of a key, in the status with that name |
| `status[*].values[*]` | every value of every status |
| `values['Motor current (A)']` | the value of a key that is not a plain word |

The elements of `effort` are named by `name` of the same message, if it has names.
Texts count as numbers with or without a unit (`37.2 C`, `45 %`). So do flags.

## List"""
_ROLE = re.compile(r":\w+:`~?([^`]*)`")


def rules_page() -> str:
    """Return the page of the rules that ship."""
    rules = load_rules(default_rules_file())
    heads = ("detector", "type", "topic", "field", "except", "options")
    return page("Rules that ship", _RULES, table(heads, map(_rule, rules)))


def _rule(rule: Rule) -> tuple[str, ...]:
    options = ", ".join(f"{name} {value:g}" for name, value in rule.options.items())
    return (
        f"[`{rule.detector}`](detectors.md#{rule.detector})",
        code(rule.type or DETECTORS[rule.detector].TYPE),
        "any" if rule.topic == "*" else code(rule.topic),
        code(rule.field.text if rule.field else ""),
        ", ".join(map(code, rule.exceptions)),
        options,
    )


def detectors_page() -> str:
    """Return the page of detectors."""
    rows = [
        (f"[`{name}`](#{name})", code(DETECTORS[name].TYPE) or "any", _purpose(DETECTORS[name]))
        for name in sorted(DETECTORS)
    ]
    sections = "\n\n".join(
        part for name in sorted(DETECTORS) for part in _detector(name, DETECTORS[name])
    )
    heads = ("detector", "message type", "purpose")
    return page("Detectors", _DETECTORS, table(heads, rows), sections)


def _purpose(detector: type[Detector]) -> str:
    return _plain(_paragraphs(detector)[0])


def _detector(name: str, detector: type[Detector]) -> Iterator[str]:
    yield f"## {name}"
    read = code(detector.TYPE) or "any message type"
    field = "; its rule names the `field` that it reads" if detector.READS_FIELD else ""
    yield f"Reads {read}{field}."
    yield from map(_plain, _paragraphs(detector))
    meanings = _meanings(detector)
    rows = [
        (code(option), f"{its.default:g}", meanings.get(option) or its.meaning)
        for option, its in detector.OPTIONS.items()
    ]
    if rows:
        yield table(("option", "default", "meaning"), rows)


def _paragraphs(detector: type[Detector]) -> list[str]:
    """Return the paragraphs of a docstring above its sections (Args, Raises, Attributes)."""
    text = inspect.getdoc(detector) or ""
    text = re.split(r"\n(?:Args|Raises|Attributes):\n", text)[0]
    return [" ".join(part.split()) for part in text.strip().split("\n\n")]


def _meanings(detector: type[Detector]) -> Mapping[str, str]:
    """Return the meanings of the arguments in a docstring, by name."""
    _, _, arguments = (inspect.getdoc(detector) or "").partition("\nArgs:\n")
    arguments = re.split(r"\nRaises:\n", arguments)[0]
    found = re.findall(r"^    (\w+): (.*(?:\n     +.*)*)", arguments, re.M)
    return {name: " ".join(text.split()).rstrip(".") for name, text in found}


def _plain(text: str) -> str:
    return _ROLE.sub(r"`\1`", text).replace("``", "`")
