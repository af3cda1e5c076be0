"""Runs some writers of ``bench/faulty_disk``, and a careless one, on a disk that fails.

python test/disk_trials.py events chunks

Runs in its own process, because the library that makes operations fail is loaded at the start.
Prints the outcome of each writer as JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).parent / "governance"))

from faulty_disk.faulty_disk import FAULTS, Fault
from faulty_disk.trial import Tally, Tell, Writer, try_positions
from faulty_disk.writers import WRITERS

FAULT = {fault.name: fault for fault in FAULTS}


def _prepare(home: Path) -> None:
    home.mkdir()
    (home / "notes").write_text("first\n")


def _empty_and_write(home: Path, tell: Tell) -> None:
    """Write carelessly: truncate the file, write it again, no fsync, no error."""
    path = home / "notes"
    text = path.read_text()
    with suppress(OSError):
        path.write_text(text + "second\n")
    tell("second")


CARELESS = Writer(
    "careless", _prepare, _empty_and_write, lambda home: (home / "notes").read_text().split()
)


def _spread(count: int) -> Iterable[int]:
    return {count // 4, 3 * count // 4}


def _try(
    writer: Writer, fault: Fault, positions: Callable[[int], Iterable[int]] = _spread
) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        return try_positions(writer, fault, Path(folder).resolve(), positions)


def main(names: Sequence[str]) -> None:
    """Try these writers, and a careless one."""
    tallies = {name: _try(WRITERS[name], FAULT["EIO"]) for name in names}
    tallies["full"] = _try(WRITERS["memory"], FAULT["full until freed"])
    tallies["careless"] = _try(CARELESS, FAULT["full until freed"], range)
    print(json.dumps({name: vars(tally) for name, tally in tallies.items()}))


if __name__ == "__main__":
    main(sys.argv[1:])
