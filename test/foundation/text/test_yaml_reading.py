"""YAML is bounded: no file can exhaust its reader's memory or end its process."""

from __future__ import annotations

import itertools

import pytest
import yaml

from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.yaml_reading import DEEPEST, LONGEST_NUMBER, compose, load

NAMES = "abcdefghi"
#: Nine levels of aliases, which expand to 9 ** 9 values.
BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in itertools.pairwise(NAMES)
)
#: Each anchor is one level deeper than the one before it.
STAIRS = "- &a0 [x]\n" + "".join(f"- &a{n} [*a{n - 1}]\n" for n in range(1, 5000))
NESTED = {
    "brackets": lambda depth: "[" * depth + "]" * depth,
    "open brackets": lambda depth: "[" * depth,
    "mappings": lambda depth: "{a: " * depth + "}" * depth,
    "dashes": lambda depth: "- " * depth + "a",
    "question marks": lambda depth: "? " * depth + "a",
    "lines": lambda depth: "\n".join(" " * level + "a:" for level in range(min(depth, 2000))),
}


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def _both_loaders(request, monkeypatch):
    monkeypatch.setattr(yaml_reading, "Loader", getattr(yaml, request.param))


@pytest.mark.usefixtures("_both_loaders")
@pytest.mark.parametrize("depth", [DEEPEST + 1, 30_000])
@pytest.mark.parametrize("form", NESTED.values(), ids=NESTED.keys())
def test_yaml_nested_too_deeply_is_refused(form, depth):
    with pytest.raises(yaml.YAMLError):
        compose(form(depth))


@pytest.mark.usefixtures("_both_loaders")
@pytest.mark.parametrize("padding", [0, 5000])
def test_a_short_text_and_a_long_one_have_the_same_bound_of_depth(padding):
    just = f"[{'x' * (padding + 1)}, {NESTED['brackets'](DEEPEST - 1)}]"
    above = f"[{'x' * (padding + 1)}, {NESTED['brackets'](DEEPEST)}]"

    assert compose(just) is not None
    with pytest.raises(yaml.YAMLError, match=f"deeper than {DEEPEST} levels"):
        compose(above)


@pytest.mark.parametrize("text", [BOMB, STAIRS], ids=["bomb", "stairs"])
def test_expanded_aliases_count_towards_the_depth_and_size_limits(text):
    with pytest.raises(yaml.YAMLError, match=r"deeper than|more than"):
        load(text)


def test_load_follows_aliases():
    assert load("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}") == {
        "a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1, "y": 2},
    }  # fmt: skip


def test_an_alias_within_itself_is_refused():
    with pytest.raises(yaml.YAMLError, match="stands for nothing yet"):
        load("&a [*a]")


def test_compose_refuses_aliases():
    with pytest.raises(yaml.YAMLError, match=r"the alias \*a is not followed"):
        compose("a: &a 1\nb: *a")


def test_a_star_or_ampersand_within_a_text_is_not_an_alias():
    assert load("a: 2 * 3 & 4 *b\nc: '*a'") == {"a": "2 * 3 & 4 *b", "c": "*a"}


def test_a_text_with_too_many_values_is_refused(monkeypatch):
    monkeypatch.setattr(yaml_reading, "MOST_NODES", 5000)
    with pytest.raises(yaml.YAMLError, match="more than 5000 values"):
        compose("[" + "a," * 5000 + "]")


def test_a_text_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(yaml_reading, "LONGEST", 5000)
    with pytest.raises(yaml.YAMLError, match="5002 characters, above 5000"):
        compose("x" * 5002)


@pytest.mark.parametrize(
    "number", ["9" * 400, "0x" + "f" * 400, "1" + ":59" * 200],
    ids=["decimal", "hexadecimal", "base 60"],
)  # fmt: skip
def test_a_number_that_is_too_long_is_refused(number):
    assert len(number) > LONGEST_NUMBER
    with pytest.raises(yaml.YAMLError, match="the int has"):
        load(number)


@pytest.mark.parametrize("value", ['!!float ""', '!!int ""', "!!timestamp x", "!!set [a]"])
def test_an_invalid_yaml_value_raises_only_a_yaml_error(value):
    with pytest.raises(yaml.YAMLError):
        load(f"a: {value}")
