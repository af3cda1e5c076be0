"""A table of word pieces as an embedder: small, and fast on any robot.

The vector of a text is the mean of the vectors of its pieces. Such tables are distilled from
language models: WordLlama, Model2Vec.

See docs/reference/recall.md, "A model".
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from robot_memory.files import read_regular
from robot_memory.recall.embedder import Vectors, normalised
from robot_memory.recall.model_folder import refusal, require

_LIBRARIES = ("safetensors", "tokenizers")
_TOKENIZER = (re.compile(rb'"model"\s*:\s*\{'), re.compile(rb'"vocab"\s*:'))


class StaticModelFiles(NamedTuple):
    """The table (safetensors), and the tokenizer whose pieces its rows are for."""

    table: Path
    tokenizer: Path


def find_static_model(folders: Iterable[Sequence[Path]]) -> StaticModelFiles | None:
    """Return the files of the first folder that contains one table; None where there is none.

    Args:
        folders: the files of each.
    """
    for files in folders:
        tables = [path for path in files if path.suffix == ".safetensors"]
        named = (path for path in files if path.suffix == ".json" and "tokenizer" in path.name)
        tokenizers = [path for path in named if _is_tokenizer(path)]
        if len(tables) == len(tokenizers) == 1:
            return StaticModelFiles(tables[0], tokenizers[0])
    return None


def _is_tokenizer(path: Path) -> bool:
    """Tell whether a file has what a tokenizer has, and one that only configures has not.

    It is not parsed: megabytes of JSON would delay the start, and who loads it parses it.
    """
    try:
        content = read_regular(path)
    except OSError:
        return False
    return all(mark.search(content) for mark in _TOKENIZER)


class StaticModel:
    """Makes vectors with a table of word pieces, which is loaded when it is first needed.

    Args:
        files: table and tokenizer.

    Raises:
        InvalidSettings: a library is missing; says what to install.
        OSError: the table is gone.
    """

    knows_meanings = True

    def __init__(self, files: StaticModelFiles) -> None:
        self._files = files
        for library in _LIBRARIES:
            require(library, str(files.table))
        self.name = f"static {files.table.name} {files.table.stat().st_size}"
        self._loading = threading.Lock()
        self._table: Vectors | None = None
        self._tokenizer: Any = None

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; loads the table."""
        return int(self._load().shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length 1 for each text, or of zeros where no piece of it is known.

        Raises:
            InvalidSettings: the files cannot be used.
        """
        table = self._load()
        vectors = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
        for row, pieces in enumerate(self._pieces(texts)):
            known = [piece for piece in pieces if piece < len(table)]
            if known:
                vectors[row] = table[known].mean(axis=0)
        return normalised(vectors)

    def _pieces(self, texts: Sequence[str]) -> Iterator[list[int]]:
        for encoding in self._tokenizer.encode_batch(list(texts), add_special_tokens=False):
            yield encoding.ids

    def _load(self) -> Vectors:
        with self._loading:
            if self._table is None:
                self._tokenizer = self._read_tokenizer()
                self._table = self._read_table()
            return self._table

    def _read_tokenizer(self) -> Any:
        path = self._files.tokenizer
        try:
            tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises just that
            raise refusal(str(path), f"cannot be read: {error}") from error
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    def _read_table(self) -> Vectors:
        path = self._files.table
        library = importlib.import_module("safetensors")
        try:
            tensors = importlib.import_module("safetensors.numpy").load_file(str(path))
        except (OSError, ValueError, library.SafetensorError) as error:
            raise refusal(str(path), f"cannot be read: {error}") from error
        shapes = {name: tensor.shape for name, tensor in tensors.items()}
        if [len(shape) for shape in shapes.values()] != [2]:
            raise refusal(str(path), f"is no table of word pieces: it holds {_told(shapes)}")
        (table,) = tensors.values()
        return np.ascontiguousarray(table, dtype=np.float32)


def _told(shapes: dict[str, tuple[int, ...]]) -> str:
    named = [f"{name} {list(shape)}" for name, shape in shapes.items()]
    return f"{len(named)} tensors: {', '.join(named)}"[:200]
