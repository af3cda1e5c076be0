"""The rows of a text file, each with its line and offset in the file, and the values of cells."""

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
"""Bytes; a longer line is cut, so that a file without line ends cannot fill the memory."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; UTF-32 comes first, as its mark begins with that of UTF-16."""

_FALLBACK = "cp1252"
"""The encoding of older Windows programs; for letters beyond ASCII it agrees with Latin-1."""

Report = Callable[[int, str], None]
"""Receives (line, reason) for each row that cannot be read."""


class Row(NamedTuple):
    """A row: number of its first line (from 1), its byte offset, its cells."""

    line: int
    offset: int
    cells: list[str]


class TextFile:
    """A text file, read as UTF-8 or, line by line, in the old encoding of Windows.

    A file in UTF-16 or UTF-32 is first converted to UTF-8, in a temporary file.
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
        """Open the file's bytes, mostly in UTF-8."""
        return self._path.open("rb")

    def beginning(self, size: int) -> str:
        """Return the first lines, about `size` bytes; the last one is whole unless it is huge."""
        with self.open() as file:
            file.seek(self.start)
            data = file.read(size)
            if len(data) == size:
                data += file.readline(LONGEST_LINE)
        return "".join(_text_of(line) for line in data.splitlines(keepends=True))


def read_rows(
    file: BinaryIO, separator: str, line: int, report: Report = lambda line, why: None
) -> Iterator[Row]:
    """Yield the rows from the file's position on, which is the beginning of line `line`."""
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
    """The lines of a file, with counts of the lines and bytes read so far."""

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
    """Return the encoding from a file's first bytes, and the length of its byte order mark."""
    for mark, name in _MARKS:
        if beginning.startswith(mark):
            return name, len(mark)
    return "utf-8", 0


def _text_of(line: bytes) -> str:
    """Decode a line as UTF-8, or else in the old encoding of Windows."""
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
    """Return the number in a cell.

    Raises:
        ValueError: it holds no number.
    """
    if decimal_comma and "," in cell:
        cell = cell.replace(".", "").replace(",", ".")
    if "_" in cell:  # Python accepts 1_000, but no table means that
        raise ValueError(cell)
    return float(cell)


def value(cell: str, decimal_comma: bool = False) -> Value:
    """Return a cell as number, boolean, NaN for 'no value', or else as text."""
    try:
        return number(cell, decimal_comma)
    except ValueError:
        text = cell.strip()
        word = text.lower()
        if word in NOTHING:
            return math.nan
        return TRUTH.get(word, text)


def is_nothing(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return cell.strip().lower() in NOTHING


def is_text(cell: str, decimal_comma: bool) -> bool:
    """Whether a cell is neither number nor boolean nor empty."""
    return isinstance(value(cell, decimal_comma), str)
