"""Plain tables: their format is detected, and no row is lost silently."""

from __future__ import annotations

import codecs
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot_memory.perception.perception import Message
from robot_memory.perception.replay import Recording, RecordingError, open_recording

Opened = Callable[..., Recording]
PLAIN = "time,speed,ok,mode\n1.5,0.25,True,auto\n2.5,-3e2,False,manual\n"


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Recording]:
    """Writes a CSV file and opens it."""

    def write(content: str | bytes, name: str = "log.csv") -> Recording:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return open_recording(path)

    return write


def read(recording: Recording) -> list[Message]:
    return list(recording.messages())


def column(recording: Recording, name: str) -> list[Any]:
    return [message.content[name] for message in recording.messages()]


def test_cells_are_read_as_numbers_booleans_and_texts(table: Opened) -> None:
    first = read(table(PLAIN))[0].content
    assert (first.speed, first.ok, first.mode) == (0.25, True, "auto")


SPEEDS = [0.25, -300.0]
HALVES = "".join(f"{at},5;{at},25;{at},75\n" for at in range(50))


@pytest.mark.parametrize(
    ("content", "name", "values"),
    [
        (PLAIN, "speed", SPEEDS),
        (PLAIN.replace(",", ";"), "speed", SPEEDS),
        (PLAIN.replace(",", "\t"), "speed", SPEEDS),
        (PLAIN.replace(",", "|"), "speed", SPEEDS),
        ("sep=;\n" + PLAIN.replace(",", ";"), "speed", SPEEDS),
        (f"time;a;b\n{HALVES}", "b", [at + 0.75 for at in range(50)]),
        ("time,a\n1,x;y\n2,z;y\n", "a", ["x;y", "z;y"]),
        ("time;a\n1,0;1.234,5\n2,0;0,5\n", "a", [1234.5, 0.5]),
        ('time,a\n"1,5","0,25"\n"2,5","0,5"\n', "a", [0.25, 0.5]),
        ("# robot 7\n# operator x\n" + PLAIN, "speed", SPEEDS),
        ("time,a\n1,5\n# stop\n# pause, long\n2,6\n", "a", [5.0, 6.0]),
        ("# time,speed\n1,5\n2,6\n", "speed", [5.0, 6.0]),  # the header is a comment
        ("Logger 3.1\n\n" + PLAIN, "speed", SPEEDS),
        ("2024-01-01 10:00:00,5,1\n2024-01-01 10:00:01,6,1\n", "column2", [5.0, 6.0]),
    ],
)
def test_the_format_of_a_table_is_detected(
    table: Opened, content: str, name: str, values: list[object]
) -> None:
    recording = table(content)
    assert column(recording, name) == values
    assert list(recording.defects) == []


@pytest.mark.parametrize(
    ("content", "name", "values"),
    [
        ("time,part\n1,1_000\n2,2_000\n", "part", ["1_000", "2_000"]),
        ("time,state\n1,ok\n2,\n3,bad\n", "state", ["ok", "", "bad"]),
        ("time,a,\n1,5,7\n2,6,8\n", "column3", [7.0, 8.0]),
        ("time,a,a\n1,5,7\n", "a", [5.0]),
        ("time,a,a\n1,5,7\n", "a_2", [7.0]),
        ("time;cycle ;b\n1;5;2\n2;6;2\n", "cycle", [5.0, 6.0]),
        ("time,values,items\n1,5,6\n", "values", [5.0]),  # has the name of a method
    ],
)
def test_unusual_column_names_and_cells_are_read(
    table: Opened, content: str, name: str, values: list[object]
) -> None:
    found = column(table(content), name)
    assert (found, list(map(type, found))) == (values, list(map(type, values)))


UNITS = "Date,Time,pressure,speed,wind,mode\n{units}\n" + "".join(
    f"2026-03-10,06:00:{at:02},{180 + at},0.5,3,up\n" for at in range(20)
)


@pytest.mark.parametrize(
    ("units", "names"),
    [
        (",,bar,m/s,-,", ["pressure [bar]", "speed [m/s]", "wind", "mode"]),
        ("yyyy-mm-dd,hh:mm:ss,[bar],(m / s),kt,", ["pressure [bar]", "speed [m/s]", "wind [kt]",
                                                   "mode"]),
    ],
)  # fmt: skip
def test_a_row_of_units_extends_the_column_names_and_is_not_data(
    table: Opened, units: str, names: list[str]
) -> None:
    recording = table(UNITS.format(units=units))
    rows = read(recording)
    assert (len(rows), list(recording.defects)) == (20, [])
    assert list(rows[0].content) == names


