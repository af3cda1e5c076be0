"""Flattening and nesting are each other's inverse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.replay.fields import ColumnNesting, Fields

NAMES = st.text("abcdefg_", min_size=1, max_size=6).filter(lambda it: not it.endswith("_"))
"""Field names as ROS has them, none of which ends with a digit."""

CONTENTS = st.recursive(
    st.integers(),
    lambda inner: (
        st.dictionaries(NAMES, inner, min_size=1, max_size=4)
        | st.lists(st.integers(), min_size=1, max_size=12)
        | st.dictionaries(NAMES, st.integers(), min_size=1, max_size=3).flatmap(
            lambda like: st.lists(
                st.fixed_dictionaries({name: st.integers() for name in like}),
                min_size=1,
                max_size=11,
            )
        )
    ),
    max_leaves=12,
)


def flatten(value: Any, name: str, index: str) -> Iterator[tuple[str, Any]]:
    """Flatten a message as `rostopic echo -p` does."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{name}.{key}" if name else key, index)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from flatten(inner, f"{name}{index.format(at)}", index)
    else:
        yield name, value


def plain(value: Any) -> Any:
    if isinstance(value, Fields):
        return {name: plain(value[name]) for name in value}
    return [plain(it) for it in value] if isinstance(value, list) else value


def nest(columns: list[str], values: list[Any], digits: bool) -> Any:
    return plain(ColumnNesting(columns, digits).build(values))


@given(st.dictionaries(NAMES, CONTENTS, min_size=1, max_size=5))
def test_columns_flattened_by_an_export_are_nested_again(content: dict[str, Any]) -> None:
    columns = dict(flatten(content, "", "{}"))
    assert nest(list(columns), list(columns.values()), digits=True) == content


@given(st.dictionaries(NAMES, CONTENTS, min_size=1, max_size=5))
def test_columns_flattened_by_a_ulog_are_nested_again(content: dict[str, Any]) -> None:
    columns = dict(flatten(content, "", "[{}]"))
    assert nest(list(columns), list(columns.values()), digits=False) == content


@given(st.lists(st.text("ab.0123[]_", min_size=1, max_size=8), min_size=1, unique=True))
def test_no_column_is_lost_whatever_it_is_called(columns: list[str]) -> None:
    def leaves(value: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            for inner in value.values():
                yield from leaves(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from leaves(inner)
        else:
            yield value

    nested = nest(columns, list(range(len(columns))), digits=True)
    assert sorted(leaves(nested)) == list(range(len(columns)))


def test_digits_are_no_index_if_only_brackets_mark_an_index() -> None:
    assert nest(["q0", "q1"], [1, 2], digits=False) == {"q0": 1, "q1": 2}


def test_numbered_columns_with_a_gap_are_no_list() -> None:
    assert nest(["x0", "x2"], [1, 2], digits=True) == {"x0": 1, "x2": 2}


def test_a_single_column_that_ends_with_underscore_zero_is_no_list() -> None:
    assert nest(["speed_0"], [1], digits=True) == {"speed_0": 1}


def test_columns_numbered_after_an_underscore_are_a_list() -> None:
    assert nest(["speed_0", "speed_1"], [1, 2], digits=True) == {"speed": [1, 2]}


def test_paths_show_the_nested_path_of_each_column() -> None:
    nesting = ColumnNesting(["status0.name", "status1.name", "x"], digits=True)
    assert nesting.paths == ["status[].name", "status[].name", "x"]
