"""Field paths: which numbers of a message a rule reads."""

from __future__ import annotations

import array
import math
from types import SimpleNamespace as Message
from typing import Any

import numpy as np
import pytest
import robot_messages as ros
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.field_path import FieldPath, InvalidPath

JOINTS = Message(name=["hip", "knee"], position=array.array("d", [0.1, 0.2]), effort=[3.0, 4.0])
IMU = Message(linear_acceleration=Message(x=0.5, y=0.0, z=9.8), orientation_covariance=np.ones(9))
STATUS = ros.diagnostics(
    Message(
        name="IMU",
        level=b"\x01",
        hardware_id="",
        values=[
            Message(key="Temperature", value="37.2 C"),
            Message(key="Motor current (A)", value="1.5"),
            Message(key="Firmware", value="v1.2"),
        ],
    ),
    Message(name="GPS", level=b"\x00", hardware_id="", values=[Message(key="HDOP", value="0.8")]),
)


def read(path: str, content: Any) -> dict[tuple[str, ...], float]:
    return dict(FieldPath.parse(path).read(content))


@pytest.mark.parametrize(
    ("path", "content", "found"),
    [
        ("percentage", Message(percentage=0.5), {(): 0.5}),
        ("linear_acceleration.x", IMU, {(): 0.5}),
        ("|linear_acceleration|", Message(linear_acceleration=Message(x=2, y=1, z=2)), {(): 3.0}),
        ("effort[1]", JOINTS, {("knee",): 4.0}),
        ("effort[-1]", JOINTS, {("knee",): 4.0}),
        ("effort[-3]", JOINTS, {}),
        ("effort[*]", JOINTS, {("hip",): 3.0, ("knee",): 4.0}),
        ("position[*]", JOINTS, {("hip",): 0.1, ("knee",): 0.2}),
        ("orientation_covariance[8]", IMU, {("index 8",): 1.0}),
        ("status[?name=='IMU'].values.Temperature", STATUS, {("IMU",): 37.2}),
        ('status[?name == "GPS"].values.HDOP', STATUS, {("GPS",): 0.8}),
        ("status[*].values['Motor current (A)']", STATUS, {("IMU",): 1.5}),
        ("status[*].level", STATUS, {("IMU",): 1.0, ("GPS",): 0.0}),
        (
            "status[*].values[*]",
            STATUS,
            {("IMU", "Temperature"): 37.2, ("IMU", "Motor current (A)"): 1.5, ("GPS", "HDOP"): 0.8},
        ),
        ("*", Message(speed=1.0, moving=True, mode="auto"), {("speed",): 1.0, ("moving",): 1.0}),
        ("linear_acceleration.*", IMU, {("x",): 0.5, ("y",): 0.0, ("z",): 9.8}),
    ],
)
def test_a_path_reads_numbers_with_the_names_of_their_containers(
    path: str, content: Any, found: dict[tuple[str, ...], float]
):
    assert read(path, content) == found


def test_a_change_in_the_order_of_names_is_followed():
    path = FieldPath.parse("effort[*]")
    for name in (["hip", "knee"], ["knee", "hip"], ["hip", "knee"]):
        assert dict(path.read(Message(name=name, effort=[1.0, 2.0]))) == {
            (name[0],): 1.0, (name[1],): 2.0
        }  # fmt: skip


@pytest.mark.parametrize("path", ["absent", "name.absent", "effort[7]", "effort.x", "name[*]"])
def test_a_missing_or_non_numeric_field_is_left_out(path: str):
    assert read(path, JOINTS) == {}


def test_a_very_long_array_is_read_up_to_a_limit():
    assert len(read("ranges[*]", Message(ranges=[1.0] * 100_000))) == 256


@pytest.mark.parametrize(
    ("path", "at"),
    [("", 0), (".x", 1), ("x.", 2), ("x..y", 2), ("x y", 2), ("[2]", 1), ("x[", 2), ("x[--1]", 2),
     ("x[?name=IMU]", 2), ("x['a]", 2), ("2x", 1)],
)  # fmt: skip
def test_an_invalid_path_is_refused_with_the_position_of_the_error(path: str, at: int):
    with pytest.raises(InvalidPath) as caught:
        FieldPath.parse(path)

    assert repr(path) in str(caught.value)
    assert not at or f"at character {at} " in str(caught.value)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("percentage", {"percentage"}),
        ("twist.twist.linear.x", {"twist.twist.linear.x"}),
        ("effort[*]", {"effort", "name"}),
        ("|linear_acceleration|", {"linear_acceleration"}),
        ("status[*].values[*]", {"status", "name"}),
        ("points.joints[0].effort", {"points.joints", "points.name"}),
        ("*", None),
    ],
)
def test_a_path_gives_the_fields_that_must_be_decoded(path: str, fields: set[str] | None):
    assert FieldPath.parse(path).fields == fields


@pytest.mark.parametrize(
    "path", ["|" * 5_000, "||a||", "||", "|", "a" + "[*]" * 5_000, "a" + ".*" * 65,
             "a[" + "9" * 5_000 + "]"],
)  # fmt: skip
def test_an_overlong_or_malformed_path_is_refused_with_a_short_message(path: str):
    with pytest.raises(InvalidPath) as caught:
        FieldPath.parse(path)

    assert len(str(caught.value)) < 500


@given(st.text(alphabet="|ab.[]*?='\" 0", max_size=12))
def test_any_text_is_a_path_or_is_refused(text: str):
    try:
        path = FieldPath.parse(text)
    except InvalidPath:
        return
    assert all(math.isfinite(value) for _, value in path.read(JOINTS))