@pytest.mark.parametrize("time", ["{}.5", "00:00:{:02}"])
def test_a_table_without_dates_begins_at_a_given_time_or_file_name_date(
    table: Opened, time: str
) -> None:
    rows = "".join(f"{time.format(at)},{at}\n" for at in range(10))
    recording = table(f"t,a\n{rows}")
    assert not recording.is_dated
    recording.begin_at(1_773_122_400.0)
    assert [it.stamp for it in read(recording)] == [1_773_122_400.0 + at for at in range(10)]
    named = table(f"t,a\n{rows}", "agv7_2026-03-10_06-00-00.csv")
    assert (named.is_dated, named.start, named.duration) == (True, 1_773_122_400.0, 9.0)


def test_a_table_without_dates_begins_with_the_dated_tables_of_its_folder(
    table: Opened, tmp_path: Path
) -> None:
    table("t,a\n0.0,1\n0.5,2\n1.0,3\n", "counted.csv")
    table("time,b\n2026-03-10T06:00:00,1\n2026-03-10T06:00:09,2\n", "dated.csv")
    recording = open_recording(tmp_path)
    assert (recording.is_dated, recording.start, recording.duration) == (True, 1_773_122_400.0, 9.0)
    assert "counted.csv: its times tell no date; it counts as begun" in recording.defects[0]


def test_the_time_becomes_the_stamp_and_not_a_column(table: Opened) -> None:
    first = read(table(PLAIN))[0]
    assert first.stamp == 1.5
    assert "time" not in first.content


def test_decimal_commas_are_found(table: Opened) -> None:
    text = "time;a;b\n1,5;0,25;7\n2,5;-1,5E-3;8\n"
    recording = table(text)
    assert column(recording, "a") == [0.25, -0.0015]
    assert [it.stamp for it in read(recording)] == [1.5, 2.5]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "cp1252"),
    ],
)
def test_the_encoding_is_found(table: Opened, mark: bytes, encoding: str) -> None:
    content = mark + "time,Temp (°C),Zustand\n1,20.5,läuft\n2,21.5,hält\n".encode(encoding)
    recording = table(content)
    assert column(recording, "Temp (°C)") == [20.5, 21.5]
    assert column(recording, "Zustand") == ["läuft", "hält"]


@pytest.mark.parametrize("cell", ["", "NaN", "nan", "null", "N/A", "None", "-"])
def test_a_cell_without_a_value_is_nan(table: Opened, cell: str) -> None:
    values = column(table(f"time,a\n1,5\n2,{cell}\n3,6\n"), "a")
    assert values[0] == 5.0
    assert math.isnan(values[1])


def test_trailing_columns_without_name_and_value_are_left_out(
    table: Opened,
) -> None:
    recording = table("time,a,,\n1,5,,\n2,6,,\n")
    assert list(read(recording)[0].content) == ["a"]


MANY = range(20_000)


