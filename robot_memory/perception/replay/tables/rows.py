"""The rows of a text file, each with its line and its place in the file, and what a cell says."""

from __future__ import annotations

import codecs
import csv
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

STEP = 1 << 20
LONGEST_LINE = 1 << 24
"""Bytes; a longer line is cut. A file of bytes without any line end must not fill the memory."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; that of UTF-32 begins with that of UTF-16 and so comes first."""

_FALLBACK = "cp1252"
"""What older programs on Windows write; its letters beyond ASCII are what Latin-1 has."""

Report = Callable[[int, str], None]
"""Told (line, why) of each row that can't be read."""


class Row(NamedTuple):
    """A row: number of its first line (from 1), byte where it begins, its cells."""

    line: int
    offset: int
    cells: list[str]


class TextFile:
    """A text file, read as UTF-8 or, line by line, as the old encoding of Windows.

    One in UTF-16 or UTF-32 is first written anew as UTF-8, to a temporary file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            encoding, self.start = _encoding_of(file.read(4))
            if encoding == "utf-8":
                return
            file.seek(self.start)
            self._folder = TemporaryDirectory(prefix="robot_memory-replay-")
            self._path, self.start = Path(self._folder.name, path.name), 0
            _write_as_utf8(file, encoding, self._path)

    def open(self) -> BinaryIO:
        """The bytes, in UTF-8 or nearly so."""
        return self._path.open("rb")

    def beginning(self, size: int) -> str:
        """The first lines, about `size` bytes; the last one is whole unless it is huge."""
        with self.open() as file:
            file.seek(self.start)
            data = file.read(size)
            if len(data) == size:
                data += file.readline(LONGEST_LINE)
        return "".join(_text_of(line) for line in data.splitlines(keepends=True))


def read_rows(
    file: BinaryIO, separator: str, line: int, report: Report = lambda line, why: None
) -> Iterator[Row]:
    """The rows from the file's position on, which is the beginning of line `line`."""
    lines = _Lines(file, line)
    reader = csv.reader(lines, delimiter=separator)
    while True:
        first_line, offset = lines.line, lines.offset
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            report(first_line, _why(error))
            continue
        if any("\0" in cell for cell in cells):
            report(first_line, "null bytes instead of text; the row is left out")
        elif cells:
            yield Row(first_line, offset, cells)


def _why(error: csv.Error) -> str:
    longest = csv.field_size_limit()
    if f"({longest})" in str(error):
        return f"a field is longer than {longest:,} characters; the row is left out"
    return f"not a row ({error}); it is left out"


class _Lines:
    """The lines of a file, counting them and their bytes for whoever reads rows from them."""

    def __init__(self, file: BinaryIO, line: int) -> None:
        self._file = file
        self.line = line
        self.offset = file.tell()

    def __iter__(self) -> Iterator[str]:
        while data := self._file.readline(LONGEST_LINE):
            self.line += 1
            self.offset += len(data)
            yield _text_of(data)


def _encoding_of(beginning: bytes) -> tuple[str, int]:
    """The encoding by a file's first bytes, and how many of them are its mark."""
    for mark, name in _MARKS:
        if beginning.startswith(mark):
            return name, len(mark)
    return "utf-8", 0


def _text_of(line: bytes) -> str:
    """A line of a file that should be UTF-8, or else is in the old encoding of Windows."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(_FALLBACK, "replace")


def _write_as_utf8(source: BinaryIO, encoding: str, target: Path) -> None:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    with target.open("wb") as file:
        while data := source.read(STEP):
            file.write(decoder.decode(data).encode("utf-8"))


NOTHING = frozenset({"", "nan", "null", "none", "na", "n/a", "#n/a", "-", "--"})
"""Words, in lower case, for 'no value'."""

TRUTH = {"true": True, "false": False}

NUMBER = re.compile(r"[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?|[-+]?(inf|infinity)", re.I | re.A)
COMMA_NUMBER = re.compile(r"[-+]?\d{1,3}(\.\d{3})*,\d+([eE][-+]?\d+)?|[-+]?\d*,\d+([eE][-+]?\d+)?")

Value = bool | float | str


def number(cell: str, decimal_comma: bool = False) -> float:
    """The number in a cell.

    Raises:
        ValueError: there is none.
    """
    if decimal_comma and "," in cell:
        cell = cell.replace(".", "").replace(",", ".")
    if "_" in cell:  # Python reads 1_000; no table means that
        raise ValueError(cell)
    return float(cell)


def value(cell: str, decimal_comma: bool = False) -> Value:
    """A cell as number, truth, NaN for 'no value', or else as the text it is."""
    try:
        return number(cell, decimal_comma)
    except ValueError:
        text = cell.strip()
        word = text.lower()
        if word in NOTHING:
            return math.nan
        return TRUTH.get(word, text)


def is_nothing(cell: str) -> bool:
    """Whether it says that there is no value."""
    return cell.strip().lower() in NOTHING


def is_text(cell: str, decimal_comma: bool) -> bool:
    """Whether it is neither number nor truth nor nothing."""
    return isinstance(value(cell, decimal_comma), str)
