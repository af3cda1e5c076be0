"""Spoils SQLite files: bytes where they stand, the values of rows, the tables themselves.

SQLite refuses almost every file with inserted or removed bytes.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzzing.mutation import mutated_bytes
from fuzzing.table_mutation import spoil_tables


def mutated_database(data: bytes, random: Random) -> bytes:
    """Return a SQLite file whose bytes, pages, rows or tables are spoiled."""
    match random.randrange(6):
        case 0:
            return mutated_bytes(data, random)
        case 1 | 2:
            return _overwritten(data, random)
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.db3")
        path.write_bytes(data)
        spoil_tables(path, random)
        return path.read_bytes()


def _overwritten(data: bytes, random: Random) -> bytes:
    result = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(result))
        if random.random() < 0.5:  # most of a small file is empty
            at = data.find(bytes([random.randrange(1, 256)]), at)
        result[at] = random.choice((0, 255, random.randrange(256), result[at] ^ 1))
    return bytes(result)