@pytest.mark.parametrize(
    ("content", "values", "told"),
    [
        ("time,a,b\n1,5,5\n2,6\n3,7,7\n", [5.0, 7.0], ["3: has 2 of 3 columns;"]),
        ("time,a,b\n1,5\n2,6,6\n3,7,7\n", [6.0, 7.0], ["2: has 2 of 3 columns;"]),
        ("time,a,b\n1,5\r5,5\n2,6,6\n3,7,7\n", [6.0, 7.0], ["2: not a row (new-line character"]),
        ("time,a,b\n1,5,5\n2,6,6,6\n3,7,7\n", [5.0, 7.0], ["3: has 4 of 3 columns;"]),
        ("time,a\n1,2\n2,3,4\n3,4,5\n", [2.0], ["3: has 3 of 2", "4: has 3 of 2"]),
        (
            "time,a\n1,5\nsoon,6\n,7\n" + "".join(f"{at},8\n" for at in range(4, 10)),
            [5.0] + [8.0] * 6,
            ["3: its time can't be read ('soon'); the row is left out", "4: has no time;"],
        ),
        ('time,a\n1,"two\nlines"\n2\n3,x\n', ["two\nlines", "x"], ["4: has 1 of 2 columns;"]),
        (
            b"time,a\n" + b"".join(b"%d,5\n" % at for at in MANY) + bytes(1000),
            [5.0] * len(MANY),
            ["20002: null bytes instead of text; the row is left out"],
        ),
        (
            "time,a\n"
            + "".join(f"{9999 if at == 5 else 2024}-01-01 00:00:{at:02},a\n" for at in range(20)),
            ["a"] * 19,
            ["7: its time ('9999-01-01 00:00:05') is beyond"],
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_reported_with_its_line(
    table: Opened, content: str | bytes, values: list[object], told: list[str]
) -> None:
    recording = table(content)
    assert column(recording, "a") == values
    assert len(recording.defects) == len(told)
    for defect, said in zip(recording.defects, told, strict=True):
        assert defect.startswith(f"{recording.path}:{said}")
        assert "left out" in defect


def test_many_bad_rows_are_counted_not_listed(table: Opened) -> None:
    recording = table("time,a,b\n" + "1,5,5\n" * 3000 + "2,6\n" * 1000)
    assert len(read(recording)) == 3000
    assert len(recording.defects) == 21
    assert (
        recording.defects[-1] == "and at 980 more places: has 2 of 3 columns; the row is left out"
    )


LONG = "x" * 140_000


@pytest.mark.parametrize("at", [0, 5, 19])
def test_a_row_with_a_field_too_long_is_reported_and_the_others_are_read(
    table: Opened, at: int
) -> None:
    rows = "".join(f"{row},{row},{LONG if row == at else 'x'}\n" for row in range(20))
    recording = table(f"time,a,note\n{rows}")
    assert column(recording, "a") == [row for row in range(20) if row != at]
    assert list(recording.defects) == [
        f"{recording.path}:{at + 2}: a field is longer than 131,072 characters; the row is left out"
    ]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (f"1,2,{LONG}", "a field is longer than 131,072 characters; the row is left out"),
        ("1,2", "has 2 of 3 columns; the row is left out"),
    ],
)
def test_a_table_whose_only_row_cannot_be_read_is_refused_with_the_reason(
    table: Opened, row: str, why: str
) -> None:
    with pytest.raises(RecordingError, match=f"no row below it that can be read; line 2: {why}"):
        table(f"time,a,note\n{row}\n")


@pytest.mark.parametrize("time", ["1e300", "-1e300", "1" + "0" * 400, "1e12", "-7e10"])
def test_a_row_with_an_impossible_time_is_reported_and_the_others_are_read(
    table: Opened, time: str
) -> None:
    rows = "".join(f"{time if row == 5 else row},{row}\n" for row in range(20))
    recording = table(f"time,a\n{rows}")
    assert column(recording, "a") == [row for row in range(20) if row != 5]
    (defect,) = recording.defects
    assert defect.startswith(f"{recording.path}:7: its time ('{time[:50]}")
    assert defect.endswith(
        " is beyond -60,000,000,000 to 100,000,000,000 seconds since 1970; the row is left out"
    )
    assert len(defect) < len(str(recording.path)) + 200


def test_each_row_is_reported_if_all_have_an_impossible_time(
    table: Opened,
) -> None:
    recording = table("time,a\n1e300,5\n1.1e300,6\n")
    assert (read(recording), recording.start) == ([], None)
    assert len(recording.defects) == 3
    assert "log.csv:2: its time ('1e300') is beyond" in recording.defects[1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_rows_that_go_back_in_time_are_put_in_order(table: Opened, encoding: str) -> None:
    text = "timestamp,a\n1700000003,drei\n1700000001,eins\n1700000002,zwei\n"
    recording = table(text.encode(encoding))
    assert column(recording, "a") == ["eins", "zwei", "drei"]
    assert "go back in time 1 times" in recording.defects[0]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("name,colour\nx,red\ny,blue\n", "none of its 2 columns tells the time"),
        ("time,a,b\n", "a header, but no row below it"),
        ("Once upon a time.\nThere was a robot, small and red.\nThe end.\n", "no table"),
    ],
)
def test_a_file_that_is_no_table_with_times_is_refused(
    table: Opened, content: str, why: str
) -> None:
    with pytest.raises(RecordingError, match=why):
        table(content)


def test_an_unclosed_quote_loses_rows_but_does_not_crash(
    table: Opened,
) -> None:
    rows = "".join(f"{at},x{at}\n" for at in range(20_000))
    recording = table("time,a\n" + rows + '20001,"x\n' + rows)
    assert len(read(recording)) >= 20_000
    assert len(recording.defects) > 0
